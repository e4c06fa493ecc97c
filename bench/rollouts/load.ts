import { setMaxListeners } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { RolloutClient } from "../../src/serving/atropos/index.ts";

export interface LoadOptions {
  url: string;
  /** Senders side by side, each with one group under way. */
  workers: number;
  /** A multiple of 64: no batch stays incomplete. */
  groups: number;
  /** Milliseconds that the trainer stops for after every `pauseEvery` batches. */
  pauseMs: number;
  pauseEvery: number;
  /** Called now and then with how many groups have arrived. */
  onProgress?: (arrived: number) => void;
}

export interface LoadResult {
  seconds: number;
  /** Groups that a server took and that never came to the trainer, and groups that came more than once. */
  lost: number;
  doubled: number;
  /** Batches whose groups are not of the trainer's size together. */
  odd: number;
  /** Answers that asked to wait, and attempts made earlier than they asked. */
  waits: number;
  hasty: number;
}

/** Sequences per group, and per batch of 64 groups. */
const groupSize = 4;
const batchSize = 256;
/** Tokens of a sequence: of the order of a short answer. */
const length = 64;
/** Milliseconds without a batch, once everything has been sent, after which the rest counts as lost. */
const patience = 20_000;

/** Sends groups as workers do while a trainer fetches batches, and counts what became of each. */
export async function load({
  url,
  workers,
  groups,
  pauseMs,
  pauseEvery,
  onProgress,
}: LoadOptions): Promise<LoadResult> {
  const registration = {
    wandb_group: "load",
    wandb_project: "load",
    batch_size: batchSize,
    max_token_len: 4096,
    checkpoint_dir: "",
    save_checkpoint_interval: 0,
    starting_step: 0,
    num_steps: 0,
  };
  await fetch(`${url}/register`, { method: "POST", headers: json, body: JSON.stringify(registration) });
  await fetch(`${url}/batch`);
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const started = performance.now();
  const accepted = new Set<number>();
  const arrived = new Map<number, number>();
  const counts = { waits: 0, hasty: 0, odd: 0 };
  let next = 0;
  let sending = true;

  async function worker(): Promise<void> {
    let quietUntil = 0;
    const client = new RolloutClient({
      url,
      signal: stop.signal,
      observe(status, retryAfterMs) {
        if (performance.now() < quietUntil) counts.hasty++;
        quietUntil = status === 503 ? performance.now() + (retryAfterMs ?? 0) : 0;
        if (status === 503) counts.waits++;
      },
    });
    const env = await client.register({
      max_token_length: 4096,
      desired_name: "load",
      weight: 1,
      group_size: groupSize,
    });
    if (!env) throw new Error("the server does not let environments in");
    while (next < groups) {
      const tag = next++;
      const sent = await client.send(groupOf(tag, env.env_id));
      if (!sent.accepted) throw new Error(sent.why);
      accepted.add(tag);
    }
    client.close();
  }

  async function trainer(): Promise<void> {
    let [received, batches, idleSince] = ["", 0, performance.now()];
    while (arrived.size < accepted.size || sending) {
      const batch = await fetchBatch(url, received);
      if (!batch) {
        if (!sending && performance.now() - idleSince > patience) return;
        await wait(20);
        continue;
      }
      idleSince = performance.now();
      received = batch.number;
      for (const tag of batch.tags) arrived.set(tag, (arrived.get(tag) ?? 0) + 1);
      if (batch.tags.length * groupSize !== batchSize) counts.odd++;
      onProgress?.(arrived.size);
      if (++batches % pauseEvery === 0) await wait(pauseMs);
    }
  }

  const training = trainer();
  await Promise.all(Array.from({ length: workers }, worker));
  sending = false;
  await training;
  stop.abort();
  return {
    seconds: (performance.now() - started) / 1000,
    lost: [...accepted].filter((tag) => !arrived.has(tag)).length,
    doubled: [...arrived.values()].filter((times) => times > 1).length,
    ...counts,
  };
}

const json = { "content-type": "application/json" };

/** The next batch, or null while there is none or the server is away. */
async function fetchBatch(url: string, received: string): Promise<{ number: string; tags: number[] } | null> {
  try {
    const response = await fetch(`${url}/batch${received === "" ? "" : `?received=${received}`}`);
    const { batch }: { batch: { tokens: number[][] }[] | null } = JSON.parse(await response.text());
    if (!batch || batch.length === 0) return null;
    return {
      number: response.headers.get("fettle-batch") ?? "",
      tags: batch.map(({ tokens }) => tokens[0]?.[0] ?? -1),
    };
  } catch {
    return null;
  }
}

/** A group with its tag as first token; the rest is much like what models write. */
function groupOf(tag: number, env: number) {
  const sequences = Array.from({ length: groupSize }, (_, i) =>
    Array.from({ length }, (_, j) => (j === 0 ? tag : (tag * 7919 + i * 104_729 + j * 31) % 32_000)),
  );
  return {
    tokens: sequences,
    masks: sequences.map((tokens) => tokens.map((token, i) => (i < length / 2 ? -100 : token))),
    scores: sequences.map((_, i) => i / groupSize),
    inference_logprobs: sequences.map((tokens) =>
      tokens.map((token, i) => (i < length / 2 ? 1 : -(token % 997) / 499)),
    ),
    env_id: env,
  };
}
