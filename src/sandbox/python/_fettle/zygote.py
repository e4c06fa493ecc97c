"""The fork server: a process that has Python loaded and confined, and forks a clean child for every job.

It never reads a job: the child does, from its own socket. So its memory, which every child inherits, holds nothing of any
program or test. Orders come over a SOCK_SEQPACKET socket: F fork (with the child's socket), C processor time, K kill.
"""

import array
import gc
import os
import resource
import signal
import socket
import struct
import sys
import time

from . import candidate, linux, preload, seccomp
from .codec import dumps, loads
from .lines import Lines, write_all

LIMITS = struct.Struct(">III")
"""Memory in MB, processor seconds, this order's padding."""
REPORT = struct.Struct(">idI")
"""Exit status as of wait, processor seconds, peak resident KB."""
PID = struct.Struct(">i")
CPU = struct.Struct(">d")
JOB_SOCKET = 3


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
    fence = seccomp.Filter()
    sys.path[:] = [path for path in sys.path if path in folders or path.startswith(tuple(f + "/" for f in folders))]
    sys.argv[:] = [""]
    gc.collect()
    gc.freeze()  # children share these pages: collecting would copy them
    gc.disable()
    control.sendall(dumps(isolation).encode())
    me = os.getpid()
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
                child(descriptor, LIMITS.unpack(order[1:]), fence, me)
            os.close(descriptor)
            control.sendall(PID.pack(pid))
        elif order[:1] == b"C":
            (pid,) = PID.unpack(order[1:])
            control.sendall(CPU.pack(time.clock_gettime((~pid << 3) | 2)))  # clock_getcpuclockid(3)
        else:
            (pid,) = PID.unpack(order[1:])
            os.kill(pid, signal.SIGKILL)  # not reaped yet, so it is still this child
            _, status, usage = os.wait4(pid, 0)
            control.sendall(REPORT.pack(status, usage.ru_utime + usage.ru_stime, usage.ru_maxrss))


def child(descriptor, limits, fence, parent):
    """Confines itself for good, then reads its job and runs it. Never returns."""
    code = 77
    try:
        os.dup2(0, 2)  # /dev/null: complaints of ours go to standard error, a program's do not
        os.dup2(descriptor, JOB_SOCKET)
        linux.close_from(JOB_SOCKET + 1)
        memory_mb, cpu_seconds, _ = limits
        linux.limit(memory_mb, cpu_seconds, files=32)
        linux.drop_privileges()
        linux.die_with(parent)  # after dropping: changing identity clears it
        linux.prctl(linux.PR_SET_DUMPABLE, 0)
        fence.apply()
        gc.enable()
        lines = Lines(JOB_SOCKET)
        job = loads(lines.read())
        code = 78
        candidate.run(
            job,
            write_line=lambda line: write_all(JOB_SOCKET, line.encode("ascii") + b"\n"),
            read_line=lambda: lines.read().decode("ascii"),
        )
        code = 0
    finally:
        os._exit(code)


def start(settings):
    """(socket to the fork server, its pid, how it is confined). Raises OSError where confinement is impossible."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    if settings["namespaces"]:
        linux.enter_namespaces()
    me = os.getpid()
    pid = os.fork()
    if pid == 0:
        try:
            ours.close()
            null = os.open("/dev/null", os.O_RDWR)
            for standard in (0, 1):
                os.dup2(null, standard)
            control = socket.socket(fileno=os.dup2(theirs.detach(), JOB_SOCKET))
            linux.close_from(JOB_SOCKET + 1)
            if not settings["namespaces"]:  # the first process of a namespace has no parent it could see
                linux.die_with(me)
            linux.prctl(linux.PR_SET_DUMPABLE, 0)
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
    return ours, pid, loads(ready)
