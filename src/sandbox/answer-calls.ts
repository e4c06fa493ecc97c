import { z } from "zod";
import type { Answers, End, GradeLimits, LoadFailure } from "../core/sandbox.ts";
import { asciiJson } from "./ascii.ts";
import type { Pool } from "./pool.ts";
import type { Runner } from "./runner.ts";

/** Frames that stand for an answer that never came, by how the attempt ended. */
const missing: Readonly<Record<End, string>> = { done: '["d"]', timeout: '["t"]', died: '["d"]', overflow: '["o"]' };
const notRun = '["n"]';

/** Loading may always take this long, in milliseconds: modules are imported then. */
const leastLoadMs = 1000;

/** A program that has timed out once gets this many times less for each further call. */
const impatience = 3;

/** Less than this is not worth a fresh start, in milliseconds. */
const leastMs = 50;

/**
 * Has untrusted source answer calls. A call that times out or ends the process costs a fresh start, of which there are
 * few; calls after the last one count as not run. Rejects with `SlotLost` when a runner fails.
 */
export async function answerCalls(
  runners: Pool<Runner>,
  request: { source: string; entry: string; calls: readonly string[]; seed: number },
  limits: Required<GradeLimits>,
): Promise<Answers> {
  const { source, entry, calls, seed } = request;
  const { callMs, totalMs, memoryMb } = limits;
  const frames: string[] = [];
  let [cpuMs, stepMs] = [0, callMs];
  for (let starts = 0; starts <= limits.restarts && totalMs - cpuMs >= leastMs; starts++) {
    const left = calls.slice(frames.length);
    const job = asciiJson({ mode: "calls", source, entry, calls: left, seed });
    const restMs = totalMs - cpuMs;
    const attemptLimits = {
      loadMs: Math.min(Math.max(callMs, leastLoadMs), restMs),
      stepMs,
      totalMs: restMs,
      memoryMb,
    };
    const attempt = await runners.use((runner) => runner.attempt(job, left.length + 1, attemptLimits));
    cpuMs += attempt.cpuMs;
    const [loaded, ...answers] = attempt.frames;
    if (loaded !== '["ok"]') {
      if (frames.length > 0) break;
      const load = describeLoad(loaded, attempt.end);
      return { outcome: "answered", frames: calls.map(() => notRun), load, cpuMs };
    }
    frames.push(...answers);
    if (frames.length >= calls.length) break;
    frames.push(missing[attempt.end]);
    if (attempt.end === "timeout") stepMs = callMs / impatience;
  }
  while (frames.length < calls.length) frames.push(notRun);
  return { outcome: "answered", frames, load: null, cpuMs };
}

const loadFrame = z.tuple([z.literal("l"), z.string(), z.string(), z.array(z.tuple([z.number(), z.string()]))]);

const endings: Readonly<Record<End, string>> = {
  done: "loading it failed",
  timeout: "loading it took too long",
  died: "loading it ended the process",
  overflow: "loading it wrote too much",
};

/** What a candidate says about why it did not load; untrusted text, cut as an honest runner would (`candidate.py`). */
function describeLoad(frame: string | undefined, end: End): LoadFailure {
  try {
    const [, type, message, trace] = loadFrame.parse(JSON.parse(frame ?? ""));
    return { type: type.slice(0, 60), message: message.slice(0, 200), line: trace.at(-1)?.[0] ?? null };
  } catch {
    return { type: "LoadFailure", message: endings[end], line: null };
  }
}
