import { createHash } from "node:crypto";
import type { AnyEnvironment, Services, Task, TaskRequest } from "../core/environment.ts";
import { canonicalJson } from "../core/json.ts";
import { splits } from "../core/splits.ts";
import { scriptedModel } from "../models/scripted.ts";
import { runEpisode } from "../rollouts/run-episode.ts";

export interface FingerprintRequest {
  level: string;
  /** Seeds 0 to count - 1, spread over the splits. */
  count: number;
  options: unknown;
}

/** Seed i of a validation: the splits take turns, so that all of them are checked. */
export function taskRequest({ level, options }: Omit<FingerprintRequest, "count">, seed: number): TaskRequest {
  return { level, seed, split: splits[seed % splits.length] ?? "train", options };
}

/** Tasks whose random transcript goes into the fingerprint, too. */
const transcripts = 100;

/**
 * A SHA-256 over the bytes of tasks in order, and over what a random policy reads, writes and earns on the first 100.
 * Equal in every process, or the environment is not deterministic.
 */
export class Fingerprint {
  readonly #environment: AnyEnvironment;
  readonly #hash = createHash("sha256");
  readonly #services: Services;
  #tasks = 0;

  constructor(environment: AnyEnvironment, services: Services = {}) {
    this.#environment = environment;
    this.#services = services;
  }

  async add(task: Task): Promise<void> {
    // Plain JSON: the order of members belongs to the bytes.
    this.#hash.update(JSON.stringify(task)).update("\n");
    if (this.#tasks++ >= transcripts) return;
    const [environment, services] = [this.#environment, this.#services];
    const settings = { environment, services, model: scriptedModel("random"), retries: 0 };
    const { trace, truth } = await runEpisode(settings, { task, sample: 0 });
    const turns = trace.turns.map(({ timing: _timing, ...turn }) => turn);
    this.#hash.update(canonicalJson([turns, trace.return, trace.final, truth.scores])).update("\n");
  }

  digest(): string {
    return this.#hash.digest("hex");
  }
}

/** The fingerprint of a level's tasks; a seed without a task counts as its error. */
export async function fingerprint(
  environment: AnyEnvironment,
  request: FingerprintRequest,
  services: Services = {},
): Promise<string> {
  const print = new Fingerprint(environment, services);
  for (let seed = 0; seed < request.count; seed++) {
    try {
      await print.add(await environment.generate(taskRequest(request, seed)));
    } catch {
      // Refused here means refused there, and is reported by the validation itself.
    }
  }
  return print.digest();
}
