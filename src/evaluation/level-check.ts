import type { AnyEnvironment, Level, Services, Task } from "../core/environment.ts";
import { describeError } from "../core/errors.ts";
import type { Split } from "../core/splits.ts";
import { playPolicy } from "../rollouts/play-policy.ts";
import { type BestConstant, bestConstant } from "./best-constant.ts";
import { contractProblems } from "./contract-checks.ts";
import { Fingerprint, fingerprint, taskRequest } from "./fingerprint.ts";
import { constantLedger, type PolicyLedger, policyLedger } from "./policy-ledger.ts";
import type { Breach, LevelValidation } from "./validation-report.ts";

export interface LevelCheckOptions {
  seeds: number;
  /** Options of the environment, parsed. */
  options: unknown;
  services: Services;
  constantSeeds: number;
  signal: AbortSignal | undefined;
  /** Called now and then with the number of tasks checked. */
  onTasks: (tasks: number) => void;
}

/** Least share of distinct tasks. */
const leastDistinct = 0.99;
/** Tasks whose schemas, texts and privacy are checked. */
const contractTasks = 200;
/** Those of which all turns are looked at, and not the first alone: to come to them takes services. */
const wholeEpisodes = 20;
/** Breaches of one kind that are spelled out. */
const spelledOut = 5;

/** All checks of one level: tasks are generated once, and every policy plays each before the next one is made. */
export class LevelCheck {
  readonly breaches: Breach[] = [];
  readonly #environment: AnyEnvironment;
  readonly #level: Level;
  readonly #options: LevelCheckOptions;
  readonly #print: Fingerprint;
  readonly #hashes = new Set<string>();
  readonly #structures = new Set<string>();
  /** Tasks by split. */
  readonly #drawn = new Map<Split, number>();
  readonly #counts = new Map<string, number>();
  #ledgers: PolicyLedger[] = [];
  #constant: BestConstant | null = null;
  #tasks = 0;
  #possible = 0;
  #determinism: LevelValidation["determinism"] = "broken";

  constructor(environment: AnyEnvironment, level: Level, options: LevelCheckOptions) {
    this.#environment = environment;
    this.#level = level;
    this.#options = options;
    this.#print = new Fingerprint(environment, options.services);
  }

  async run(): Promise<void> {
    await this.#openLedgers();
    const { seeds, options, signal, onTasks } = this.#options;
    for (let seed = 0; seed < seeds; seed++) {
      if (seed % 16 === 0) {
        signal?.throwIfAborted();
        onTasks(seed);
        await new Promise((resolve) => setImmediate(resolve));
      }
      try {
        await this.#check(
          seed,
          await this.#environment.generate(taskRequest({ level: this.#level.name, options }, seed)),
        );
      } catch (error) {
        this.#breach("certification", `seed ${seed}: ${describeError(error)}`);
      }
    }
    this.#possible = await this.#countPossible();
    if (this.#hashes.size < leastDistinct * this.#possible)
      this.#breach("distinct", `only ${this.#hashes.size} of ${this.#possible} tasks differ`);
  }

  /** `theirs`: the fingerprint of another process, what went wrong there, or null when there was none to ask. */
  async compareFingerprint(theirs: string | Error | null): Promise<void> {
    const mine = this.#print.digest();
    const { seeds: count, options, services } = this.#options;
    const request = { level: this.#level.name, count, options };
    const other = theirs ?? (await fingerprint(this.#environment, request, services));
    if (mine === other) this.#determinism = theirs === null ? "one process" : "two processes";
    else this.#breach("determinism", other instanceof Error ? other.message : "the same seeds gave other bytes");
  }

  report(): LevelValidation {
    const policies = this.#ledgers.map((ledger) => ledger.close());
    for (const { name, problems } of this.#ledgers) for (const problem of problems) this.#breach(name, problem);
    for (const [check, count] of this.#counts)
      if (count > spelledOut)
        this.breaches.push({ level: this.#level.name, check, message: `and ${count - spelledOut} more` });
    return {
      level: this.#level.name,
      promoteAt: this.#level.promoteAt,
      tasks: this.#tasks,
      refused: this.#counts.get("certification") ?? 0,
      distinct: this.#hashes.size,
      possible: this.#possible,
      structures: this.#structures.size,
      policies,
      constant: this.#constant,
      determinism: this.#determinism,
    };
  }

  async #openLedgers(): Promise<void> {
    const half = this.#half();
    const { options, services, constantSeeds: seeds, signal } = this.#options;
    let constant: PolicyLedger | null = null;
    if (Object.keys(this.#environment.roles).length === 1) {
      try {
        this.#constant = await bestConstant(this.#environment, this.#level.name, {
          options,
          services,
          seeds,
          ...(signal && { signal }),
        });
        constant = constantLedger(this.#constant.action, half);
      } catch (error) {
        signal?.throwIfAborted();
        this.#breach("best constant", describeError(error));
      }
    }
    const policies = Object.values(this.#environment.roles).flatMap((role) => Object.entries(role.policies));
    this.#ledgers = policies
      .filter(([, { levels }]) => !levels || levels.includes(this.#level.name))
      .map(([name, policy]) => policyLedger(name, policy, half, constant));
    if (constant) this.#ledgers.push(constant);
  }

  async #check(seed: number, task: Task): Promise<void> {
    this.#tasks++;
    this.#drawn.set(task.split, (this.#drawn.get(task.split) ?? 0) + 1);
    this.#hashes.add(task.hash);
    this.#structures.add(task.structure);
    await this.#print.add(task);
    const { services } = this.#options;
    // Side by side: services may work in other processes.
    const play = ({ answering }: PolicyLedger) => playPolicy(this.#environment, task, answering, { services });
    const results = await Promise.all(this.#ledgers.map(play));
    for (const [i, ledger] of this.#ledgers.entries()) if (results[i]) ledger.book(seed, results[i]);
    if (seed >= contractTasks) return;
    const turns = seed < wholeEpisodes ? this.#level.maxTurns : 1;
    for (const problem of await contractProblems(this.#environment, task, { services, turns }))
      this.#breach("contract", `seed ${seed}: ${problem}`);
  }

  /** Tasks drawn, or fewer where a split has fewer. */
  async #countPossible(): Promise<number> {
    let sum = 0;
    for (const [split, drawn] of this.#drawn) {
      const request = { level: this.#level.name, split, options: this.#options.options };
      sum += Math.min(drawn, (await this.#environment.taskCount?.(request)) ?? drawn);
    }
    return sum;
  }

  /** Half of the threshold; the last level, which has none, is held to that of the level before. */
  #half(): number | null {
    const { levels } = this.#environment;
    const before = levels[levels.findIndex(({ name }) => name === this.#level.name) - 1];
    const threshold = this.#level.promoteAt ?? before?.promoteAt ?? null;
    return threshold === null ? null : threshold / 2;
  }

  #breach(check: string, message: string): void {
    const count = (this.#counts.get(check) ?? 0) + 1;
    this.#counts.set(check, count);
    if (count <= spelledOut) this.breaches.push({ level: this.#level.name, check, message });
  }
}
