import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { AnyEnvironment, Task } from "../core/environment.ts";
import { FettleError } from "../core/errors.ts";
import { numberRepair } from "../rollouts/testing/number-repair.ts";
import { answerable } from "./own-environment.ts";
import { fettle } from "./testing/fettle.ts";

const folder = mkdtempSync(join(tmpdir(), "fettle-own-"));
afterAll(() => rmSync(folder, { recursive: true }));

const boom = (): never => {
  throw new TypeError("boom");
};
const environment: AnyEnvironment = numberRepair();
const agent = environment.roles.agent!;
const request = { level: "one", seed: 1, split: "train", options: {} } as const;
const task = environment.generate(request) as Task;
const context = { signal: new AbortController().signal, services: {} };
const withAgent = (changed: object): AnyEnvironment => ({ ...environment, roles: { agent: { ...agent, ...changed } } });
const withEpisode = (changed: object): AnyEnvironment => ({
  ...environment,
  start: () => ({ ...environment.start(task, context), ...changed }),
});
const begun = async (own: AnyEnvironment) => await own.start(task, context);
const role = (own: AnyEnvironment) => own.roles.agent!;

const failing: [name: string, AnyEnvironment, (own: AnyEnvironment) => unknown][] = [
  ["generate", { ...environment, generate: boom }, (own) => own.generate(request)],
  ["generate", { ...environment, generate: async () => boom() }, (own) => own.generate(request)],
  ["start", { ...environment, start: boom }, begun],
  ["start", { ...environment, start: async () => boom() }, begun],
  ["settle", { ...environment, settle: boom }, (own) => own.settle?.([])],
  ["turn", withEpisode({ turn: boom }), async (own) => (await begun(own)).turn()],
  ["step", withEpisode({ step: async () => boom() }), async (own) => (await begun(own)).step("agent", { problem: "" })],
  ["render", withAgent({ render: boom }), (own) => role(own).render({}, { turn: 0, form: "full" })],
  ["parse", withAgent({ parse: boom }), (own) => role(own).parse("", { observation: {}, form: "full" })],
  [
    "respond",
    withAgent({ policies: { oracle: { respond: boom } } }),
    (own) => role(own).policies.oracle?.respond({} as never),
  ],
];

it.each(failing)("says that %s of the user's file threw, and where", async (name, own, call) => {
  // The stack leads through this test: it stands for the user's file.
  const file = import.meta.filename;
  await expect((async () => call(answerable(own, file)))()).rejects.toMatchObject({
    code: "environment_failed",
    message: expect.stringMatching(
      new RegExp(`own-environment\\.test\\.ts, line \\d+, column \\d+: ${name} threw TypeError: boom$`),
    ),
    cause: expect.any(TypeError),
  });
  await expect((async () => call(answerable(own, "elsewhere.ts")))()).rejects.toMatchObject({
    message: `elsewhere.ts: ${name} threw TypeError: boom`,
  });
});

it("lets through what the environment says on purpose, and whatever works", async () => {
  const refusal = new FettleError("no_task", "none");
  const refusing = answerable({ ...environment, generate: () => Promise.reject(refusal) }, "mine.ts");
  await expect(refusing.generate(request)).rejects.toBe(refusal);
  const own = answerable(environment, "mine.ts");
  expect(own.generate(request)).toEqual(task);
  const episode = await begun(own);
  const answer = { action: task.secret as never };
  expect(await episode.step("agent", answer)).toMatchObject({ reward: 1, done: true });
  expect(episode.outcome()).toEqual({ return: 1, solved: true });
});

it("reports the environment's error, its place in the file and a user's exit code", { timeout: 60_000 }, async () => {
  const file = join(folder, "mine.ts");
  const source = readFileSync("examples/arithmetic.ts", "utf8");
  const wrong = (before: string, after: string) => {
    expect(source).toContain(before);
    writeFileSync(file, source.replace(before, after));
  };
  wrong("  generate,\n", '  generate() { throw new Error("boom"); },\n');
  const line = source.split("\n").indexOf("  generate,") + 1;
  const shown = await fettle(["show", file]);
  expect(shown).toMatchObject({ code: 2, out: "" });
  expect(shown.err).toContain(`fettle show: ${file}, line ${line}, column 22: generate threw Error: boom\n`);
  expect(shown.err).not.toContain("defect of ours");
  wrong("value: right ? 1 : 0", "value: right ? 2 : 0");
  const measured = await fettle(["evaluate", file, "--model", "oracle", "--n", "2"]);
  expect(measured).toMatchObject({ code: 2, out: "" });
  expect(measured.err).toContain('the score "repaired" is 2, which is no number in [0, 1]');
});
