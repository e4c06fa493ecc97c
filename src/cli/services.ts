import type { Services } from "../core/environment.ts";
import { judgeFrom } from "../models/judge.ts";

/** What the surroundings lend an environment. Throws FettleError `bad_option` for an incomplete judge. */
export function servicesFrom(env: NodeJS.ProcessEnv, note: (line: string) => void): Services {
  const judge = judgeFrom(env);
  if (!judge) return {};
  note(`Explanations are graded by ${env.JUDGE_MODEL}.`);
  return { judge };
}
