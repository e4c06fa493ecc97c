import type { Answer, AnyEnvironment, Episode, PromptForm, Services, Task } from "../core/environment.ts";
import { describeError } from "../core/errors.ts";
import { firstIssue } from "../core/issues.ts";
import { canonicalJson } from "../core/json.ts";
import { answerer, playPolicy } from "../rollouts/play-policy.ts";
import type { AnyRole } from "../rollouts/speaker.ts";

const forms: readonly PromptForm[] = ["full", "compact"];

/**
 * What the contract asks of a task beyond its scores: observations and oracle actions fit their schemas, completions
 * written by `format` read back as the same action in both prompt forms, turns can be rendered in both, and neither
 * observations, prompts nor `state()` hold the task's key. Looks at the first `turns` turns. Returns what is wrong.
 */
export async function contractProblems(
  environment: AnyEnvironment,
  task: Task,
  { services, turns }: { services: Services; turns: number },
): Promise<string[]> {
  const problems = new Set<string>();
  for (const through of forms) {
    const { return: value, error } = await playPolicy(environment, task, { policy: "oracle" }, { through, services });
    if (error !== null || value !== 1)
      problems.add(`the oracle's text in the ${through} form earned ${error ?? value}, not 1`);
  }
  const signal = new AbortController().signal;
  const episode = await environment.start(task, { signal, services });
  for (const problem of await shownProblems(environment, task, episode, turns)) problems.add(problem);
  await episode.close();
  if (canonicalJson(JSON.parse(JSON.stringify(task))) !== canonicalJson(task)) problems.add("it does not survive JSON");
  return [...problems];
}

/** What is wrong with what a role is shown, turn by turn, while the random policy plays. */
async function shownProblems(
  environment: AnyEnvironment,
  task: Task,
  episode: Episode<unknown, unknown>,
  most: number,
): Promise<string[]> {
  const problems: string[] = [];
  const answer = answerer(environment, task, { policy: "random" });
  const played = new Map<string, number>();
  let turns = 0;
  for (let next = episode.turn(); next; next = episode.turn()) {
    const { role: name, observation } = next;
    const role = environment.roles[name];
    if (!role) break;
    const fits = role.observation.safeParse(observation);
    if (!fits.success)
      problems.push(
        `${turns === 0 ? "its first" : "a later"} observation does not fit the schema: ${firstIssue(fits.error)}`,
      );
    const turn = played.get(name) ?? 0;
    const prompts = forms.map((form) => {
      const { messages, problem } = rendered(role, observation, { turn, form });
      if (problem !== null) problems.push(`render in the ${form} form, turn ${turn}: ${problem}`);
      return messages;
    });
    if (canonicalJson([observation, prompts, episode.state()]).includes(task.key))
      problems.push("its key can be seen in an observation, a prompt or the state");
    played.set(name, turn + 1);
    turns++;
    if (turns >= most || !(await stepped(episode, name, () => answer({ role: name, observation }, turns - 1)))) break;
  }
  return turns === 0 ? [...problems, "the episode starts without a turn"] : problems;
}

/** Whether the episode goes on. A policy or a step that fails is a matter of the policy's own row. */
async function stepped(
  episode: Episode<unknown, unknown>,
  role: string,
  answer: () => Answer<unknown>,
): Promise<boolean> {
  try {
    return !(await episode.step(role, answer())).done;
  } catch {
    return false;
  }
}

/** The messages of a turn, and what is wrong with them or null. */
function rendered(role: AnyRole, observation: unknown, context: { turn: number; form: PromptForm }) {
  try {
    const messages = role.render(observation, context);
    const empty = messages.some(({ content }) => content.trim() === "");
    return { messages, problem: messages.length === 0 ? "no message" : empty ? "an empty message" : null };
  } catch (error) {
    return { messages: [], problem: describeError(error) };
  }
}
