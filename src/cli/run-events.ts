import type { RunListener } from "../rollouts/progress.ts";
import type { Terminal } from "./terminal.ts";

/** Shows the events of an evaluation or a validation as one line of progress. */
export async function showProgress(terminal: Terminal): Promise<RunListener> {
  const { progressLine } = await import("../evaluation/report.ts");
  let stage = "";
  return (event) => {
    if (event.type === "progress") terminal.progress([stage, progressLine(event)].filter(Boolean).join(": "));
    else if (event.type === "stage") terminal.progress((stage = event.name));
    else if (event.type === "note") terminal.note(event.message);
    else if (event.type === "end") terminal.clear();
  };
}
