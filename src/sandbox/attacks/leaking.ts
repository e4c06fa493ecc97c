import type { Attack } from "./attack.ts";

/** Pairs of programs: what the first leaves must not reach the second, which may be another model's. */
export const leaking: readonly Attack[] = [
  {
    name: "left-in-modules",
    about: "finds what the program before it left in modules, builtins and the environment",
    before: `
import builtins, os, sys, types, json, random
builtins.left = sys.left = json.left = SECRET
os.environ["LEFT"] = SECRET
sys.modules["left"] = types.ModuleType("left"); sys.modules["left"].text = SECRET
random.seed(SECRET)
def f(x): return -1
`,
    source: `
import builtins, os, sys, json
def f(x):
    for place in (builtins, sys, json, sys.modules.get("left")):
        if hasattr(place, "left") or hasattr(place, "text"): return "BREACH " + str(place)
    return "BREACH" if "LEFT" in os.environ else -1
`,
  },
  {
    name: "left-in-objects",
    about: "finds the source or data of the program before it among all objects",
    before: "data = {'secret': SECRET, 'more': [SECRET] * 1000}\ndef f(x): return -1\n",
    source: `
import gc
def f(x):
    for thing in gc.get_objects():
        if isinstance(thing, dict) and "secret" in thing and isinstance(thing["secret"], str): return "BREACH " + thing["secret"]
    return -1
`,
  },
  {
    name: "left-in-memory",
    about: "scans its memory for what the program before it had there",
    before: "data = [('left:' + SECRET + str(n)).encode() * 50 for n in range(20000)]\ndef f(x): return -1\n",
    source: `
import ctypes, re
def f(x):
    mark = b"le" + b"ft:"
    ranges = []
    try:
        for line in open("/proc/self/maps"):
            low, high = [int(part, 16) for part in line.split()[0].split("-")]
            if "r" in line.split()[1] and high - low < 1 << 26: ranges.append((low, high))
    except OSError:
        if ctypes.sizeof(ctypes.c_void_p) == 4: ranges = [(1024, 30 << 20)]
    for low, high in ranges:
        text = ctypes.string_at(low, high - low)
        for place in re.finditer(mark + rb"([0-9a-f]{16})", text): return "BREACH " + place.group(1).decode()
    return -1
`,
  },
  {
    name: "left-in-files",
    about: "finds files and open descriptors of the program before it",
    before: `
import os
for path in ("/tmp/left", "/left", "/home/left", "/dev/shm/left", "left"):
    try: open(path, "w").write(SECRET)
    except OSError: pass
for fd in (0, 1, 2): 
    try: os.close(fd)
    except OSError: pass
def f(x): return -1
`,
    source: `
import os
def f(x):
    for path in ("/tmp/left", "/left", "/home/left", "/dev/shm/left", "left"):
        try: return "BREACH " + open(path).read()
        except OSError: pass
    return -1
`,
  },
  {
    name: "left-in-job",
    about: "reads the job, or another one, from where it came",
    before: "text = SECRET\ndef f(x): return -1\n",
    source: `
import os, re
def f(x):
    told = ""
    for path in ("/job", "/dev/fettle"):
        try: told += open(path).read()
        except OSError: pass
    for fd in range(3, 10):
        try: told += os.pread(fd, 10**5, 0).decode("latin1")
        except OSError: pass
    found = re.search(r'SECRET = .{0,2}"([0-9a-f]{16})', told)
    return "BREACH " + found.group(1) if found else -1
`,
  },
];
