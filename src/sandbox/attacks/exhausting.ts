import type { Attack } from "./attack.ts";

/** Programs that never end or never have enough: they have to fail, not to stall or to count as an error of ours. */
export const exhausting: readonly Attack[] = [
  { name: "endless-loop", about: "never returns", source: "def f(x):\n    while True: pass\n" },
  { name: "endless-load", about: "never finishes loading", source: "while True: pass\n" },
  {
    name: "stubborn-loop",
    about: "never returns and catches whatever interrupts it",
    source: `
def f(x):
    while True:
        try:
            while True: pass
        except BaseException: pass
`,
  },
  { name: "sleep", about: "sleeps for an hour", source: "import time\ndef f(x): time.sleep(3600)\n" },
  { name: "c-loop", about: "loops inside the interpreter", source: "def f(x): return sum(range(10**11))\n" },
  { name: "huge-power", about: "computes a number that does not fit", source: "def f(x): return 10**10**8\n" },
  {
    name: "regex",
    about: "backtracks without end",
    source: "import re\ndef f(x): return re.match('(a*)*b', 'a' * 40)\n",
  },
  {
    name: "memory",
    about: "takes all the memory there is",
    source: "def f(x):\n    a = []\n    while True: a.append(bytearray(1 << 20))\n",
  },
  {
    name: "recursion",
    about: "recurses beyond the stack",
    source: "import sys\nsys.setrecursionlimit(10**9)\ndef f(x): return f(x) + f(x)\n",
  },
  {
    name: "print-bomb",
    about: "prints for ever",
    source: "def f(x):\n    while True: print('x' * 10**5)\n",
  },
  { name: "result-bomb", about: "returns a hundred megabytes", source: "def f(x): return 'x' * 10**8\n" },
  {
    name: "frame-bomb",
    about: "writes to every descriptor for ever",
    source: `
import os
def f(x):
    while True:
        for fd in range(3, 16):
            try: os.write(fd, b'x' * 10**6)
            except OSError: pass
`,
  },
  {
    name: "colliding-set",
    about: "returns numbers of one hash, so that the judge's set takes for ever",
    source: `
import sys
import _fettle.candidate as c
step = sys.hash_info.modulus
text = '["v",{"s":[' + ','.join('{"i":"%s"}' % hex(n * (2**61 - 1) * (2**31 - 1)) for n in range(60000)) + ']}]'
c.answer = lambda *a: text
def f(x): return -1
`,
  },
  {
    name: "heavy-range",
    about: "returns a range of a trillion numbers for the test to walk",
    source: "def f(x): return range(10**12)\n",
  },
  {
    name: "threads",
    about: "starts threads that go on after the answer",
    source: `
import threading
def spin():
    while True: pass
def f(x):
    for _ in range(50): threading.Thread(target=spin, daemon=True).start()
    return -1
`,
  },
  {
    name: "fork-bomb",
    about: "forks for ever",
    source: "import os\ndef f(x):\n    while True: os.fork()\n",
  },
  {
    name: "descriptors",
    about: "opens files for ever",
    source: "import os\nkept = []\ndef f(x):\n    while True: kept.append(open(os.__file__))\n",
  },
];
