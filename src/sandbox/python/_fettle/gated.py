"""The Python half of a gated WebAssembly process: one entry, `go`, called with the gates closed.

/job holds what to do; /dev/fettle is the only thing that can be written, and gives the replies to a program's calls.
"""

import os

from . import candidate, preload, program  # noqa: F401  (loaded now: nothing may be loaded from JavaScript's side later)
from .codec import dumps, loads
from .lines import write_all

judge = None


def setup(role):
    """Loads what the role needs, before the memory image is taken."""
    global judge
    preload.preload()
    if role == "judge":
        from . import service

        judge = service.Service()


def go():
    descriptor = os.open("/dev/fettle", os.O_RDWR)
    with open("/job", encoding="ascii") as file:
        first, *rest = file.read().split("\n")
    if judge is None:
        candidate.run(loads(first), descriptor)
    else:
        write_all(descriptor, answer(loads(first), rest).encode("ascii") + b"\n")
        os.close(descriptor)


def answer(request, lines):
    try:
        return dumps(judge.handle(request, lines))
    except MemoryError:
        return '{"memory":true}'
    except Exception as error:
        return dumps({"failed": "%s: %s" % (type(error).__name__, error)})
