import { expect, test } from "vitest";
import { environments } from "../environments/registry.ts";
import { TaskStream } from "./task-stream.ts";

async function labelCounts(rare?: { labels: string[]; share: number }): Promise<Map<string, number>> {
  const environment = await environments["api-debug"]!();
  const options: unknown = environment.options.parse({});
  const exclude = async () => new Set<string>();
  const stream = new TaskStream({ environment, options, name: "test", candidates: 4, exclude, ...(rare && { rare }) });
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

test("rare labels are handed out at their share of the others", async () => {
  const counts = await labelCounts({ labels: ["redirect_loop"], share: 0.2 });
  const rare = counts.get("redirect_loop") ?? 0;
  const others = (450 - rare) / 14;
  expect(rare).toBeGreaterThan(0);
  expect(rare / others).toBeLessThan(0.3);
});
