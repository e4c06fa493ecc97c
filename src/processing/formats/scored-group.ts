import type { AnyEnvironment, ChatMessage } from "../../core/environment.ts";
import { FettleError } from "../../core/errors.ts";
import type { Trace } from "../../core/trace.ts";
import { atroposMessages } from "../../rollouts/atropos-record.ts";

/** Episodes on one task, all of them with a settled return, in the order of their samples. */
export interface ScoredGroup {
  traces: readonly Trace[];
  /** One per episode, in the range in which other projects know the environment. */
  scores: readonly number[];
}

/** A message with the text of the reasoning channel, under the name that chat templates read it by. */
export interface TrainingMessage extends ChatMessage {
  reasoning_content?: string;
}

/**
 * `traces` of one group, none of which ended in an error. Throws FettleError `unscored` for a score that is no number: the
 * environment is at fault.
 */
export function scoredGroup(environment: AnyEnvironment, traces: readonly Trace[]): ScoredGroup {
  const scores = traces.map((trace) => environment.externalScore?.(trace) ?? trace.return ?? Number.NaN);
  if (scores.every(Number.isFinite)) return { traces, scores };
  throw new FettleError("unscored", `"${environment.name}" scores ${traces[0]?.group} with ${scores.join(", ")}.`);
}

/** The whole conversation of an episode, of the role that acts first. */
export function conversation(trace: Trace): TrainingMessage[] {
  const reasoning = trace.turns.filter(({ role }) => role === trace.turns[0]?.role).map((turn) => turn.reasoning);
  let turn = 0;
  return atroposMessages(trace).map((message) => {
    const thought = message.role === "assistant" ? reasoning[turn++] : null;
    return thought ? { ...message, reasoning_content: thought } : message;
  });
}

/** A completion or the whole episode was cut off by a limit. */
export function isCutOff({ stop, turns }: Trace): boolean {
  return (
    stop === "max_tokens" ||
    stop === "context_overflow" ||
    stop === "timeout" ||
    turns.some(({ finish }) => finish === "length")
  );
}

/** Where a row comes from: columns beside those that trainers read. Holds no seed: seeds are truth. */
export function originOf({ environment, version, level, split, task, turns }: Trace) {
  return { environment, version, level, split, task: task.key, policy: turns[0]?.policy ?? null };
}
