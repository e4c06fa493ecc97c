import { describe, expect, it } from "vitest";
import type { Graded, GradeLimits } from "../core/sandbox.ts";
import { onEachBackend } from "./testing/backends.ts";

onEachBackend(2, (opened) => {
  async function grade(
    { reference, test, entry = "f" }: { reference: string; test: string; entry?: string },
    source: string,
    limits?: GradeLimits,
  ): Promise<Graded> {
    const { sandbox } = opened();
    const result = await sandbox.grade(await sandbox.prepare({ reference, test, entry }), source, limits);
    if (result.outcome === "error") throw new Error(result.why);
    return result;
  }
  const counts = ({ sites }: Graded) => sites.map(({ expected, run, ok }) => [expected, run, ok]);

  const task = {
    reference: "def f(x): return x * 2\n",
    test: [
      "def check(candidate):",
      "    assert candidate(1) == 2",
      "    for n in range(10):",
      "        assert candidate(n) == 2 * n",
      "    y = candidate(5)",
      "    assert y == 10, 'five'",
      "    try:",
      "        candidate('a' * 3)",
      "        assert True",
      "    except TypeError:",
      "        assert False",
      "check(f)",
    ].join("\n"),
  };

  describe("counting", () => {
    it("passes the reference, at every site as often as expected", async () => {
      const grade_ = await grade(task, task.reference);
      expect(grade_).toMatchObject({ passed: true, share: 1, full: 4, total: 4, strays: [], failures: [], load: null });
      expect(counts(grade_)).toEqual([
        [1, 1, 1],
        [10, 10, 10],
        [1, 1, 1],
        [1, 1, 1],
        [0, 0, 0],
      ]);
    });

    it("counts each assertion by itself, goes on after a failure, and says which calls failed", async () => {
      const source = "def f(x):\n    if x == 5: raise KeyError('five')\n    return x * 2 if x != 1 else 0\n";
      const result = await grade(task, source);
      expect(counts(result).slice(0, 3)).toEqual([
        [1, 1, 0],
        [10, 10, 8],
        // y is unbound after the exception, so the assertion on it fails.
        [1, 1, 0],
      ]);
      expect(result).toMatchObject({ passed: false, full: 1 });
      expect(result.share).toBeCloseTo((0 + 0.8 + 0 + 1) / 4, 12);
      expect(result.failures[0]).toMatchObject({ site: 0, problem: "", calls: [{ call: "f(1)", answer: "0" }] });
      expect(result.failures[2]).toMatchObject({
        problem: expect.stringMatching(/UnboundLocalError|NameError/),
        calls: [{ call: "f(5)", answer: "KeyError: 'five'", trace: [[2, "f"]] }],
      });
      expect(result.strays).toEqual([expect.stringMatching(/KeyError: .*five/)]);
    });

    it("takes text beyond ASCII in reference, test and source", async () => {
      const reference = "def f(x): return x + 'é€🙂'\n";
      const test = "assert f('ü') == 'üé€🙂'\nassert f('漢') == '漢é€🙂'\n";
      expect(await grade({ reference, test }, reference)).toMatchObject({ passed: true, total: 2 });
      const wrong = await grade({ reference, test }, "def f(x): return 'üé€🙂'\n");
      expect(counts(wrong)).toEqual([
        [1, 1, 1],
        [1, 1, 0],
      ]);
      expect(wrong.failures[0]?.calls[0]?.answer).toContain("é€🙂");
    });

    it("counts what a match statement, a loop's header and a with statement do", async () => {
      const odd = {
        reference: "def f(x): return x\n",
        test: [
          "import contextlib",
          "match f(1):",
          "    case 1:",
          "        assert f(2) == 2",
          "    case _:",
          "        pass",
          "for n in f([1, 2]):",
          "    assert n > 0",
          "with contextlib.suppress(KeyError):",
          "    assert f(3) == 3",
          "class Tests:",
          "    assert f(4) == 4",
        ].join("\n"),
      };
      expect(await grade(odd, odd.reference)).toMatchObject({ passed: true, total: 4 });
      const result = await grade(odd, "def f(x): return x if isinstance(x, int) else 5\n");
      expect(counts(result)).toEqual([
        [1, 1, 1],
        [2, 0, 0],
        [1, 1, 1],
        [1, 1, 1],
      ]);
      expect(result.strays).toEqual([expect.stringContaining("TypeError")]);
    });

    it("reaches the branches of the test's own handlers by the exception's type", async () => {
      const result = await grade(task, "def f(x):\n    if isinstance(x, str): raise TypeError\n    return x * 2\n");
      expect(counts(result).slice(3)).toEqual([
        [1, 0, 0],
        [0, 1, 0],
      ]);
      expect(result.passed).toBe(false);
    });

    it("drops sites the reference never reaches and does not let extra hits help", async () => {
      const looping = {
        reference: "def f(n): return list(range(n))\n",
        test: "for x in f(3):\n    assert x < 3\nif f(1) == []:\n    assert True\n",
      };
      expect(counts(await grade(looping, looping.reference))).toEqual([
        [3, 3, 3],
        [0, 0, 0],
      ]);
      const result = await grade(looping, "def f(n): return [0] * 9\n");
      expect(result).toMatchObject({ passed: false, full: 0, total: 1, share: 1 });
    });

    it("makes calls that only these answers lead to", async () => {
      const chained = { reference: "def f(x): return x + 1\n", test: "y = f(1)\nassert f(y) == y + 1\nassert y == 2" };
      const result = await grade(chained, "def f(x): return x + 2 if x == 1 else x + 1\n");
      expect(counts(result)).toEqual([
        [1, 1, 1],
        [1, 1, 0],
      ]);
    });

    it("makes only so many of them", async () => {
      const hunting = { reference: "def f(x): return 0\n", test: "x = 5\nwhile f(x) != 0: x += 1\nassert f(x) == 0" };
      const result = await grade(hunting, "def f(x): return x\n");
      expect(result).toMatchObject({ passed: false, strays: ["CandidateError: the call was not run"] });
    });

    it("takes helpers from the trusted side, and gives changed arguments back", async () => {
      const sorting = {
        reference: "def helper(a): return sorted(a)\ndef f(a):\n    a.sort()\n",
        test: "a = [3, 1, 2]\nf(a)\nassert a == helper([3, 1, 2])\nassert f([1]) is None",
      };
      expect((await grade(sorting, "def helper(a): return 0\ndef f(a): a.sort()\n")).passed).toBe(true);
      expect((await grade(sorting, "def f(a): a = sorted(a)\n")).passed).toBe(false);
    });

    it("draws the test's random numbers the same for every candidate", async () => {
      const drawn = {
        reference: "def f(x): return -x\n",
        test: "import random\nfor _ in range(20):\n    n = random.randint(0, 10**9)\n    assert f(n) == -n",
      };
      expect(
        (await grade(drawn, "import random\nrandom.seed(1)\ndef f(x):\n    random.random()\n    return -x\n")).passed,
      ).toBe(true);
    });
  });

  describe("values", () => {
    it("cross unchanged: big and negative numbers, floats, bytes, sets, nested and empty ones", async () => {
      const values = [
        "-9999999999999999, 2**80, -2**70, 1.0, -0.0, 1e308, float('inf')",
        "'\\u00e9\\U0001f600\\ud800\\n\\0', b'\\xff\\0', bytearray(b'x'), None, True, 3 + 4j, range(2, 9, 3)",
        "{1, 2}, frozenset(['a']), {(1, 2): [{'k': ()}]}, [], (), {}, set()",
      ].map((text) => `[${text}]`);
      const identity = {
        reference: "def f(x): return x\n",
        test: values
          .map((list) => `for v in ${list}:\n    r = f(v)\n    assert (repr(r), type(r)) == (repr(v), type(v))`)
          .join("\n"),
      };
      expect(await grade(identity, identity.reference)).toMatchObject({ passed: true, total: 3 });
    });

    it("of other types equal nothing, and subclasses are what they are based on", async () => {
      const compared = {
        reference: "def f(x): return [1, 2]\n",
        test: "assert f(0) == [1, 2]\nassert f(1) != [3] and f(1) == f(1)",
      };
      expect((await grade(compared, "class L(list): pass\ndef f(x): return L([1, 2])\n")).passed).toBe(true);
      expect((await grade(compared, "class O: pass\ndef f(x): return O()\n")).full).toBe(0);
    });
  });

  describe("limits", () => {
    it("end a call, not the calls after it", async () => {
      const result = await grade(task, "def f(x):\n    while x == 3: pass\n    return x * 2\n");
      expect(counts(result).slice(0, 3)).toEqual([
        [1, 1, 1],
        [10, 10, 9],
        [1, 1, 1],
      ]);
      expect(result.failures[0]?.calls[0]).toMatchObject({ call: "f(3)", answer: "timed out" });
    });

    it("allow few fresh starts", async () => {
      const result = await grade(task, "import os\ndef f(x):\n    os._exit(0)\n", { restarts: 1 });
      expect(result.full).toBe(0);
      expect(result.failures.flatMap(({ calls }) => calls.map(({ answer }) => answer))).toContain("was not run");
    });

    it.each(["pass", "time.sleep(0.05)"])(
      "keep the answers before output of no use, wherever it is cut (%s)",
      async (wait) => {
        const source = (junk: string) =>
          [
            "import os, time",
            "def f(x):",
            `    if x == 3:`,
            `        ${wait}`,
            "        for fd in range(3, 16):",
            `            try: os.write(fd, ${junk})`,
            "            except OSError: pass",
            "    return x * 2",
          ].join("\n");
        const alone = { reference: "def f(x): return x * 2\n", test: "for n in range(6): assert f(n) == n * 2" };
        for (const junk of [String.raw`b"\xff\n"`, 'b"x" * 5_000_000']) {
          const result = await grade(alone, source(junk), { restarts: 0 });
          expect(counts(result), junk).toEqual([[6, 6, 3]]);
          expect(result.failures[0]?.calls[0], junk).toMatchObject({ call: "f(3)", answer: "wrote too much" });
        }
      },
    );

    it("bound memory", async () => {
      const result = await grade(task, "def f(x): return bytearray(1 << 30)\n");
      expect(result.failures[0]?.calls[0]?.answer).toMatch(/MemoryError|ended the process/);
      expect((await grade(task, task.reference)).passed).toBe(true);
    });
  });

  it("says why source cannot be loaded", async () => {
    expect((await grade(task, "def f(x:\n    pass\n")).load).toMatchObject({ type: "SyntaxError", line: 1 });
    expect((await grade(task, "\nimport no_such_module\n")).load).toMatchObject({
      type: "ModuleNotFoundError",
      line: 2,
    });
    expect((await grade(task, "def g(x): pass\n")).load).toMatchObject({ type: "NameError" });
    const loud = "raise type('T' * 10**6, (Exception,), {})('m' * 10**6)\n";
    const forged =
      "import _fettle.candidate as c\nc.describe = lambda *a: ['T' * 10**6, 'm' * 10**6, []]\nraise ValueError\n";
    for (const source of [loud, forged])
      expect((await grade(task, source)).load).toMatchObject({ type: "T".repeat(60), message: "m".repeat(200) });
    expect((await grade(task, "while True: pass\n")).load).toMatchObject({ message: "loading it took too long" });
  });

  it("refuses tasks that cannot be judged, and says why", async () => {
    const { sandbox } = opened();
    const refused: [reference: string, test: string, why: string][] = [
      ["def f(x) return 1", "assert f(1)", "does not compile"],
      ["def f(x): return 1\n", "assert f(1) == 2", "passes no assertion"],
      ["def f(x): return 1\n", "assert f(1) == 1\nf(2) + 'a'", "raises TypeError"],
      ["def f(x): return 1\n", "assert f(lambda: 1) == 1", "type function"],
      ["import time\ndef f(x): return 1\n", "assert f(time.perf_counter_ns()) == 1", "two runs"],
      ["def f(x): return 1\n", "while True: f(1)", "more than 10000 calls"],
    ];
    for (const [reference, test, why] of refused)
      await expect(sandbox.prepare({ reference, entry: "f", test })).rejects.toMatchObject({
        code: "no_task",
        message: expect.stringContaining(why),
      });
  });

  it("answers calls and shows them", async () => {
    const { sandbox } = opened();
    const calls = await sandbox.encodeCalls("[(n, [n]) for n in range(3)]");
    const answers = await sandbox.answer("def g(a, b): return {a: 1 // a}\n", "g", calls);
    if (answers.outcome === "error") throw new Error(answers.why);
    const shown = await sandbox.show("g", calls, answers.frames);
    expect(shown.map(({ call, answer }) => `${call} -> ${answer}`)).toEqual([
      expect.stringMatching(/^g\(0, \[0\]\) -> ZeroDivisionError: /),
      "g(1, [1]) -> {1: 1}",
      "g(2, [2]) -> {2: 0}",
    ]);
  });
});
