import type { AnyEnvironment, Services } from "../core/environment.ts";
import { judgeFrom } from "../models/judge.ts";
import type { Terminal } from "./terminal.ts";

/**
 * What the surroundings lend an environment until the command ends: a judge where one is configured, a sandbox where it
 * needs one. Throws FettleError `bad_option` for an incomplete judge, `sandbox_unavailable` where no sandbox can run.
 */
export async function servicesFor(
  { needs = [] }: Pick<AnyEnvironment, "needs">,
  terminal: Pick<Terminal, "note" | "defer">,
): Promise<Services> {
  const judge = judgeFrom(process.env);
  if (judge) terminal.note(`Explanations are graded by ${process.env.JUDGE_MODEL}.`);
  const services: Services = judge ? { judge } : {};
  if (!needs.includes("sandbox")) return services;
  const { lendSandbox } = await import("../sandbox/lend.ts");
  const lent = await lendSandbox({ needs }, { log: (line) => terminal.note(line) });
  terminal.defer(lent.close);
  return { ...services, ...lent.services };
}
