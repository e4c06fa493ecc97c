"""The kernel's fences, through ctypes: process settings, Landlock, namespaces. No privilege needed for the first two."""

import ctypes
import functools
import os
import platform
import resource
import signal
import sys

libc = ctypes.CDLL(None, use_errno=True)
bare_fork = ctypes.PyDLL(None).fork
"""fork(2) without Python's own preparations, which matter to programs with threads and cost a child 200 page faults."""
MACHINE = platform.machine()

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS = 1, 4, 38
CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWIPC, CLONE_NEWUSER = 0x20000, 0x4000000, 0x8000000, 0x10000000
CLONE_NEWPID, CLONE_NEWNET = 0x20000000, 0x40000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE = 1, 2, 4, 32, 4096, 16384, 1 << 18
NOBODY = 65534


def _fail(what):
    code = ctypes.get_errno()
    raise OSError(code, "%s: %s" % (what, os.strerror(code)))


def _check(result, what):
    if result:
        _fail(what)


def prepared(what, function, *arguments):
    """A call of the C library that is built now and made later, by a child: every page a child writes to is copied for it."""
    call = functools.partial(function, *[ctypes.c_ulong(a) if isinstance(a, int) else a for a in arguments])

    def make():
        if call():
            _fail(what)

    return make


def prctl(option, value):
    prepared("prctl %d" % option, libc.prctl, option, value, 0, 0, 0)()


def die_with(parent):
    """The kernel ends this process when its parent does; `parent` is the parent's pid, checked against a race."""
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def readable_folders():
    """What a program needs to import the standard library."""
    library = os.path.dirname(os.__file__)
    return sorted({os.path.realpath(library), library})


def _limit(limits):
    for kind, most in limits:
        try:
            resource.setrlimit(kind, (most, most))
        except ValueError:  # the surroundings set a lower one already
            pass


def limit(memory_mb, cpu_seconds=None):
    """Hard limits of this process, which can start no other; none of them can be raised again."""
    cpu = [(resource.RLIMIT_CPU, cpu_seconds)] if cpu_seconds is not None else []
    _limit([(resource.RLIMIT_AS, memory_mb << 20), (resource.RLIMIT_NPROC, 0), *cpu])


def limit_files(descriptors):
    """Hard limits of this process and its children: so many descriptors, no file grows, nothing is locked or queued."""
    none = (resource.RLIMIT_FSIZE, resource.RLIMIT_CORE, resource.RLIMIT_MEMLOCK, resource.RLIMIT_MSGQUEUE)
    _limit([(resource.RLIMIT_NOFILE, descriptors), *((kind, 0) for kind in none)])


