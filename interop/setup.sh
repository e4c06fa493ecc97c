#!/bin/sh
# Makes the Python environment of the interop tests and of bench/serve: interop/.venv, or $FETTLE_VENV.
#   interop/setup.sh          the OpenEnv package alone
#   interop/setup.sh trl      TRL and PyTorch as well (about 1 GB)
set -eu
cd "$(dirname "$0")"
venv=${FETTLE_VENV:-.venv}
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
"$venv/bin/pip" install --quiet -r openenv/requirements.txt
[ "${1:-}" = trl ] && "$venv/bin/pip" install --quiet -r trl/requirements.txt
"$venv/bin/python" -c 'import openenv, sys; print("interop: Python", sys.version.split()[0], "ready")'
