import { afterAll, beforeAll, expect, it } from "vitest";
import type { Sandbox } from "../../../core/sandbox.ts";
import { openSandbox } from "../../../sandbox/open-sandbox.ts";
import { refusalOf } from "../grade/plain.ts";
import { functionOf } from "../library.ts";
import { clamp } from "../testing/library.ts";
import { waysToExec } from "./disguised-exec.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox({ slots: 1 });
}, 60_000);
afterAll(async () => sandbox?.close());

it.each(Object.entries(waysToExec))("a way to exec by a %s is not run", (_, way) => {
  expect(refusalOf(clamp, way + functionOf(clamp, clamp.body))).toMatch(/^it may not (?:use|import) "/);
});

it("they would run a text: nothing but the refusal keeps them from it", async () => {
  const used = '\n\ndef used(text):\n    space = {}\n    run(text, space)\n    return space["made"]\n';
  const made: string[] = [];
  for (const [name, way] of Object.entries(waysToExec)) {
    const answers = await sandbox.answer(way + used, "used", ['[["made = 2 + 3"],[]]']);
    if (answers.outcome === "answered" && answers.frames[0] === '["v",5]') made.push(name);
  }
  // Some lean on parts of the standard library that not every version of Python has.
  expect(made.length).toBeGreaterThanOrEqual(10);
}, 60_000);
