import type { AnyEnvironment, Services, Task } from "../core/environment.ts";
import { firstIssue } from "../core/issues.ts";
import { canonicalJson } from "../core/json.ts";
import { playPolicy } from "../rollouts/play-policy.ts";

/**
 * What the contract asks of a task beyond its scores: observations and oracle actions fit their schemas, completions
 * written by `format` read back as the same action in both prompt forms, and neither observations, prompts nor `state()`
 * hold the task's key. Returns what is wrong.
 */
export async function contractProblems(
  environment: AnyEnvironment,
  task: Task,
  services: Services = {},
): Promise<string[]> {
  const problems: string[] = [];
  for (const through of ["full", "compact"] as const) {
    const { return: value, error } = await playPolicy(environment, task, { policy: "oracle" }, { through, services });
    if (error !== null || value !== 1)
      problems.push(`the oracle's text in the ${through} form earned ${error ?? value}, not 1`);
  }
  const signal = new AbortController().signal;
  const episode = await environment.start(task, { signal, services });
  const turn = episode.turn();
  const role = environment.roles[turn?.role ?? ""];
  if (!turn || !role) return [...problems, "the episode starts without a turn"];
  const { observation } = turn;
  const fits = role.observation.safeParse(observation);
  if (!fits.success) problems.push(`its first observation does not fit the schema: ${firstIssue(fits.error)}`);
  const prompts = (["full", "compact"] as const).map((form) => role.render(observation, { turn: 0, form }));
  if (canonicalJson([observation, prompts, episode.state()]).includes(task.key))
    problems.push("its key can be seen in an observation, a prompt or the state");
  await episode.close();
  if (canonicalJson(JSON.parse(JSON.stringify(task))) !== canonicalJson(task))
    problems.push("it does not survive JSON");
  return problems;
}
