/** What a trace says of its episode. */
import type { Trace, TraceTurn } from "../core/trace.ts";

/** Turns of the role that acts first, in order: where several play, that one is trained on. */
export function turnsOfFirstRole({ turns }: Trace): TraceTurn[] {
  return turns.filter(({ role }) => role === turns[0]?.role);
}

/** A completion or the whole episode was cut off by a token limit. */
export function isTruncated({ stop, turns }: Trace): boolean {
  return stop === "max_tokens" || stop === "context_overflow" || turns.some(({ finish }) => finish === "length");
}
