import { expect, test } from "vitest";
import type { TaskRequest } from "../core/environment.ts";
import { environments } from "../environments/registry.ts";
import { heldOutTasks, TaskStream } from "./task-stream.ts";

async function labelCounts(): Promise<Map<string, number>> {
  const environment = await environments["api-debug"]!();
  const options: unknown = environment.options.parse({});
  const exclude = async () => new Set<string>();
  const stream = new TaskStream({ environment, options, name: "test", candidates: 4, exclude });
  const counts = new Map<string, number>();
  for (let i = 0; i < 450; i++)
    for (const label of (await stream.next("easy")).labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return counts;
}

test("labels are handed out evenly", async () => {
  const counts = [...(await labelCounts()).values()];
  expect(counts).toHaveLength(15);
  expect(Math.max(...counts) / Math.min(...counts)).toBeLessThan(1.5);
});

test("of a level with few tasks only a part is held out, whatever the seeds", async () => {
  const environment = await environments["api-debug"]!();
  const hashes = ["00", "3f", "40", "7f", "80", "ff"].map((start) => start.padEnd(32, "0"));
  const few = {
    ...environment,
    generate: async (request: TaskRequest) => ({
      ...(await environment.generate({ ...request, seed: 0 })),
      hash: hashes[request.seed % hashes.length] ?? "",
    }),
  };
  const request = { level: "easy", split: "train", options: environment.options.parse({}), from: 100 } as const;
  const held = async (count: number, part: readonly [number, number]) =>
    (await heldOutTasks(few, { ...request, count, part })).map(({ hash }) => hash).sort();
  expect(await held(6, [0, 1 / 4])).toEqual(hashes);
  expect(await held(7, [0, 1 / 4])).toEqual(hashes.slice(0, 2));
  expect(await held(7, [1 / 4, 1 / 2])).toEqual(hashes.slice(2, 4));
  expect(await held(7, [0.3, 0.3])).toHaveLength(1);
});
