import type { Answer, ParseContext } from "../../../core/environment.ts";
import { withoutThinking } from "../../../core/thinking.ts";
import type { Action } from "../action.ts";
import { clip } from "../clip.ts";
import type { Observation } from "../observation.ts";
import { readCompactAnswer } from "./compact-answer.ts";
import { longestCompletion } from "./extract.ts";
import { readJsonAnswer } from "./json-answer.ts";

/** Longest compact answer, in characters. */
const longestCompact = 20_000;

/** Reads a completion in either form; the form asked for is tried first. Never throws. */
export function parse(text: string, context: ParseContext<Observation>): Answer<Action> {
  const answer = read(text, context);
  return "problem" in answer ? { problem: clip(answer.problem) } : answer;
}

function read(text: string, { observation, form }: ParseContext<Observation>): Answer<Action> {
  if (text.length > longestCompletion) return { problem: `it is longer than ${longestCompletion} characters` };
  const answer = withoutThinking(text);
  if (answer === "") return { problem: "there is no answer outside of the thinking" };
  if (form === "full") {
    const json = readJsonAnswer(answer);
    if (json) return json;
  }
  const compact: Answer<Action> =
    answer.length > longestCompact
      ? { problem: "no JSON object was found" }
      : readCompactAnswer(unfenced(answer), observation);
  if ("action" in compact) return compact;
  if (form === "full") return { problem: "no JSON object with a field of an answer was found" };
  return readJsonAnswer(answer) ?? compact;
}

/** Without the fence around the whole, if there is one. */
function unfenced(text: string): string {
  return /^```\w*\n([\s\S]*?)\n?```$/.exec(text)?.[1] ?? text;
}
