import type { PromptForm } from "../core/environment.ts";
import type { Model } from "./model.ts";

/**
 * A policy of the environment's own roles, by name: the oracle, the no-op, random or a hack. It has no `complete`,
 * because a policy answers from the task, which no model may see: the runner plays it.
 */
export interface ScriptedModel {
  /** Name of the policy. */
  scripted: string;
  /** The same, in traces and reports. */
  id: string;
  form: PromptForm;
}

/** Whoever plays an episode. */
export type Player = Model | ScriptedModel;

/** A policy as a player. `form` is that of the texts it writes, default `full`. Whether an environment has it shows later. */
export function scriptedModel(policy: string, options: { form?: PromptForm } = {}): ScriptedModel {
  return { scripted: policy, id: policy, form: options.form ?? "full" };
}

export function isScripted(player: Player): player is ScriptedModel {
  return "scripted" in player;
}
