#!/bin/sh
# Makes the Python environment of the interop tests and of bench/serve: interop/.venv, or $FETTLE_VENV.
#   interop/setup.sh          the OpenEnv package alone
#   interop/setup.sh trl      TRL and PyTorch as well (about 1 GB)
#   interop/setup.sh metrics  TensorBoard and W&B as well
#   interop/setup.sh atropos  atroposlib as well
# Several names at once are fine.
set -eu
cd "$(dirname "$0")"
venv=${FETTLE_VENV:-.venv}
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
"$venv/bin/pip" install --quiet -r openenv/requirements.txt
for part in "$@"; do
  case $part in trl | metrics | atropos) "$venv/bin/pip" install --quiet -r "$part/requirements.txt" ;; esac
  # Without its own requirements, which are far more than what is used here imports.
  case $part in atropos) "$venv/bin/pip" install --quiet --no-deps atroposlib==0.4.0 ;; esac
done
"$venv/bin/python" -c 'import openenv, sys; print("interop: Python", sys.version.split()[0], "ready")'