def drop_groups():
    """Root leaves every group, as a first step to becoming nobody; children inherit it."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)


def drop_privileges():
    """Root becomes nobody; whoever it is loses every capability, those of its user namespace too."""
    if os.geteuid() == 0:
        os.setresuid(NOBODY, NOBODY, NOBODY)
    _drop_capabilities()


_drop_capabilities = prepared(
    "capset",
    libc.capset,
    ctypes.byref((ctypes.c_uint32 * 2)(0x20080522, 0)),  # version 3 of the structure, for the calling process
    ctypes.byref((ctypes.c_uint32 * 6)()),
)
not_dumpable = prepared("prctl %d" % PR_SET_DUMPABLE, libc.prctl, PR_SET_DUMPABLE, 0, 0, 0, 0)
"""Closes this process to others of its user."""


LANDLOCK_CREATE_RULESET, LANDLOCK_ADD_RULE, LANDLOCK_RESTRICT_SELF = 444, 445, 446
EXECUTE, READ_FILE, READ_DIR = 1, 4, 8
HANDLED = {1: 13, 2: 14, 3: 15, 4: 15}
"""Number of file system rights that each version of Landlock knows; 16 from version 5 on."""


class _Ruleset(ctypes.Structure):
    _pack_ = 1
    _fields_ = [("fs", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64)]


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = [("access", ctypes.c_uint64), ("folder", ctypes.c_int32)]


def landlock(paths):
    """Forbids every access to files but reading `paths`, TCP, and signals to outsiders, as far as the kernel can.

    Returns the version of Landlock in force, 0 where there is none. Holds for this process and all its children.
    """
    version = libc.syscall(LANDLOCK_CREATE_RULESET, None, ctypes.c_size_t(0), 1)
    if version < 1:
        return 0
    every = (1 << HANDLED.get(version, 16)) - 1
    rules = _Ruleset(every, 3 if version >= 4 else 0, 3 if version >= 6 else 0)
    size = 8 if version < 4 else 16 if version < 6 else 24
    ruleset = libc.syscall(LANDLOCK_CREATE_RULESET, ctypes.byref(rules), ctypes.c_size_t(size), 0)
    if ruleset < 0:
        return 0
    try:
        for path in paths:
            try:
                handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
            except OSError:
                continue
            access = READ_FILE | READ_DIR if os.path.isdir(path) else READ_FILE
            rule = _Beneath(access, handle)
            failed = libc.syscall(LANDLOCK_ADD_RULE, ruleset, 1, ctypes.byref(rule), 0)
            os.close(handle)
            _check(failed, "landlock rule for %s" % path)
        prctl(PR_SET_NO_NEW_PRIVS, 1)
        _check(libc.syscall(LANDLOCK_RESTRICT_SELF, ruleset, 0), "landlock")
    finally:
        os.close(ruleset)
    return version


def unshare(flags):
    _check(libc.unshare(flags), "unshare")


def enter_namespaces():
    """Prepares this process so that its next child is the first of new namespaces. Raises OSError where forbidden.

    An unprivileged user needs a user namespace for it, in which it stays itself.
    """
    user, group = os.getuid(), os.getgid()
    if user == 0:
        unshare(CLONE_NEWPID)
        return
    unshare(CLONE_NEWUSER | CLONE_NEWPID)
    for name, text in (("setgroups", "deny"), ("uid_map", "%d %d 1" % (user, user)), ("gid_map", "%d %d 1" % (group, group))):
        with open("/proc/self/" + name, "w") as file:
            file.write(text)


def _mount(source, target, kind, flags, data=None):
    encoded = [text.encode() if text is not None else None for text in (source, target, kind, data)]
    source, target, kind, data = encoded
    _check(libc.mount(source, target, kind, ctypes.c_ulong(flags), data), "mount %s" % target.decode())


def isolate_files_and_network(folders):
    """Leaves a file system that holds nothing but `folders`, read-only, and a network without a single interface up."""
    unshare(CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS)
    _mount(None, "/", None, MS_REC | MS_PRIVATE)
    # Any folder that hides none of `folders` will do: what is mounted over it is seen in this namespace only.
    roots = ("/tmp", "/mnt", "/srv", "/home")
    root = next(root for root in roots if os.path.isdir(root) and not any(path.startswith(root + "/") for path in folders))
    _mount("tmpfs", root, "tmpfs", MS_NOSUID | MS_NODEV, "size=1m,mode=755")
    for folder in folders:
        target = root + folder
        os.makedirs(target, exist_ok=True)
        _mount(folder, target, None, MS_BIND | MS_REC)
        _mount(None, target, None, MS_BIND | MS_REMOUNT | MS_RDONLY | MS_NOSUID | MS_NODEV)
    old = root + "/old"
    os.makedirs(old)
    number = {"x86_64": 155, "aarch64": 41}[MACHINE]
    _check(libc.syscall(number, root.encode(), old.encode()), "pivot_root")
    os.chdir("/")
    _check(libc.umount2(b"/old", 2), "umount")
    os.rmdir("/old")
    _mount(None, "/", None, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV)


def close_from(first):
    """Closes every descriptor from `first` on."""
    os.closerange(first, min(resource.getrlimit(resource.RLIMIT_NOFILE)[0], 1 << 16))


def supported():
    return sys.platform == "linux" and MACHINE in ("x86_64", "aarch64")
