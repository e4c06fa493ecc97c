import type { AnyEnvironment, Services } from "../core/environment.ts";
import { FettleError } from "../core/errors.ts";
import { environmentOptions, requireWhole } from "../core/given.ts";
import type { RunListener } from "../rollouts/progress.ts";
import { LevelCheck } from "./level-check.ts";
import { type EnvironmentSource, fingerprintElsewhere } from "./second-process.ts";
import type { Validation } from "./validation-report.ts";

export interface ValidateOptions {
  /** Tasks per level: seeds 0 to n - 1, spread over the splits. Default 1,000. */
  seeds?: number;
  /** Names of levels; all when absent. */
  levels?: readonly string[];
  /** Options of the environment, checked by its schema. Default {}. */
  options?: unknown;
  /** Training seeds on which the best constant answer is searched. Default 1,000. */
  constantSeeds?: number;
  /** Lent to every episode. Default {}. */
  services?: Services;
  /** How a second process opens the same environment, for byte-identical tasks. Without it this process is asked twice. */
  source?: EnvironmentSource;
  signal?: AbortSignal;
  onEvent?: RunListener;
}

/**
 * Holds an environment to its promises: every seed gives a certified task, no-op earns exactly 0 and the oracle exactly 1,
 * random and the best constant answer at most half of the level's threshold, every hack stays within its ceilings, equal
 * seeds give equal bytes in two processes, and nearly all tasks differ. Never throws for a breach: it is in the report.
 * Throws FettleError `bad_option`, `unknown_level` or `interrupted`.
 */
export async function validate(environment: AnyEnvironment, options: ValidateOptions = {}): Promise<Validation> {
  const { seeds = 1000, constantSeeds = 1000, services = {}, source, signal, onEvent = () => {} } = options;
  requireWhole("seeds", seeds, 1);
  requireWhole("constantSeeds", constantSeeds, 1);
  const levels = (options.levels ?? environment.levels.map(({ name }) => name)).map((name) => environment.level(name));
  const taskOptions = environmentOptions(environment, options.options);
  const requests = levels.map(({ name }) => ({ level: name, count: seeds, options: taskOptions }));
  const total = seeds * levels.length;
  const started = performance.now();
  onEvent({ type: "start", total, done: 0, folder: null });
  try {
    // The second process works beside this one.
    const elsewhere = source ? fingerprintElsewhere({ source, requests }, signal) : null;
    elsewhere?.catch(() => {});
    const checks: LevelCheck[] = [];
    for (const [i, level] of levels.entries()) {
      onEvent({ type: "stage", name: `validate ${level.name}` });
      const onTasks = (tasks: number) => {
        const done = i * seeds + tasks;
        const rate = done / ((performance.now() - started) / 1000);
        onEvent({
          type: "progress",
          done,
          total,
          rate,
          secondsLeft: done > 0 ? (total - done) / rate : null,
          mean: null,
          errors: 0,
        });
      };
      const check = new LevelCheck(environment, level, {
        seeds,
        options: taskOptions,
        services,
        constantSeeds,
        signal,
        onTasks,
      });
      await check.run();
      checks.push(check);
    }
    const theirs = elsewhere && (await elsewhere.catch((error: Error) => error));
    for (const [i, check] of checks.entries())
      await check.compareFingerprint(Array.isArray(theirs) ? (theirs[i] ?? new Error("no answer")) : theirs);
    signal?.throwIfAborted();
    const reports = checks.map((check) => check.report());
    const breaches = checks.flatMap((check) => check.breaches);
    onEvent({ type: "end", done: total, total, folder: null });
    return {
      environment: environment.name,
      version: environment.version,
      seeds,
      levels: reports,
      hacks: namedHacks(environment),
      breaches,
      ok: breaches.length === 0,
    };
  } catch (error) {
    if (signal?.aborted) throw new FettleError("interrupted", "The validation was stopped.");
    throw error;
  }
}

function namedHacks(environment: AnyEnvironment): string[] {
  const policies = Object.values(environment.roles).flatMap((role) => Object.entries(role.policies));
  return [...new Set(policies.filter(([, { kind }]) => kind === "hack").map(([name]) => name))];
}
