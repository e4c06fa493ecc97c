#!/bin/sh
# Makes the Python environment of the interop tests and of bench/serve: interop/.venv, or $FETTLE_VENV.
#   interop/setup.sh          the OpenEnv package alone
#   interop/setup.sh trl      TRL and PyTorch as well (about 1 GB)
#   interop/setup.sh metrics  TensorBoard and W&B as well
set -eu
cd "$(dirname "$0")"
venv=${FETTLE_VENV:-.venv}
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
"$venv/bin/pip" install --quiet -r openenv/requirements.txt
case ${1:-} in trl | metrics) "$venv/bin/pip" install --quiet -r "$1/requirements.txt" ;; esac
"$venv/bin/python" -c 'import openenv, sys; print("interop: Python", sys.version.split()[0], "ready")'
