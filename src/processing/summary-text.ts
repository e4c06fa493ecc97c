/** The result of a run as text for a terminal. */
import colors from "picocolors";
import type { ProcessSummary } from "./summary.ts";

export function processText({ environment, version, groupSize, groups, episodes, errors }: ProcessSummary): string {
  const lines = [
    `${environment} ${version}: ${colors.bold(`${groups.finished} groups`)} of ${groupSize} episodes, ${groups.planned} asked for.`,
  ];
  const { count, solved, cutOff, mean, least, most } = episodes;
  if (mean !== null)
    lines.push(
      `Scores: mean ${mean.toFixed(3)}, from ${short(least)} to ${short(most)}. Solved: ${share(solved, count)}. Cut off by a limit: ${share(cutOff, count)}.`,
      `All scores equal, so nothing to learn from within the group: ${share(groups.uniform, groups.finished)} of the groups.`,
      tokens(groups),
    );
  if (groups.refused > 0) lines.push(`${groups.refused} groups left out: no task could be generated for their seeds.`);
  if (groups.incomplete > 0)
    lines.push(
      colors.red(`${groups.incomplete} groups left out: an episode ended in an error, which is no fault of the model.`),
      ...errors.slice(0, 5).map(({ reason, episodes: times }) => colors.red(`  ${times} times: ${reason}`)),
    );
  return lines.join("\n");
}

const short = (value: number | null) => (value === null ? "-" : String(Number(value.toFixed(3))));

function tokens({ withTokens, finished }: ProcessSummary["groups"]): string {
  if (withTokens === finished) return "Token ids and log-probabilities: exact, in every group.";
  const rest = withTokens === 0 ? "unavailable" : `unavailable in ${finished - withTokens} groups`;
  return `Token ids and log-probabilities: ${rest}, and left empty. --token-ids asks a vLLM or SGLang server for them.`;
}

function share(part: number, whole: number): string {
  return whole === 0 ? "-" : `${((100 * part) / whole).toFixed(1)} %`;
}
