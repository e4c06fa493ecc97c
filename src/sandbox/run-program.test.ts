import { describe, expect, it } from "vitest";
import type { Program, ProgramRun } from "../core/sandbox.ts";
import { onEachBackend } from "./testing/backends.ts";

const host = [
  "made = []",
  "hidden = 'hidden-in-the-host'",
  "def handle(name, args, kwargs):",
  "    if name == 'fail': raise TypeError(\"Trainer.__init__() got an unexpected keyword argument 'x'\")",
  "    if name == 'odd': raise type('Odd', (Exception,), {})('odd')",
  "    made.append((name, args, kwargs))",
  "    return {'count': len(made), 'args': args}",
  "def report():",
  "    return made",
].join("\n");

onEachBackend(1, (opened) => {
  async function run(main: string, more: Partial<Program> = {}): Promise<ProgramRun> {
    const result = await opened().sandbox.run({
      files: { "main.py": main, ...more.files },
      main: "main.py",
      ...omitFiles(more),
    });
    if (result.outcome === "error") throw new Error(result.why);
    return result;
  }
  const omitFiles = ({ files: _files, ...rest }: Partial<Program>) => rest;

  describe("a program", () => {
    it("has arguments, input, output and an exit code", async () => {
      const result = await run(
        "import sys\nprint(sys.argv, input(), __name__)\nprint('né', file=sys.stderr)\nsys.exit(7)\n",
        { arguments: ["--x", "1"], stdin: "line\nmore" },
      );
      expect(result).toMatchObject({
        end: "done",
        code: 7,
        stdout: "['main.py', '--x', '1'] line __main__\n",
        stderr: "né\n",
        truncated: false,
        calls: [],
        report: null,
      });
    });

    it("shows its own traceback and nothing of what runs it", async () => {
      const { stderr, code } = await run("def g():\n    return 1 / 0\ng()\n");
      expect(code).toBe(1);
      expect(stderr).toMatch(
        /^Traceback \(most recent call last\):\n {2}File "\/work\/main.py", line 3, in <module>\n/,
      );
      expect(stderr).toMatch(/ZeroDivisionError: division by zero\n$/);
      expect(stderr).not.toContain("_fettle");
      expect((await run("def f(:\n")).stderr).toContain("SyntaxError");
    });

    it("has files and modules of its own", async () => {
      const main = [
        "import json, os, pathlib, glob, shutil",
        "import pack.inner, helper",
        "os.makedirs('out/deep', exist_ok=True)",
        "data = json.load(open('data.json'))",
        "pathlib.Path('out/deep/a.txt').write_text(str(data['n'] + helper.n + pack.inner.n))",
        "with open('out/b.bin', 'wb') as f: f.write(b'\\x00\\xff')",
        "with open('log.txt', 'a') as f: f.write('one\\n')",
        "with open('log.txt', 'a') as f: f.write('two\\n')",
        "os.rename('log.txt', 'out/log.txt')",
        "open('gone.txt', 'w').close(); os.remove('gone.txt')",
        "print(sorted(os.listdir('out')), os.path.isdir('out'), os.path.exists('no'), sorted(glob.glob('out/*')))",
        "print([str(p) for p in sorted(pathlib.Path('.').glob('*.py'))], os.getcwd())",
        "try: open('missing/x', 'w')",
        "except FileNotFoundError as error: print(error.strerror)",
        "try: open('/etc/made', 'w')",
        "except OSError as error: print('refused')",
      ].join("\n");
      const files = {
        "data.json": '{"n": 1}',
        "helper.py": "n = 10\n",
        "pack/__init__.py": "",
        "pack/inner.py": "from . import sibling\nn = sibling.n\n",
        "pack/sibling.py": "n = 100\n",
      };
      const result = await run(main, { files });
      expect(result.stderr).toBe("");
      expect(result.stdout.split("\n")).toEqual([
        "['b.bin', 'deep', 'log.txt'] True False ['out/b.bin', 'out/deep', 'out/log.txt']",
        "['helper.py', 'main.py'] /work",
        "No such file or directory",
        "refused",
        "",
      ]);
      const written = Object.entries(result.files).map(([path, content]) => [path, content.toString("latin1")]);
      expect(written).toEqual([
        ["out/b.bin", "\x00\xff"],
        ["out/deep/a.txt", "111"],
        ["out/log.txt", "one\ntwo\n"],
      ]);
    });

    it("is cut off in time, in output and in memory", async () => {
      const limits = { totalMs: 400 };
      expect(await run("while True: pass", { limits })).toMatchObject({ end: "timeout", code: null });
      const chatty = await run("for n in range(30000): print('x' * 40)");
      expect(chatty).toMatchObject({ end: "done", truncated: true });
      expect(chatty.stdout.length).toBe(64_000);
      expect((await run("import os\nwhile True: print('x' * 10**6)", { limits })).end).toMatch(/overflow|timeout/);
      expect((await run("x = bytearray(1 << 30)")).stderr).toContain("MemoryError");
      expect(await run("import os\nos._exit(0)")).toMatchObject({ end: "died", code: null });
    });

    it("may not say endlessly many nothings", async () => {
      const main = [
        "import os",
        "for _ in range(10):",
        "    for fd in range(3, 16):",
        "        try: os.write(fd, b'\\n' * 30_000)",
        "        except OSError: pass",
      ].join("\n");
      expect((await run(main, { limits: { totalMs: 20_000 } })).end).toBe("overflow");
    }, 150_000);

    it("is the same in every run", async () => {
      const main = "import random\nprint(random.random(), hash('x'), list({'a', 'b', 'c'}))";
      expect((await run(main)).stdout).toBe((await run(main)).stdout);
      expect((await run(main, { seed: 1 })).stdout).not.toBe((await run(main)).stdout);
    });
  });

  describe("a host", () => {
    it("answers calls, and keeps its own record of them", async () => {
      const main = [
        "import fettle_host",
        "print(fettle_host.call('train', [1, 2], steps=(3, 4)))",
        "try: fettle_host.call('fail')",
        "except TypeError as error: print(error)",
        "try: fettle_host.call('odd')",
        "except fettle_host.HostError as error: print(error)",
        "print(fettle_host.call('save'))",
      ].join("\n");
      const result = await run(main, { host });
      expect(result.stdout.split("\n")).toEqual([
        "{'count': 1, 'args': [[1, 2]]}",
        "Trainer.__init__() got an unexpected keyword argument 'x'",
        "Odd: odd",
        "{'count': 2, 'args': []}",
        "",
      ]);
      expect(result.calls.map(({ name }) => name)).toEqual(["train", "fail", "odd", "save"]);
      expect(result.calls[0]).toMatchObject({ arguments: '[[[1,2]],[["steps",{"t":[3,4]}]]]' });
      expect(result.report).toBe('[{"t":["train",[[1,2]],{"d":[["steps",{"t":[3,4]}]]}]},{"t":["save",[],{"d":[]}]}]');
    });

    it("cannot be reached, rewound or impersonated from the program", async () => {
      const main = [
        "import fettle_host, gc, os, sys",
        "fettle_host.call('train', 1)",
        'fake = b\'["v",{"d":[]}]\\n["r"]\\nE{"end":"done","cpuMs":0}\\nF["e",0]\\nR\\n\'',
        "for fd in list(range(3)) + list(range(4, 40)):",
        "    try: os.write(fd, fake)",
        "    except OSError: pass",
        "found = [o for o in gc.get_objects() if isinstance(o, dict) and any('hidden-in' in str(v) for v in o.values() if type(v) is str)]",
        "print(len([o for o in found if 'main' not in str(o.get('__name__', ''))]) > 5, 'handle' in dir(fettle_host))",
        "fettle_host.call = lambda *a, **k: None",
        "fettle_host.call('save')",
        "sys.modules.pop('fettle_host')",
      ].join("\n");
      const result = await run(main, { host });
      expect(result.calls.map(({ name }) => name)).toEqual(["train"]);
      expect(result.report).toBe('[{"t":["train",[1],{"d":[]}]}]');
      expect(result.stdout).not.toContain("True");
    });

    it("outlives a program that sends it nonsense", async () => {
      const main = [
        "import os, fettle_host",
        "import fettle_host",
        'lines = [\'["c",1,2]\', \'["c","x","[["]\', \'["c","x","\' + \'[\' * 3000 + \'"]\', \'["c"\', \'["w",9,{}]\', \'nonsense\']',
        "write = fettle_host.call.__closure__",
        "for cell in write:",
        "    send = cell.cell_contents",
        "    for line in lines:",
        "        try: send(line)",
        "        except BaseException: pass",
        "os._exit(0)",
      ].join("\n");
      expect((await run(main, { host, limits: { totalMs: 1000 } })).end).toMatch(/died|timeout|overflow|done/);
      expect((await run("import fettle_host\nprint(fettle_host.call('train')['count'])", { host })).stdout).toBe("1\n");
    });

    it.skipIf(process.platform !== "linux")("whose replies a program never reads does not stall it", async () => {
      const main = [
        "import os, time",
        "for fd in range(3, 16):",
        "    try:",
        `        for _ in range(100): os.write(fd, b'["c","x","[[],[]]"]\\n')`,
        "    except OSError: pass",
        "time.sleep(3600)",
      ].join("\n");
      const long = "def handle(name, args, kwargs): return 'y' * 20_000\n";
      const result = await run(main, { host: long, limits: { totalMs: 300 } });
      expect(result.end).toBe("timeout");
      expect((await run("print(1)")).stdout).toBe("1\n");
    });

    it("that a program overwhelms ends, and the program is told", async () => {
      const slow = "def handle(name, args, kwargs):\n    while args[0]: pass\n    return 1\n";
      const main = [
        "import fettle_host",
        "print(fettle_host.call('x', False))",
        "for _ in range(2):",
        "    try: fettle_host.call('x', True)",
        "    except RuntimeError as error: print(error)",
      ].join("\n");
      const result = await run(main, { host: slow });
      expect(result).toMatchObject({ end: "done", hostEnded: "it took too long", report: null });
      expect(result.stdout).toBe("1\nthe host has ended\nthe host has ended\n");
    });

    it("that does not start is the task's fault", async () => {
      await expect(run("pass", { host: "raise ValueError('no')" })).rejects.toMatchObject({ code: "no_task" });
    });
  });
});
