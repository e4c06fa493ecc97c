import type { EnvironmentDefinition, Services } from "../core/environment.ts";
import { openSandbox, type SandboxOptions } from "./open-sandbox.ts";

export interface Lent {
  services: Pick<Services, "sandbox">;
  close(): Promise<void>;
}

/**
 * A sandbox for an environment that needs one, and nothing for others. Throws FettleError `sandbox_unavailable` where
 * none can be opened.
 */
export async function lendSandbox(
  // biome-ignore lint/suspicious/noExplicitAny: as for AnyEnvironment
  { needs = [] }: Pick<EnvironmentDefinition<any, any, any, any>, "needs">,
  options: SandboxOptions = {},
): Promise<Lent> {
  if (!needs.includes("sandbox")) return { services: {}, close: async () => {} };
  const sandbox = await openSandbox(options);
  return { services: { sandbox }, close: () => sandbox.close() };
}
