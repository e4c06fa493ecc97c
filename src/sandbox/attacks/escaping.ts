import type { Attack } from "./attack.ts";

/** What every attempt below is wrapped in: each is tried, and only a success is told. */
const attempts = `
def tried(*functions):
    for function in functions:
        try:
            result = function()
            if result is not None: return "BREACH %s %s" % (function.__name__, str(result)[:150])
        except BaseException: pass
    return "held"
`;

const syscalls = `
import ctypes, platform
arm = platform.machine() == "aarch64"
def syscall(x86, aarch64, *arguments):
    libc = ctypes.CDLL(None, use_errno=True)
    result = libc.syscall(aarch64 if arm else x86, *arguments)
    return None if result < 0 else result
`;

const outward = (name: string, about: string, source: string): Attack => ({
  name,
  about,
  source: `${attempts}${source}`,
});

/** Programs that reach for the machine they run on. */
export const escaping: readonly Attack[] = [
  outward(
    "read-file",
    "reads a file that everybody may read",
    `
import os, io, pathlib, codecs
def by_open(): return open(SECRET_FILE).read()
def by_os(): return os.read(os.open(SECRET_FILE, os.O_RDONLY), 100)
def by_path(): return pathlib.Path(SECRET_FILE).read_bytes()
def by_folder(): return os.read(os.open(os.path.basename(SECRET_FILE), os.O_RDONLY, dir_fd=os.open(OPEN_FOLDER, os.O_RDONLY)), 100)
def by_codecs(): return codecs.open(SECRET_FILE).read()
def by_import(): return __import__("importlib.machinery").machinery.SourceFileLoader("s", SECRET_FILE).get_data(SECRET_FILE)
def passwords(): return open("/etc/passwd").read()
def f(x): return tried(by_open, by_os, by_path, by_folder, by_codecs, by_import, passwords)
`,
  ),
  outward(
    "list-folder",
    "lists a folder of the host",
    `
import os
def folder(): return [n for n in os.listdir(OPEN_FOLDER)] or None
def home(): return [n for n in os.listdir("/root")] or None
def etc(): return "passwd" in os.listdir("/etc") or None
def f(x): return tried(folder, home, etc)
`,
  ),
  outward(
    "write-file",
    "makes, changes and removes files in a folder open to everybody",
    `
import os, shutil, tempfile
target = OPEN_FOLDER + "/made"
def write(): open(target, "w").write("x"); return "wrote"
def append(): open(SECRET_FILE, "a").write("x"); return "appended"
def truncate(): os.truncate(SECRET_FILE, 0); return "truncated"
def temporary(): os.write(os.open(OPEN_FOLDER, os.O_TMPFILE | os.O_RDWR), b"x"); return "temporary"
def folder(): os.mkdir(target); return "folder"
def link(): os.link(SECRET_FILE, target); return "link"
def symlink(): os.symlink(SECRET_FILE, target); return "symlink"
def fifo(): os.mkfifo(target); return "fifo"
def rename(): os.rename(SECRET_FILE, target); return "renamed"
def remove(): os.unlink(SECRET_FILE); return "removed"
def mode(): os.chmod(SECRET_FILE, 0o777); return "mode"
def times(): os.utime(SECRET_FILE, (1, 1)); return "times"
def tree(): shutil.rmtree(OPEN_FOLDER); return None
def f(x): return tried(write, append, truncate, temporary, folder, link, symlink, fifo, rename, remove, mode, times, tree)
`,
  ),
  outward(
    "shared-memory",
    "leaves shared memory and semaphores behind",
    `
def posix():
    from multiprocessing import shared_memory
    return shared_memory.SharedMemory("fettle", create=True, size=10).name
def file(): open("/dev/shm/fettle", "w").write("x"); return "file"
def semaphore():
    import _multiprocessing
    return _multiprocessing.SemLock(1, 1, 1, "/fettle", False)
def f(x): return tried(posix, file, semaphore)
`,
  ),
  outward(
    "run-program",
    "runs another program",
    `
import os
command = "echo made > " + OPEN_FOLDER + "/made"
def system(): return os.system(command) == 0 or None
def popen(): return os.popen(command + "; echo BREACH").read() or None
def run():
    import subprocess
    return subprocess.run(["/bin/sh", "-c", command]).returncode == 0 or None
def spawn(): return os.posix_spawn("/bin/sh", ["sh", "-c", command], {})
def pty_spawn():
    import pty
    return pty.spawn(["/bin/sh", "-c", command]) == 0 or None
def f(x): return tried(system, popen, run, spawn, pty_spawn)
`,
  ),
  outward(
    "replace-itself",
    "becomes another program",
    `
import os
def f(x):
    for shell in ("/bin/sh", "/usr/bin/sh"):
        try: os.execv(shell, ["sh", "-c", "echo made > %s/made" % OPEN_FOLDER])
        except BaseException: pass
    return "held"
`,
  ),
  outward(
    "outlive",
    "leaves a child behind that acts later",
    `
import os, time
def child():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(0.2)
            open(OPEN_FOLDER + "/made", "w").write("x")
        os._exit(0)
    return "forked"
def f(x): return tried(child)
`,
  ),
  outward(
    "connect",
    "connects and sends to the machine's network",
    `
import socket
def tcp(): socket.create_connection(("127.0.0.1", TCP_PORT), 1).send(b"x"); return "tcp"
def udp(): return socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", UDP_PORT))
def six(): socket.create_connection(("::1", TCP_PORT), 1); return "six"
def pair(): return socket.socketpair()
def f(x): return tried(tcp, udp, six, pair)
`,
  ),
  outward(
    "web",
    "asks a server by the libraries for it",
    `
url = "http://127.0.0.1:%d/" % TCP_PORT
def library():
    import urllib.request
    return urllib.request.urlopen(url, timeout=1).read()
def browser():
    from pyodide.http import open_url
    return open_url(url).read()
def fetch():
    from js import fetch, XMLHttpRequest
    return str(fetch(url))
def name():
    import socket
    return socket.getaddrinfo("example.com", 80)
def f(x): return tried(library, browser, fetch, name)
`,
  ),
  outward(
    "unix-socket",
    "makes a named socket and listens",
    String.raw`
import socket
def named(): s = socket.socket(socket.AF_UNIX); s.bind(OPEN_FOLDER + "/made"); return "named"
def abstract(): s = socket.socket(socket.AF_UNIX); s.bind("\0fettle"); return "abstract"
def listen(): s = socket.socket(); s.bind(("127.0.0.1", 0)); s.listen(); return s.getsockname()
def link(): return socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)
def raw(): return socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
def f(x): return tried(named, abstract, listen, link, raw)
`,
  ),
  outward(
    "signals",
    "sends signals to the service, a bystander, its parent and everybody",
    `
import os, signal
def bystander(): os.kill(VICTIM, signal.SIGKILL); return "bystander"
def service(): os.kill(SERVICE, signal.SIGUSR2); return "service"
def group(): os.killpg(0, signal.SIGUSR2); return "group"
def everybody(): os.kill(-1, signal.SIGKILL); return "everybody"
def parent(): os.kill(os.getppid(), signal.SIGKILL); return "parent"
def queue(): return signal.pthread_kill(1, 9)
def f(x): return tried(bystander, service, parent, group, everybody)
`,
  ),
  outward(
    "kernel-sends-signals",
    "has the kernel signal a bystander when a descriptor is ready",
    `
import fcntl, os, signal
def owner():
    for fd in range(3, 8):
        try:
            fcntl.fcntl(fd, fcntl.F_SETOWN, VICTIM)
            fcntl.fcntl(fd, 10, signal.SIGKILL)
            fcntl.fcntl(fd, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
            return "owner"
        except OSError: pass
def f(x): return tried(owner)
`,
  ),
  outward(
    "other-processes",
    "reads environment, memory and descriptors of other processes",
    `
import os
def environment(): return open("/proc/%d/environ" % SERVICE, "rb").read()[:50]
def memory(): return os.open("/proc/%d/mem" % SERVICE, os.O_RDWR)
def command(): return open("/proc/%d/cmdline" % SERVICE, "rb").read()[:50]
def parent(): return open("/proc/%d/mem" % os.getppid(), "rb").fileno()
def descriptors(): return os.listdir("/proc/%d/fd" % SERVICE)
def root(): return os.listdir("/proc/%d/root" % SERVICE)
def own(): return open("/proc/self/environ", "rb").read()[:50] or None
def f(x): return tried(environment, memory, command, parent, descriptors, root, own)
`,
  ),
  outward(
    "trace-processes",
    "attaches to and writes into other processes",
    `${syscalls}
def attach(): return syscall(101, 117, 16, VICTIM, 0, 0)
def seize(): return syscall(101, 117, 0x4206, SERVICE, 0, 0)
def read_memory():
    data = ctypes.create_string_buffer(8)
    vector = (ctypes.c_size_t * 2)(ctypes.addressof(data), 8)
    return syscall(310, 270, SERVICE, vector, 1, vector, 1, 0)
def open_process(): return syscall(434, 434, SERVICE, 0)
def f(x): return tried(attach, seize, read_memory, open_process)
`,
  ),
  outward(
    "raw-system-calls",
    "makes system calls that no program needs",
    `${syscalls}
def make_socket(): return syscall(41, 198, 2, 1, 0)
def execute(): return syscall(59, 221, b"/bin/true", None, None)
def memory_file(): return syscall(319, 279, b"x", 0)
def ring(): return syscall(425, 425, 8, ctypes.create_string_buffer(200))
def bpf(): return syscall(321, 280, 0, ctypes.create_string_buffer(128), 128)
def perf(): return syscall(298, 241, ctypes.create_string_buffer(128), 0, -1, -1, 0)
def keys(): return syscall(250, 219, 0, -3, 1)
def fault(): return syscall(323, 282, 1)
def clone(): return syscall(56, 220, 0, 0, 0, 0, 0)
def queue(): return syscall(68, 186, 1, 0o1600)
def open_by_handle(): return syscall(304, 265, -100, ctypes.create_string_buffer(64), 0)
def x32(): return None if arm else syscall(0x40000000 + 41, 0, 2, 1, 0)
def f(x): return tried(make_socket, execute, memory_file, ring, bpf, perf, keys, fault, clone, queue, open_by_handle, x32)
`,
  ),
  outward(
    "privileges",
    "becomes root, leaves its root, makes namespaces, mounts",
    `${syscalls}
import os
def root(): os.setuid(0); return "root"
def group(): os.setgroups([0]); return "group"
def leave(): os.chroot("/tmp"); return "chroot"
def namespace(): return syscall(272, 97, 0x10000000)
def mount(): return syscall(165, 40, b"none", b"/tmp", b"tmpfs", 0, None)
def clock(): import time; time.clock_settime(0, time.time()); return "clock"
def host(): import socket; socket.sethostname("x"); return "host"
def limits():
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (-1, -1)); resource.setrlimit(resource.RLIMIT_NPROC, (9, 9)); return "limits"
def nice(): return os.setpriority(os.PRIO_PROCESS, 0, -5) or "nice"
def f(x): return tried(root, group, leave, namespace, mount, clock, host, limits, nice)
`,
  ),
  outward(
    "undo-confinement",
    "takes back what confines it, and passes descriptors and signals around it",
    `${syscalls}
zeros = ctypes.create_string_buffer(256)
def dumpable(): return syscall(157, 167, 4, 1, 0, 0, 0)
def orphan(): return syscall(157, 167, 1, 0, 0, 0, 0)
def ambient(): return syscall(157, 167, 47, 2, 0, 0, 0)
def capabilities():
    header, everything = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)(*[0xffffffff] * 6)
    return syscall(126, 91, header, everything)
def groups(): return syscall(116, 159, 1, zeros)
def limits(): return syscall(302, 261, 0, 6, (ctypes.c_ulong * 2)(0, 0), None)
def executable_reads(): return syscall(135, 92, 0x400000)
def processors(): return syscall(203, 122, 0, 128, (ctypes.c_ubyte * 128)(*[255] * 128))
def rules(): return syscall(444, 444, None, 0, 1)
def send_descriptor(): return syscall(46, 211, 3, zeros, 0)
def receive_descriptor(): return syscall(47, 212, 3, zeros, 0x40)
def take_descriptor(): return syscall(438, 438, 0, 0, 0)
def peer(): return syscall(55, 209, 3, 1, 17, zeros, (ctypes.c_uint * 1)(12))
def close_half(): return syscall(48, 210, 3, 1)
def signal_itself(): return syscall(234, 131, syscall(39, 172), syscall(186, 178), 10)
def queue_signal(): return syscall(129, 138, syscall(110, 173), 10, zeros)
def timer(): return syscall(222, 107, 0, None, zeros)
def f(x):
    return tried(dumpable, orphan, ambient, capabilities, groups, limits, executable_reads, processors, rules, send_descriptor,
        receive_descriptor, take_descriptor, peer, close_half, signal_itself, queue_signal, timer)
`,
  ),
  outward(
    "machine-code",
    "runs machine code of its own",
    `${syscalls}
import mmap
def pages(): return mmap.mmap(-1, 4096, prot=7)
def protect():
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mmap.restype = ctypes.c_void_p
    page = libc.mmap(None, 4096, 3, 34, -1, 0)
    return None if libc.mprotect(ctypes.c_void_p(page), 4096, 5) else "executable"
def f(x): return tried(pages, protect)
`,
  ),
  outward(
    "inherited-descriptors",
    "writes to and reads from what it was started with",
    `
import os, stat
def pipes():
    kinds = [(fd, os.fstat(fd).st_mode) for fd in (0, 1, 2)]
    return [fd for fd, mode in kinds if stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or stat.S_ISREG(mode)] or None
def others():
    found = []
    for fd in range(4, 256):
        try: found.append((fd, oct(os.fstat(fd).st_mode)))
        except OSError: pass
    return found or None
def f(x): return tried(pipes, others)
`,
  ),
  outward(
    "crash",
    "writes where nothing is",
    `
import ctypes
def f(x):
    ctypes.memset(0, 255, 1 << 30)
    ctypes.string_at(1 << 40)
    return -1
`,
  ),
  outward(
    "javascript",
    "reaches for JavaScript from inside WebAssembly",
    `
def js_process():
    import js
    return js.process
def run():
    from pyodide.code import run_js
    return run_js("process.pid")
def constructor():
    from pyodide.ffi import to_js
    return to_js([1]).constructor.constructor("return process")()
def module():
    import pyodide_js
    return pyodide_js.constructor.constructor("return process")()
def mount():
    import pyodide_js
    pyodide_js.mountNodeFS("/host", "/")
    import os
    return os.listdir("/host")
def low():
    import _pyodide_core
    return dir(_pyodide_core)
def global_this():
    from js import globalThis
    return globalThis
def f(x): return tried(js_process, run, constructor, module, mount, global_this)
`,
  ),
  outward(
    "trampolines",
    "calls functions of the WebAssembly table by number",
    `
import ctypes
def f(x):
    if ctypes.sizeof(ctypes.c_void_p) != 4: return "held"
    for number in range(1, 400):
        try: ctypes.CFUNCTYPE(ctypes.c_int)(number)()
        except BaseException: pass
    return "held"
`,
  ),
];
