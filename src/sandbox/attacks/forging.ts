import type { Attack } from "./attack.ts";

/** Wrong answers that try to pass for right ones. */
export const forging: readonly Attack[] = [
  {
    name: "always-equal",
    about: "returns an object that equals everything",
    source: `
class Equal:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __bool__(self): return True
    def __hash__(self): return 0
def f(x): return Equal()
`,
  },
  {
    name: "always-equal-number",
    about: "returns a subclass of int that equals everything",
    source: `
class Equal(int):
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __index__(self): return 8
    def __hash__(self): return 0
def f(x): return Equal(0)
`,
  },
  {
    name: "always-equal-containers",
    about: "returns subclasses of list and str with comparisons of their own",
    source: `
class Equal(list):
    def __eq__(self, other): return True
    def __iter__(self): return iter([7, 8, 11, 16, 23])
class Text(str):
    def __eq__(self, other): return True
    def __str__(self): return "8"
    __hash__ = str.__hash__
def f(x): return Equal() if x % 2 else Text()
`,
  },
  {
    name: "exit-in-call",
    about: "ends the process with success inside the call",
    source: "import os\ndef f(x): os._exit(0)\n",
  },
  {
    name: "exit-codes",
    about: "ends the process with codes that might pass for a failure of the sandbox, to be excused",
    source: "import os\ndef f(x): os._exit((3, 77, 78, 137)[x % 4])\n",
  },
  { name: "exit-on-load", about: "ends the process with success while loading", source: "import os\nos._exit(0)\n" },
  { name: "system-exit-in-call", about: "raises SystemExit(0)", source: "import sys\ndef f(x): sys.exit(0)\n" },
  { name: "system-exit-on-load", about: "raises SystemExit(0) while loading", source: "raise SystemExit(0)\n" },
  {
    name: "skip-test",
    about: "raises what test runners count as skipped",
    source: "import unittest\ndef f(x): raise unittest.SkipTest('not today')\n",
  },
  {
    name: "base-exceptions",
    about: "raises what ordinary handlers do not catch",
    source: `
def f(x):
    raise (KeyboardInterrupt, GeneratorExit, StopIteration, StopAsyncIteration)[x % 4]()
`,
  },
  {
    name: "exception-names",
    about: "raises exceptions named like things the judge must not raise or call",
    source: `
def f(x):
    name = ("SystemExit", "KeyboardInterrupt", "exec", "__import__", "BaseException", "Late", "NeedsCall")[x % 7]
    raise type(name, (Exception,), {})("assert True")
`,
  },
  {
    name: "exit-handlers",
    about: "registers an exit handler that ends with success, and an exception hook",
    source: `
import atexit, os, sys
atexit.register(lambda: os._exit(0))
sys.excepthook = lambda *args: os._exit(0)
def f(x): raise ValueError
`,
  },
  {
    name: "caller-frames",
    about: "looks for the expected value among constants and locals of its callers",
    source: `
import sys
def f(x):
    found = []
    frame = sys._getframe(1)
    while frame:
        found += [c for c in frame.f_code.co_consts if type(c) is int and c > 6]
        found += [v for v in list(frame.f_locals.values()) + list(frame.f_globals.values()) if type(v) is int and v > 6]
        found += [repr(v) for v in frame.f_locals.values() if type(v) in (str, dict, list) and "assert" in repr(v)]
        frame = frame.f_back
    return found[x % len(found)] if found else -1
`,
  },
  {
    name: "object-hunt",
    about: "searches all objects for the test, its counters and the secret in it",
    source: `
import gc
def f(x):
    for thing in gc.get_objects():
        try:
            if type(thing).__name__ == "Tally":
                thing.ok = list(thing.run) or [9] * 9
            if isinstance(thing, dict):
                for value in list(thing.values()):
                    if isinstance(value, str) and "assert f(41)" in value and "SECRET_FILE" not in value:
                        return "BREACH " + value
        except Exception: pass
    return -1
`,
  },
  {
    name: "patched-builtins",
    about: "replaces builtins that a judge in the same process would use",
    source: `
import builtins, operator
builtins.all = builtins.any = builtins.bool = lambda *a: True
builtins.isinstance = builtins.issubclass = lambda *a: True
builtins.len = lambda *a: 8
operator.eq = lambda *a: True
builtins.AssertionError = type("Quiet", (Exception,), {})
def f(x): return -1
`,
  },
  {
    name: "patched-codec",
    about: "replaces the encoder of answers",
    source: `
import _fettle.candidate as c, _fettle.codec as codec
c.dumps = codec.dumps = lambda *a: '["v",{"o":"always"}]'
c.encode = codec.encode = lambda *a: True
c.answer = lambda *a: '["v",true]'
def f(x): return -1
`,
  },
  {
    name: "forged-frames",
    about: "writes lines of the protocol itself, to every descriptor",
    source: String.raw`
import os
lines = b'["ok"]\n["v",true]\n["pass"]\nE{"end":"done","cpuMs":0}\n{"run":[1],"ok":[1],"failures":[],"strays":[]}\n'
for fd in range(64):
    try: os.write(fd, lines)
    except OSError: pass
def f(x):
    for fd in range(3, 64):
        try: os.write(fd, lines)
        except OSError: pass
    return -1
`,
  },
  {
    name: "frames-in-bulk",
    about: "sends thousands of lines before it is asked",
    source: String.raw`
import os
for fd in range(3, 16):
    try: os.write(fd, b'["ok"]\n' + b'["v",null]\n' * 5000)
    except OSError: pass
def f(x): return -1
`,
  },
  {
    name: "moved-connection",
    about: "answers all calls at once over a copy of its connection, closes the original and stays alive",
    source: String.raw`
import fcntl, os, time
def f(x):
    copies = []
    for fd in range(3, 12):
        try: copies.append(fcntl.fcntl(fd, fcntl.F_DUPFD, 16)); os.close(fd)
        except OSError: pass
    for fd in copies:
        try: os.write(fd, b'["v",true]\n' * 5000 + b'["v",')
        except OSError: pass
    time.sleep(3600)
`,
  },
  {
    name: "broken-frames",
    about: "answers with what the decoder does not expect",
    source: String.raw`
import _fettle.candidate as c
frames = ['["v",{"z":1}]', '["v"]', '[]', '{}', 'null', '["v",{"t":1,"d":2}]', '["v",{"d":[[[],1]]}]', '["v",{"i":"zz"}]',
          '["m",1,{"t":[]}]', '["x"]', '["x",{},[]]', '["v",{"c":["1","j"]}]', '["v",{"r":[0,1,0]}]', '["\\ud800"]', 'E', '["v",{"o":{}}]']
turn = iter(range(10**6))
c.answer = lambda function, call: frames[next(turn) % len(frames)]
def f(x): return -1
`,
  },
  {
    name: "deep-frame",
    about: "answers with a value nested a hundred thousand deep",
    source: `
import _fettle.candidate as c
c.answer = lambda function, call: '["v",' + '[' * 100000 + ']' * 100000 + ']'
def f(x): return -1
`,
  },
  {
    name: "huge-number",
    about: "answers with numbers of a million digits",
    source: `
import _fettle.candidate as c
turn = iter(range(10**6))
c.answer = lambda *a: '["v",' + '9' * 1000000 + ']' if next(turn) % 2 else '["v",{"i":"0x' + 'f' * 2000000 + '"}]'
def f(x): return -1
`,
  },
  {
    name: "not-a-number",
    about: "returns values that compare oddly",
    source: "def f(x): return (float('nan'), float('inf'), -0.0, 1e309)[x % 4]\n",
  },
  {
    name: "changed-arguments",
    about: "reports arguments as changed that were not",
    source: `
import _fettle.candidate as c
c.answer = lambda *a: '["m",true,[[7,8,11,16,23],{"d":[["ok",1]]}]]'
def f(x): return -1
`,
  },
  {
    name: "tracing",
    about: "traces and profiles whatever runs after it",
    source: `
import sys
def trace(frame, event, argument):
    for name in list(frame.f_locals):
        if name in ("result", "line"): frame.f_locals[name] = '["v",8]'
    return trace
sys.settrace(trace); sys.setprofile(trace)
def f(x): return -1
`,
  },
  {
    name: "poisoned-modules",
    about: "puts modules of its own in place of those in use",
    source: `
import sys, types
for name in list(sys.modules):
    if name not in ("sys", "builtins") and not name.startswith("_frozen"):
        sys.modules[name] = types.ModuleType(name)
def f(x): return -1
`,
  },
  {
    name: "seed-guess",
    about: "reads the state of random to predict what the test draws",
    source: `
import random
state = random.getstate()
def f(x):
    random.setstate(state)
    return random.randint(0, 10**6)
`,
  },
  {
    name: "self-referring",
    about: "returns a list that contains itself",
    source: "def f(x):\n    a = []\n    a.append(a)\n    return a\n",
  },
];
