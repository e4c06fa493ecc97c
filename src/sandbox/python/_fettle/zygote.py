"""The fork server: a process that has Python loaded and confined, and forks a clean child for every job.

It never reads a job: the child does, from its own socket. So its memory, which every child inherits, holds nothing of any
program or test. A child costs above all the pages it is the first to write to or to look at, each copied or mapped for it
alone: what can be done before the fork is done there, a small program of our own run in rehearsal included.

Orders come over a SOCK_SEQPACKET socket, for one child at a time: F fork it (with its socket; no reply), C its processor
time, K kill it.
"""

import array
import gc
import os
import signal
import socket
import struct
import sys
import time

from . import candidate, linux, preload, seccomp
from .codec import dumps, loads
from .lines import read_alone

LIMITS = struct.Struct(">II")
"""Memory in MB, processor seconds."""
REPORT = struct.Struct(">dI")
"""Processor seconds, peak resident KB."""
CPU = struct.Struct(">d")
JOB_SOCKET = 3
READY = b"+"
"""What a child says before anything of its program runs: one that ends without it was lost, whatever its exit code."""


def serve(control, settings):
    """Never returns. Says how it is confined, then obeys."""
    preload.preload()
    from . import program  # noqa: F401  (loaded before confinement, used by children)

    folders = linux.readable_folders()
    isolation = {"namespaces": settings["namespaces"], "landlock": 0}
    if settings["namespaces"]:
        linux.isolate_files_and_network(folders)
    if settings["landlock"]:
        isolation["landlock"] = linux.landlock([*folders, "/usr/share/zoneinfo", "/dev/null", "/dev/urandom"])
    sys.path[:] = [path for path in sys.path if path in folders or path.startswith(tuple(f + "/" for f in folders))]
    sys.argv[:] = [""]
    linux.limit_files(32)
    linux.drop_groups()
    linux.die_with(os.getppid())  # here, for changing identity undoes both
    linux.not_dumpable()
    fence = seccomp.Filter()
    rehearse()
    linux.close_from(JOB_SOCKET + 1)  # so that a child has no descriptor but its own to close
    gc.collect()
    gc.freeze()  # children share these pages: collecting would copy them
    gc.disable()
    control.sendall(dumps(isolation).encode())
    parent = None if settings["namespaces"] else os.getpid()  # the first process of a namespace ends all others in it
    pid = 0
    while True:
        order, rights, _, _ = control.recvmsg(16, socket.CMSG_SPACE(4))
        if not order:
            os._exit(0)
        if order[:1] == b"F":
            (descriptor,) = array.array("i", rights[0][2][:4])
            pid = linux.bare_fork()
            if pid < 0:
                raise OSError("fork failed")
            if pid == 0:
                child(descriptor, LIMITS.unpack(order[1:]), fence, parent)
            os.close(descriptor)
        elif order[:1] == b"C":
            control.sendall(CPU.pack(time.clock_gettime((~pid << 3) | 2)))  # clock_getcpuclockid(3)
        else:
            os.kill(pid, signal.SIGKILL)  # not reaped yet, so it is still this child
            _, _, usage = os.wait4(pid, 0)
            control.sendall(REPORT.pack(usage.ru_utime + usage.ru_stime, usage.ru_maxrss))


def child(descriptor, limits, fence, parent):
    """Confines itself for good, then reads its job and runs it. Never returns."""
    try:
        os.dup2(0, 2)  # /dev/null: complaints of ours go to standard error, a program's do not
        os.dup2(descriptor, JOB_SOCKET)
        os.close(descriptor)
        linux.limit(*limits)
        linux.drop_privileges()
        if parent is not None:
            linux.die_with(parent)  # after dropping: changing identity clears it
        linux.not_dumpable()
        fence.apply()
        gc.enable()
        job = loads(read_alone(JOB_SOCKET).decode("ascii"))
        os.write(JOB_SOCKET, READY)
        candidate.run(job, JOB_SOCKET)
    finally:
        os._exit(0)


REHEARSAL = """
from typing import Dict, List, Optional, Tuple

def rehearse(numbers: List[int], name: str = "a") -> Optional[Tuple[Dict[str, int], float]]:
    'Uses a little of everything that small programs use.'
    counts = {}
    for index, number in enumerate(sorted(set(numbers))):
        if number % 2 == 0 and index not in (3, 4):
            counts[str(number)] = counts.get(str(number), 0) + 1
    while len(name) < 4:
        name = name.upper() + "".join(reversed([letter for letter in name if letter.isalpha()]))
    try:
        numbers.append(int(name))
    except ValueError as error:
        return counts, len(f"{error}: {name[1:-1]}") / 2
"""


def rehearse():
    """Runs a job of our own twice, so that what Python prepares at first use is prepared before the forks."""
    streams = sys.stdin, sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__
    job = {"mode": "calls", "source": REHEARSAL, "entry": "rehearse", "seed": 0, "calls": ['[[[1,2,30],"ab"],[]]'] * 3}
    for _ in range(2):
        ours, theirs = socket.socketpair()
        with ours, theirs:
            ours.sendall(dumps(job).encode() + b"\n")
            candidate.run(loads(read_alone(theirs.fileno()).decode("ascii")), theirs.fileno())
    sys.stdin, sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__ = streams


def start(settings):
    """(socket to the fork server, its pid, how it is confined). Raises OSError where confinement is impossible."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    if settings["namespaces"]:
        linux.enter_namespaces()
    pid = os.fork()
    if pid == 0:
        try:
            ours.close()
            null = os.open("/dev/null", os.O_RDWR)
            for standard in (0, 1):
                os.dup2(null, standard)
            control = socket.socket(fileno=os.dup2(theirs.detach(), JOB_SOCKET))
            linux.close_from(JOB_SOCKET + 1)
            serve(control, settings)
        except BaseException as error:
            os.write(2, ("%s: %s\n" % (type(error).__name__, error)).encode())
        finally:
            os._exit(1)
    theirs.close()
    ready = ours.recv(4096)
    if not ready:
        os.waitpid(pid, 0)
        raise OSError("the fork server could not be confined")
    return ours, pid, loads(ready.decode("ascii"))
