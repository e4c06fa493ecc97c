import { afterAll, beforeAll, expect, it } from "vitest";
import { canonicalJson } from "../../../core/json.ts";
import type { Sandbox } from "../../../core/sandbox.ts";
import { playPolicy } from "../../../rollouts/play-policy.ts";
import { openSandbox } from "../../../sandbox/open-sandbox.ts";
import { openCodeDebug } from "../index.ts";
import { goodRow as good } from "../testing/rows.ts";
import { type CertifiedDataset, certifyDataset } from "./certify.ts";
import type { Row } from "./rows.ts";

const rows: Row[] = [
  good,
  { ...good, task_id: "wrong reference", canonical_solution: "    return helper(sum(values)) + 1\n" },
  { ...good, task_id: "wrong in part", canonical_solution: "    return helper(sum(values))\n" },
  { ...good, task_id: "no bug", buggy_solution: good.canonical_solution },
  { ...good, task_id: "no function", prompt: "x = 1\n", canonical_solution: "" },
  { ...good, task_id: "no test", test: "def check(doubled):\n  assert doubled([" },
  {
    ...good,
    task_id: "examples only",
    test: good.example_test,
  },
];

let sandbox: Sandbox;
let certified: CertifiedDataset;
beforeAll(async () => {
  sandbox = await openSandbox({ slots: 2 });
  certified = await certifyDataset(rows, sandbox, { made: 5, pairs: 3 });
}, 60_000);
afterAll(async () => sandbox.close());

it("takes rows that certify, and says what is wrong with the others", () => {
  const { library, excluded } = certified;
  expect(library.exercises.map(({ id }) => id)).toContain("Python/0");
  expect(library.exercises[0]).toMatchObject({ visible: ["assert doubled([1, 2]) == 6"], topic: "HumanEvalPack" });
  const why = Object.fromEntries(excluded.map(({ id, why: reason }) => [id, reason]));
  expect(why).toMatchObject({
    "wrong reference": expect.stringMatching(/passes no assertion|reference fails/),
    "wrong in part": "the reference fails its test",
    "no bug": "the buggy solution passes its test",
    "no function": expect.stringContaining("the reference cannot be read: the source defines no function doubled"),
    "no test": expect.stringContaining("does not compile"),
  });
});

it("has the dataset's bug and others, each once, and pairs of them", () => {
  const mutants = certified.library.mutants.filter(({ exercise }) => exercise === "Python/0");
  expect(mutants[0]).toMatchObject({ operator: "dataset", bugType: "operator misuse", fails: [0] });
  expect(mutants.length).toBeGreaterThan(3);
  expect(new Set(mutants.map(({ body }) => body)).size).toBe(mutants.length);
  expect(certified.library.pairs.filter(({ exercise }) => exercise === "Python/0").length).toBeGreaterThan(0);
});

it("comes out the same again", async () => {
  const again = await certifyDataset(rows, sandbox, { made: 5, pairs: 3 });
  expect(canonicalJson(again)).toBe(canonicalJson(certified));
}, 60_000);

it("makes tasks that the reference solves and nothing else does", async () => {
  const environment = openCodeDebug({ library: certified.library });
  for (const bugs of ["dataset", "made"] as const) {
    const task = await environment.generate({ level: "fix-docstring", seed: 0, split: "train", options: { bugs } });
    expect(task.secret.operators[0] === "dataset").toBe(bugs === "dataset");
    for (const [policy, expected] of [
      ["oracle", 1],
      ["noop", 0],
      ["memorize", 0],
    ] as const) {
      const result = await playPolicy(environment, task, { policy }, { services: { sandbox } });
      expect({ policy, ...result }).toMatchObject({ policy, return: expected, error: null });
    }
  }
}, 60_000);
