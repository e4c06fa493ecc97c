import type { ChatMessage } from "../../core/environment.ts";
import type { Trace } from "../../core/trace.ts";
import { atroposMessages } from "../../rollouts/atropos-record.ts";
import { isTruncated, turnsOfFirstRole } from "../../rollouts/trace-facts.ts";

/** A message with the text of the reasoning channel, under the name that chat templates read it by. */
export interface TrainingMessage extends ChatMessage {
  reasoning_content?: string;
}

/** The whole conversation of an episode, of the role that acts first. */
export function conversation(trace: Trace): TrainingMessage[] {
  const reasoning = turnsOfFirstRole(trace).map((turn) => turn.reasoning);
  let turn = 0;
  return atroposMessages(trace).map((message) => {
    const thought = message.role === "assistant" ? reasoning[turn++] : null;
    return thought ? { ...message, reasoning_content: thought } : message;
  });
}

/** A completion or the whole episode was cut off by a limit, of tokens or of time. */
export function isCutOff(trace: Trace): boolean {
  return trace.stop === "timeout" || isTruncated(trace);
}

/** Where a row comes from: columns beside those that trainers read. Holds no seed: seeds are truth. */
export function originOf({ environment, version, level, split, task, turns }: Trace) {
  return { environment, version, level, split, task: task.key, policy: turns[0]?.policy ?? null };
}
