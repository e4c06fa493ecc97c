import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { Random } from "../../core/random.ts";
import { readCheckpoint } from "./checkpoint.ts";
import { resolveConfig } from "./config.ts";
import { layoutParameters, parameterCount } from "./parameters.ts";

const shape = { vocabularySize: 512, threads: 1 };

/** Saves over and over; the step says which weights belong to it. */
const program = `
  import { writeCheckpoint } from "./src/engines/embedded/checkpoint.ts";
  import { resolveConfig } from "./src/engines/embedded/config.ts";
  import { layoutParameters, parameterCount } from "./src/engines/embedded/parameters.ts";
  const config = resolveConfig(${JSON.stringify(shape)});
  const parameters = layoutParameters(config);
  for (let step = 1; ; step++) {
    const all = new Float32Array(parameterCount(parameters)).fill(step);
    await writeCheckpoint(process.env.FOLDER, config, parameters, {
      weights: all, reference: null, optimizer: { first: all, second: all, step },
    });
    if (step === 1) console.log("saved");
  }
`;

it("a checkpoint is whole after a kill at any moment", { timeout: 60_000 }, async () => {
  const parent = await mkdtemp(path.join(os.tmpdir(), "fettle-kill-"));
  const folder = path.join(parent, "checkpoint");
  const parameters = layoutParameters(resolveConfig(shape));
  const random = new Random("kill");
  try {
    for (let round = 0; round < 5; round++) {
      const flags = ["--import", "tsx", "--input-type=module", "--eval", program];
      const child = spawn(process.execPath, flags, {
        env: { ...process.env, FOLDER: folder },
        stdio: ["ignore", "pipe", "inherit"],
      });
      const exit = once(child, "exit");
      await once(child.stdout, "data");
      await new Promise((resolve) => setTimeout(resolve, random.int(0, 60)));
      child.kill("SIGKILL");
      await exit;
      const { weights, optimizer } = await readCheckpoint(folder, parameters);
      const step = optimizer!.step;
      expect(step).toBeGreaterThanOrEqual(1);
      const expected = new Float32Array(parameterCount(parameters)).fill(step);
      for (const flat of [weights, optimizer!.first, optimizer!.second])
        expect(Buffer.compare(Buffer.from(flat.buffer), Buffer.from(expected.buffer))).toBe(0);
    }
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
});
