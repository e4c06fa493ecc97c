import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../core/json.ts";
import { openCodeDebug } from "./index.ts";
import type { CodeDebugTask } from "./task.ts";
import { library } from "./testing/library.ts";

const request = (level: string, seed = 0) => ({ level, seed, split: "train", options: { bugs: "all" } }) as const;

async function tasks(level: string, count: number, environment = openCodeDebug({ library })): Promise<CodeDebugTask[]> {
  const made: CodeDebugTask[] = [];
  for (let seed = 0; seed < count; seed++) made.push(await environment.generate(request(level, seed)));
  return made;
}

describe("generate", () => {
  it("gives equal bytes for equal seeds, whatever was generated before", async () => {
    const backwards = openCodeDebug({ library });
    const later = [];
    for (const seed of [2, 1, 0]) later.unshift(await backwards.generate(request("fix-docstring", seed)));
    expect(JSON.stringify(await tasks("fix-docstring", 3))).toBe(JSON.stringify(later));
  });

  it("meets every bug before any comes again, also in steps of three", async () => {
    const hashes = (await tasks("fix-docstring", 9)).map(({ hash }) => hash);
    expect(new Set(hashes.slice(0, 3)).size).toBe(3);
    expect(new Set([hashes[0], hashes[3], hashes[6]]).size).toBe(3);
  });

  it("keeps to the bugs that suit a level", async () => {
    for (const { secret } of await tasks("locate", 6)) expect(secret.lines.length).toBeGreaterThan(0);
    for (const { public: shown, secret } of await tasks("fix-test", 6)) {
      expect(secret.exercise.visible).toContain(shown.failing_test);
      expect(secret.operators).not.toContain("rename");
    }
    for (const { public: shown, secret } of await tasks("fix-two", 2)) {
      expect(shown.bug_count).toBe(2);
      expect(secret.halves).toHaveLength(2);
    }
  });

  it("makes no pair of bugs where only those of a dataset are wanted", async () => {
    const environment = openCodeDebug({ library });
    const wanted = { ...request("fix-two"), options: { bugs: "dataset" } } as const;
    await expect(async () => environment.generate(wanted)).rejects.toMatchObject({ code: "no_task" });
    expect(await environment.generate({ ...wanted, options: { bugs: "made" } })).toBeDefined();
  });

  it("shows the documentation unless only the signature is given, and counts lines without it", async () => {
    const environment = openCodeDebug({ library });
    const [locate, documented, bare] = await Promise.all(
      ["locate", "fix-docstring", "fix-signature"].map((level) => environment.generate(request(level))),
    );
    expect(locate?.public.documentation).not.toBe("");
    expect(locate?.public.code).not.toContain('"""');
    expect(documented?.public.code).toContain('"""');
    expect(bare?.public).toMatchObject({ documentation: "", code: expect.not.stringContaining('"""') });
  });

  it("points at lines of the code that is shown", async () => {
    for (const { public: shown, secret } of await tasks("locate", 6)) {
      const { prelude, signature, body } = secret.exercise;
      const right = `${prelude}${signature}${body}`.split("\n");
      const lines = shown.code.split("\n");
      expect(secret.lines.map((line) => lines[line - 1])).not.toEqual(secret.lines.map((line) => right[line - 1]));
    }
  });

  it("tells nothing of hidden tests or the reference", async () => {
    const environment = openCodeDebug({ library });
    for (const { name } of environment.levels) {
      const task = await environment.generate(request(name));
      const { exercise } = task.secret;
      for (const form of ["full", "compact"] as const) {
        const prompt = canonicalJson(environment.roles.agent?.render(task.public, { turn: 0, form }));
        for (const line of exercise.hidden.trim().split("\n"))
          expect(prompt).not.toContain(JSON.stringify(line).slice(1, -1));
        expect(prompt).not.toContain(JSON.stringify(exercise.body).slice(1, -1));
      }
    }
  });

  it("says so where there is no bug", async () => {
    const failing = async () => openCodeDebug({ library }).generate({ ...request("fix-docstring"), split: "test" });
    await expect(failing()).rejects.toMatchObject({ code: "no_task" });
  });
});
