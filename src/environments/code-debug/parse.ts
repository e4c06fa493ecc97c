/** What a completion was understood as. */
import type { Answer, ParseContext } from "../../core/environment.ts";
import { withoutThinking } from "../../core/thinking.ts";
import type { Action } from "./action.ts";
import { readLine } from "./answers/line.ts";
import { longestCompletion, readSource } from "./answers/source.ts";
import type { Observation } from "./observation.ts";

/** Reads a completion; both prompt forms take the same answers. Never throws. */
export function parse(text: string, { observation }: ParseContext<Observation>): Answer<Action> {
  if (text.length > longestCompletion) return { problem: `it is longer than ${longestCompletion} characters` };
  const answer = withoutThinking(text);
  if (answer === "") return { problem: "there is no answer outside of the thinking" };
  const { level, code, entry } = observation;
  if (level === "locate") return readLine(answer, code);
  const read = readSource(answer, { entry, code });
  return "code" in read ? { action: read } : read;
}

/** The completion that says this action. */
export function format({ line, code }: Action, { form }: Pick<ParseContext<Observation>, "form">): string {
  if (line != null) return form === "compact" ? String(line) : `\\boxed{${line}}`;
  const text = code ?? "";
  return form === "compact" ? text : `\\boxed{${text}}`;
}
