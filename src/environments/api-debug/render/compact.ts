import type { Observation } from "../observation.ts";
import { rowsOf, shorten } from "./rows.ts";

/** Longest feedback shown to a small model, in characters. */
const longestFeedback = 300;

/** The first message: level and number of faults, the date, the rows, and what a repair needs. */
export function compactTask(observation: Observation): string {
  const { task, error_count, current_time, credentials, intent } = observation;
  const repairs = task === "medium" || task === "hard";
  const lines = [`${task} ${error_count}`];
  if (task !== "response" && credentials.length > 0) lines.push(`now ${current_time.slice(0, 10)}`);
  for (const { mark, text } of rowsOf(observation)) lines.push(`${mark} ${text}`);
  if (task === "headers" || task === "hard")
    for (const [index, { scheme, value, scopes, expires_at, status }] of credentials.entries())
      lines.push(
        `${index + 1} ${scheme} ${value} ${status} until ${expires_at.slice(0, 10)} ${scopes.join(",")}`.trimEnd(),
      );
  if (repairs) lines.push(`intent ${intent}`);
  return lines.join("\n");
}

/** A later message: what came of the latest answer. */
export function compactFeedback({ feedback }: Observation): string {
  return shorten(feedback.replaceAll(/\s*\n\s*/g, " "), longestFeedback);
}
