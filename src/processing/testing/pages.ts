import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { scriptedModel } from "../../models/scripted.ts";
import { numberRepair } from "../../rollouts/testing/number-repair.ts";
import type { ProcessOptions } from "../plan.ts";
import { processGroups } from "../process.ts";

/** A folder for the pages of a test file, which goes away with it. */
export function pages() {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "fettle-report-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const base = { environment: numberRepair(), model: scriptedModel("random"), groups: 4, groupSize: 2 };
  const pageOf = (name: string) => join(folder, `${name}.html`);
  return {
    /** Where the page of that name is. */
    pageOf,
    /** Plays a run, four groups of two unless changed, and returns where its page is. */
    async write(name: string, changes: Partial<ProcessOptions> = {}): Promise<string> {
      await processGroups({ ...base, out: join(folder, `${name}.jsonl`), ...changes });
      return pageOf(name);
    },
  };
}
