/**
 * What a role is told of its latest submission: visible tests and its own frames, nothing of what is hidden. A program can
 * find all inputs that its process was sent and give them as its result, or raise them: so what it says is taken from a run
 * on the visible tests alone.
 */
import type { CallText, Failure, Graded } from "../../../core/sandbox.ts";
import type { Exercise } from "../library.ts";
import type { Judgement } from "./judge.ts";
import { isUnfinished } from "./unfinished.ts";

/** Failing tests that are shown, and the longest text of each part, in characters. */
const most = { tests: 3, frames: 4, part: 200, all: 1600 };

/** `seen` is the grade on the visible tests alone, null where there are none. */
export function feedbackOf(
  { visible }: Pick<Exercise, "visible">,
  { graded: { passed, load }, assembled }: Pick<Judgement, "graded" | "assembled">,
  seen: Graded | null,
): string {
  if (passed) return "All tests pass.";
  if (!seen) return load ? "Your code does not load." : "Tests fail.";
  if (seen.load) {
    const { type, message, line } = seen.load;
    const at = line === null ? "" : ` (line ${Math.max(line - assembled.offset, 1)})`;
    return clip(`Your code does not load: ${type}: ${message}${at}`, most.all);
  }
  const shown = seen.sites.flatMap(({ line, expected }, i) => (line <= visible.length && expected > 0 ? [i] : []));
  const passing = shown.filter((i) => seen.sites[i]?.ok === seen.sites[i]?.expected);
  const failures = seen.failures.filter(({ site }) => shown.includes(site));
  if (passing.length === shown.length)
    return shown.length === 0 || load
      ? "Tests fail."
      : `All ${shown.length} visible tests pass, but some of the hidden ones fail.`;
  const lines = [`${shown.length - passing.length} of ${shown.length} visible tests fail.`];
  for (const failure of failures.slice(0, most.tests)) {
    lines.push(clip(`assert ${seen.sites[failure.site]?.text ?? ""}`, most.part));
    lines.push(...describe(failure, assembled).map((line) => `  ${clip(line, most.part)}`));
  }
  return clip(lines.join("\n"), most.all);
}

function describe({ problem, calls }: Failure, { source, offset }: Judgement["assembled"]): string[] {
  const lines = calls.flatMap((call) => [
    `${call.call} ${call.kind === "value" ? `gave ${call.answer}` : saidOf(call)}`,
    ...call.trace
      .filter(([line]) => line > offset)
      .slice(-most.frames)
      .map(([line, name]) => `  line ${line - offset}, in ${name}: ${source.split("\n")[line - 1]?.trim() ?? ""}`),
  ]);
  return lines.length > 0 || problem === "" ? lines : [problem];
}

const saidOf = ({ answer }: CallText): string => (isUnfinished(answer) ? "did not end by itself" : `raised ${answer}`);

const clip = (text: string, longest: number): string =>
  text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
