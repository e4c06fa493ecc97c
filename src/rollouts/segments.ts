import type { TurnTokens } from "../core/trace.ts";

/**
 * The segment of this turn's tokens: that of the turn before when the prompt extends exactly what was read and written
 * there, else the next number (from 0). Ids only: text is never tokenised again, so a template that rewrites history
 * (drops old reasoning, say) starts a segment instead of training on ids nobody sampled.
 */
export function segmentOf(previous: TurnTokens | null, current: TurnTokens): number {
  if (!previous) return 0;
  return extendsExactly(previous, current) ? previous.segment : previous.segment + 1;
}

function extendsExactly(previous: TurnTokens, current: TurnTokens): boolean {
  const { prompt, completion } = previous;
  if (current.tokenizer !== previous.tokenizer || current.template !== previous.template) return false;
  if (current.prompt.length < prompt.length + completion.length) return false;
  return (
    prompt.every((id, i) => current.prompt[i] === id) &&
    completion.every((id, i) => current.prompt[prompt.length + i] === id)
  );
}
