"""The list of system calls a confined process may make, as a classic BPF program. Everything else is refused (EPERM)."""

import ctypes
import struct

from .linux import MACHINE, PR_SET_NO_NEW_PRIVS, libc, prctl, prepared

X86 = MACHINE == "x86_64"

# name: (number on x86_64, number on aarch64); None where the architecture has no such call.
ALLOWED = {
    "read": (0, 63), "write": (1, 64), "close": (3, 57), "fstat": (5, 80), "newfstatat": (262, 79), "lseek": (8, 62),
    "munmap": (11, 215), "brk": (12, 214), "rt_sigaction": (13, 134), "rt_sigprocmask": (14, 135), "rt_sigreturn": (15, 139),
    "pread64": (17, 67), "readv": (19, 65), "writev": (20, 66), "madvise": (28, 233), "mremap": (25, 216),
    "nanosleep": (35, 101), "clock_nanosleep": (230, 115), "getpid": (39, 172), "getppid": (110, 173), "gettid": (186, 178),
    "exit": (60, 93), "exit_group": (231, 94), "getdents64": (217, 61), "getcwd": (79, 17), "readlink": (89, None),
    "readlinkat": (267, 78), "getuid": (102, 174), "geteuid": (107, 175), "getgid": (104, 176), "getegid": (108, 177),
    "sigaltstack": (131, 132), "futex": (202, 98), "clock_gettime": (228, 113), "clock_getres": (229, 114),
    "gettimeofday": (96, 169), "time": (201, None), "getrandom": (318, 278), "sched_yield": (24, 124),
    "sched_getaffinity": (204, 123), "uname": (63, 160), "sysinfo": (99, 179), "poll": (7, None), "ppoll": (271, 73),
    "getrusage": (98, 165), "stat": (4, None), "lstat": (6, None), "access": (21, None), "faccessat": (269, 48),
    "faccessat2": (439, 439), "statx": (332, 291), "restart_syscall": (219, 128),
}  # fmt: skip
JUDGE_ONLY = {"setitimer": (38, 103)}

# Calls allowed for some arguments only: (argument's index, test, values).
OPENAT, MMAP, MPROTECT, FCNTL, IOCTL = (257, 56), (9, 222), (10, 226), (72, 25), (16, 29)
O_WRITES = 0o3 | 0o100 | 0o1000 | 0o2000 | 0o20000000
"""Access mode, O_CREAT, O_TRUNC, O_APPEND, O_TMPFILE: none may be set."""
PROT_EXEC = 4
FCNTL_COMMANDS = (0, 1, 2, 3, 1030)
"""F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC. Not F_SETOWN: it makes the kernel send signals to others."""
IOCTL_REQUESTS = (0x5401, 0x5451, 0x5450)
"""TCGETS, FIOCLEX, FIONCLEX."""

LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOW, REFUSE, NO_SUCH_CALL, KILL = 0x7FFF0000, 0x00050001, 0x00050026, 0x80000000
AUDIT_ARCH = 0xC000003E if X86 else 0xC00000B7


def _number(pair):
    return pair[0 if X86 else 1]


def _end(verdict):
    return (RETURN, 0, 0, verdict)


def _argument(index):
    return (LOAD, 0, 0, 16 + 8 * index)


def _verdicts(extra):
    """The instructions that decide each call that is not simply refused, by its number."""
    # clone3 must look absent, so that the C library falls back to calls the filter refuses.
    verdicts = {435: [_end(NO_SUCH_CALL)]}
    for pair in {**ALLOWED, **extra}.values():
        if _number(pair) is not None:
            verdicts[_number(pair)] = [_end(ALLOW)]
    for pair, index, bits in ((OPENAT, 2, O_WRITES), (MMAP, 2, PROT_EXEC), (MPROTECT, 2, PROT_EXEC)):
        verdicts[_number(pair)] = [_argument(index), (ANY_BIT, 0, 1, bits), _end(REFUSE), _end(ALLOW)]
    for pair, values in ((FCNTL, FCNTL_COMMANDS), (IOCTL, IOCTL_REQUESTS)):
        tests = [step for value in values for step in ((EQUAL, 0, 1, value), _end(ALLOW))]
        verdicts[_number(pair)] = [_argument(1), *tests, _end(REFUSE)]
    return verdicts


def _search(runs):
    """Finds, by halves, the last of `runs` (first number, instructions) that begins at or before the call's number."""
    if len(runs) == 1:
        return runs[0][1]
    half = len(runs) // 2
    below = _search(runs[:half])
    return [(AT_LEAST, len(below), 0, runs[half][0]), *below, *_search(runs[half:])]


def build_filter(extra):
    """The program as bytes and its length in instructions.

    It is quick to decide for a reason: putting a filter in force, the kernel tries it on every call there is.
    """
    verdicts, runs = _verdicts(extra), []
    for number in range(max(verdicts) + 2):
        steps = verdicts.get(number, [_end(REFUSE)])
        if not runs or runs[-1][1] != steps:
            runs.append((number, steps))
    code = [(LOAD, 0, 0, 4), (EQUAL, 1, 0, AUDIT_ARCH), _end(KILL), (LOAD, 0, 0, 0)]
    if X86:  # the second table of system calls (x32) has other numbers
        code += [(AT_LEAST, 0, 1, 0x40000000), _end(KILL)]
    code += _search(runs)
    return b"".join(struct.pack("HBBI", *instruction) for instruction in code), len(code)


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("code", ctypes.c_char_p)]


class Filter:
    """Built once, before forking; `apply` confines the calling process for good. Raises OSError where impossible."""

    def __init__(self, extra=None):
        code, length = build_filter(extra or {})
        prctl(PR_SET_NO_NEW_PRIVS, 1)  # or the kernel takes filters from root alone; children inherit it
        self.apply = prepared("seccomp", libc.prctl, 22, 2, ctypes.byref(_Program(length, code)), 0, 0)
