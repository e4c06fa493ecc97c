import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openDoor } from "./door.ts";
import { recordTo } from "./record.ts";
import { Session } from "./session.ts";
import { answerOf, toy } from "./testing/toy.ts";

it("appends a line per episode", async () => {
  const folder = mkdtempSync(join(tmpdir(), "fettle-record-"));
  const file = join(folder, "episodes.jsonl");
  for (const seed of [1, 2]) {
    const record = recordTo(file);
    const session = new Session(openDoor(toy, { onEpisode: record.write }));
    await session.reset({ seed, episode_id: `e${seed}` });
    await session.step({ guess: -9 });
    await session.step({ guess: await answerOf("narrow", seed) });
    record.close();
  }
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual(
    [1, 2].map((seed) => ({
      ...{ episode_id: `e${seed}`, environment: "toy", version: "1.2.3", task: "narrow", split: "train", seed },
      ...{ curriculum: null, rewards: [0, 0.75], return: 0.75, solved: true, end: "done" },
    })),
  );
  rmSync(folder, { recursive: true });
  expect(() => recordTo(join(folder, "gone", "file"))).toThrow("Cannot write the record");
});
