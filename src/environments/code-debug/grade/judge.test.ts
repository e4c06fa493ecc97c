import { expect, it } from "vitest";
import type { Graded, Sandbox } from "../../../core/sandbox.ts";
import { moduleOf } from "../library.ts";
import { bodies, clamp } from "../testing/library.ts";
import { assemble } from "./assemble.ts";
import { Bench } from "./bench.ts";
import { judge, NotJudged } from "./judge.ts";
import { memorizer, polished, stubs } from "./stubs.ts";

/** Two visible assertions, then eight hidden ones, of which the last is not counted. */
const expected = [1, 1, 1, 1, 1, 1, 1, 1, 4, 0];

/** A grade in which the assertions passed as often as `ok` says. */
function graded(ok: readonly number[], load: Graded["load"] = null): Graded {
  const sites = expected.map((count, i) => ({
    line: i + 1,
    text: `assertion ${i}`,
    expected: count,
    run: count,
    ok: ok[i] ?? 0,
  }));
  const counted = sites.filter(({ expected: count }) => count > 0);
  const full = counted.filter((site) => site.ok === site.expected).length;
  return {
    outcome: "graded",
    passed: full === counted.length && load === null,
    share: full / counted.length,
    full,
    total: counted.length,
    sites,
    failures: [],
    strays: [],
    load,
    ended: null,
    cpuMs: 0,
  };
}

const faulty = [1, 0, 1, 1, 0, 0, 0, 0, 0, 0];
const constant = assemble(clamp, stubs(clamp)[0] ?? "").source;
const learnt = assemble(clamp, memorizer(clamp, bodies.both)).source;

/** Judges a submission of which `ok` assertions pass, where the faulty version, one stub and learning by heart pass some. */
async function judgement(ok: readonly number[] | Graded, polishedOk: readonly number[] = []) {
  const code = "def clamp(value, low, high):\n    return value\n";
  const grades = new Map([
    [moduleOf(clamp, bodies.both), graded(faulty)],
    [constant, graded([0, 0, 0, 0, 1, 0, 0, 0, 0])],
    [learnt, graded([1, 1, 1, 1, 0, 1, 0, 0, 0])],
    ...polished(clamp, bodies.both).map((polish) => [assemble(clamp, polish).source, graded(polishedOk)] as const),
    [assemble(clamp, code).source, "outcome" in ok ? ok : graded(ok)],
  ]);
  const sandbox = {
    prepare: async (task: object) => ({ ...task, key: "k", seed: 0, calls: [], sites: [], expected: [], callMs: 300 }),
    grade: async (_: unknown, source: string) => grades.get(source) ?? graded([]),
  } as unknown as Sandbox;
  return judge(new Bench(sandbox), clamp, bodies.both, code);
}

const judged = async (...given: Parameters<typeof judgement>) => (await judgement(...given)).outcome;

it("knows a repair, and what does not load", async () => {
  expect(await judged([1, 1, 1, 1, 1, 1, 1, 1, 4])).toEqual({ kind: "solved" });
  expect(await judged(graded([], { type: "SyntaxError", message: "", line: 1 }))).toEqual({ kind: "broken" });
});

it("calls it broken when anything is lost that passed before, whatever is won", async () => {
  expect(await judged([0, 1, 1, 1, 1, 1, 1, 1, 4])).toEqual({ kind: "broken" });
  expect(await judged([1, 1, 1, 0, 1, 1, 1, 1, 4])).toEqual({ kind: "broken" });
});

it("names what was lost, unless limits had a say in what failed first", async () => {
  const lost = graded([1, 0, 0, 0]);
  const failure = (site: number, answer: string) => ({
    site,
    problem: "",
    calls: [{ call: "clamp(1, 2, 3)", answer, kind: "error" as const, trace: [] }],
  });
  const why = async (...failures: Graded["failures"]) => (await judgement({ ...lost, failures })).why;
  const plain = failure(2, "ValueError: no");
  expect(await why(failure(1, "KeyError: 1"), plain)).toBe("it fails what passed before: assertion 2");
  expect(await why(plain, failure(3, "timed out"))).toBe("it fails what passed before: assertion 2");
  for (const limit of ["timed out", "was not run", "MemoryError: "])
    expect(await why(failure(1, limit), plain)).toBe("it fails what passed before");
  expect(await why(failure(2, "timed out"))).toBe("it fails what passed before");
  expect(await why()).toBe("it fails what passed before");
});

it("counts hidden assertions that are won, beyond those that take no repair", async () => {
  // Five are to be won; one passes for a stub, another one by heart: three are left.
  expect(await judged([1, 0, 1, 1, 1, 1, 1, 0, 0])).toEqual({ kind: "partial", share: expect.closeTo(1 / 3, 9) });
  expect(await judged([1, 0, 1, 1, 1, 1, 1, 1, 2])).toEqual({ kind: "partial", share: expect.closeTo(2.5 / 3, 9) });
});

it("pays nothing for what can be had without a repair", async () => {
  for (const ok of [
    faulty,
    [1, 1, 1, 1],
    [1, 0, 1, 1, 1],
    [1, 1, 1, 1, 0, 1],
    [1, 1, 1, 1, 1, 1],
    [1, 0, 1, 1, 0, 0, 0, 0, 0, 4],
  ])
    expect(await judged(ok)).toEqual({ kind: "unchanged" });
});

it("pays nothing for what a result put in order wins", async () => {
  const sorted = [1, 0, 1, 1, 0, 1, 1, 1, 0];
  expect(await judged(sorted)).toMatchObject({ kind: "partial" });
  expect(await judged(sorted, sorted)).toEqual({ kind: "unchanged" });
});

it("scores nothing when a process was lost", async () => {
  const lost = { outcome: "error", why: "gone" } as unknown as Graded;
  await expect(judged(lost)).rejects.toThrow(NotJudged);
});
