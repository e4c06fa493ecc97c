import type { Answer, AnyEnvironment, PromptForm, Services, Task } from "../core/environment.ts";
import { describeError } from "../core/errors.ts";
import { Random } from "../core/random.ts";

export interface PolicyResult {
  return: number;
  solved: boolean;
  /** The most any turn scored, by score name. */
  highest: Record<string, number>;
  turns: number;
  /** Set when the episode ended in an error; its return means nothing then. */
  error: string | null;
}

/** Who answers: a policy by name, or one fixed action (or completion text) for every turn. */
export type Answering = { policy: string } | { constant: unknown };

export interface PlayPolicyOptions {
  /** Go through the completion text as a model would (`format`, then `parse`); the action is used directly when absent. */
  through?: PromptForm;
  services?: Services;
}

const noSignal = new AbortController().signal;

/**
 * Plays a scripted episode without recording it: what validation and baselines need by the million. Same random stream as
 * `runEpisode` for sample 0. Never throws: whatever fails is the `error` of the result.
 */
export async function playPolicy(
  environment: AnyEnvironment,
  task: Task,
  answering: Answering,
  { through, services = {} }: PlayPolicyOptions = {},
): Promise<PolicyResult> {
  const highest: Record<string, number> = {};
  let turns = 0;
  const failed = (error: string): PolicyResult => ({ return: 0, solved: false, highest, turns, error });
  const answer = answerer(environment, task, answering, through);
  try {
    const episode = await environment.start(task, { signal: noSignal, services });
    try {
      for (let next = episode.turn(); next; next = episode.turn()) {
        const result = await episode.step(next.role, answer(next, turns));
        turns++;
        if (result.reward === null) return failed(result.error ?? "unscored");
        for (const { name: score, value } of result.scores)
          if (value !== null && !(value <= (highest[score] ?? Number.NEGATIVE_INFINITY))) highest[score] = value;
      }
      return { ...episode.outcome(), highest, turns, error: null };
    } finally {
      await episode.close();
    }
  } catch (error) {
    return failed(describeError(error));
  }
}

/** What answers the turns of one episode; it throws for a role or policy that there is not. `through`: as a model would. */
export function answerer(environment: AnyEnvironment, task: Task, answering: Answering, through?: PromptForm) {
  const streams = new Map<string, Random>();
  return ({ role: name, observation }: { role: string; observation: unknown }, turn: number): Answer<unknown> => {
    const role = environment.roles[name];
    if (!role) throw new Error(`the environment gave the turn to "${name}", which is not one of its roles`);
    let said: unknown;
    if ("policy" in answering) {
      const { policy } = answering;
      const random = streams.get(name) ?? new Random(`policy/${policy}/${task.key}/0/${name}`);
      streams.set(name, random);
      const found = role.policies[policy];
      if (!found) throw new Error(`role "${name}" has no policy "${policy}"`);
      said = found.respond({ observation, task, turn, random });
    } else said = answering.constant;
    const form = through ?? "full";
    const text = typeof said === "string" ? said : through ? role.format(said, { observation, form }) : null;
    return text === null ? { action: said } : role.parse(text, { observation, form });
  };
}
