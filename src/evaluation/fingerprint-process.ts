/** Entry point of the second process of `second-process.ts`: one job in, one reply out. */
import type { AnyEnvironment, Services } from "../core/environment.ts";
import { describeError } from "../core/errors.ts";
import { fingerprint } from "./fingerprint.ts";
import type { EnvironmentSource, FingerprintJob, FingerprintReply } from "./second-process.ts";

async function open({ module, export: name, arguments: given = [] }: EnvironmentSource): Promise<AnyEnvironment> {
  const found: unknown = (await import(module))[name];
  const environment: unknown = typeof found === "function" ? await found(...given) : found;
  return environment as AnyEnvironment;
}

async function lend(
  { lender }: EnvironmentSource,
  environment: AnyEnvironment,
): Promise<{ services: Services; close(): Promise<void> }> {
  if (!lender) return { services: {}, close: async () => {} };
  return (await import(lender.module))[lender.export](environment);
}

async function answer({ source, requests }: FingerprintJob): Promise<FingerprintReply> {
  try {
    const environment = await open(source);
    const { services, close } = await lend(source, environment);
    try {
      const fingerprints: string[] = [];
      for (const request of requests) fingerprints.push(await fingerprint(environment, request, services));
      return { fingerprints };
    } finally {
      await close();
    }
  } catch (error) {
    return { error: describeError(error) };
  }
}

process.once("message", async (job) => {
  process.send?.(await answer(job as FingerprintJob), () => process.disconnect());
});
