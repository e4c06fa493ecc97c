"""A judge as a process of its own, confined like the programs it judges: tests are code too.

In: a line of JSON {op, cpuMs, lines, ...} and that many raw lines. Out: a line of JSON.
"""

import os
import signal
import sys

from . import linux, preload, seccomp, service
from .candidate import Discard
from .codec import dumps, loads
from .lines import Lines, write_all


class Late(BaseException):
    """The request's processor time is used up. Comes again every 100 ms, should the test swallow it."""


def _late(*_):
    raise Late


def main(settings):
    parent = os.getppid()
    linux.die_with(parent)
    preload.preload()
    out = os.dup(1)
    null = os.open("/dev/null", os.O_RDWR)
    os.dup2(null, 1)
    os.close(null)
    sys.stdout = sys.stderr = Discard()
    folders = linux.readable_folders()
    if settings["namespaces"]:
        linux.enter_namespaces()
        linux.isolate_files_and_network(folders)
    version = linux.landlock(folders) if settings["landlock"] else 0
    linux.limit_files(32)
    linux.limit(settings["memoryMb"])
    linux.drop_groups()
    linux.drop_privileges()
    linux.die_with(parent)  # changing identity has cleared it
    linux.not_dumpable()
    seccomp.Filter(seccomp.JUDGE_ONLY).apply()
    signal.signal(signal.SIGPROF, _late)
    write_all(out, dumps({"ready": {"landlock": version}}).encode() + b"\n")
    judge, lines = service.Service(), Lines(0)
    while True:
        try:
            request = loads(lines.read().decode("ascii"))
            frames = [lines.read().decode("ascii") for _ in range(request["lines"])]
        except EOFError:
            return
        write_all(out, answer(judge, request, frames).encode("ascii") + b"\n")


def answer(judge, request, frames):
    try:
        try:
            signal.setitimer(signal.ITIMER_PROF, request["cpuMs"] / 1000, 0.1)
            reply = judge.handle(request, frames)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    except Late:
        reply = {"late": True}
    except MemoryError:
        reply = {"memory": True}
    except Exception as error:
        reply = {"failed": "%s: %s" % (type(error).__name__, error)}
    return dumps(reply)
