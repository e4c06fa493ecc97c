import type { Policy, Task } from "../core/environment.ts";
import { clusteredMean } from "../core/statistics.ts";
import type { Answering, PolicyResult } from "../rollouts/play-policy.ts";
import type { PolicyCheck } from "./validation-report.ts";

// biome-ignore lint/suspicious/noExplicitAny: as for AnyEnvironment
type AnyPolicy = Policy<any, any, Task>;

/** What a policy must keep to; each returns what is wrong, or null. */
interface Bounds {
  /** Checked for every episode. */
  episode?: (result: PolicyResult) => string | null;
  /** Checked for all episodes of the level. */
  level?: (ledger: PolicyLedger) => string | null;
  rule: string;
}

/** Room for the rounding of sums of weighted scores. */
const tolerance = 1e-9;

/** Books what one policy earns on one level, and holds it to its rule. */
export class PolicyLedger {
  readonly name: string;
  readonly answering: Answering;
  /** Per task played, in order. */
  readonly returns: number[] = [];
  readonly problems: string[] = [];
  readonly #kind: PolicyCheck["kind"];
  readonly #about: string;
  readonly #bounds: Bounds;
  #solved = 0;
  #errors = 0;

  constructor(name: string, kind: PolicyCheck["kind"], about: string, answering: Answering, bounds: Bounds) {
    this.name = name;
    this.#kind = kind;
    this.#about = about;
    this.answering = answering;
    this.#bounds = bounds;
  }

  book(seed: number, result: PolicyResult): void {
    this.returns.push(result.return);
    if (result.solved) this.#solved++;
    if (result.error !== null) this.#errors++;
    const problem = result.error ?? this.#bounds.episode?.(result);
    if (problem) this.problems.push(`seed ${seed}: ${problem}`);
  }

  close(): PolicyCheck {
    const problem = this.#bounds.level?.(this);
    if (problem) this.problems.push(problem);
    const { returns } = this;
    return {
      name: this.name,
      kind: this.#kind,
      about: this.#about,
      mean: this.mean,
      lowest: returns.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY),
      highest: returns.reduce((most, value) => Math.max(most, value), 0),
      solved: returns.length === 0 ? 0 : this.#solved / returns.length,
      errors: this.#errors,
      rule: this.#bounds.rule,
      ok: this.problems.length === 0,
    };
  }

  get mean(): number {
    return this.returns.reduce((sum, value) => sum + value, 0) / this.returns.length;
  }
}

/** The ledger of one of the environment's policies. `half` is half of the level's threshold, null for no bound. */
export function policyLedger(
  name: string,
  policy: AnyPolicy,
  half: number | null,
  constant: PolicyLedger | null,
): PolicyLedger {
  const open = (bounds: Bounds) => new PolicyLedger(name, policy.kind, policy.about, { policy: name }, bounds);
  if (policy.kind === "noop")
    return open({
      rule: "exactly 0",
      episode: (result) => (result.return === 0 ? null : `it earned ${result.return}`),
    });
  if (policy.kind === "oracle")
    return open({
      rule: "exactly 1",
      episode: (result) => (result.return === 1 && result.solved ? null : `it earned ${result.return}`),
    });
  if (policy.kind === "random") return open(meanAtMost(half));
  const ceilings = Object.entries(policy.ceilings ?? {});
  const rules = ceilings.map(([score, ceiling]) => `${score} <= ${ceiling}`);
  const below = policy.belowBestConstant && constant;
  if (below) rules.push("mean <= constant");
  return open({
    rule: rules.join(", ") || "none declared",
    episode(result) {
      for (const [score, ceiling] of ceilings) {
        const value = score === "return" ? result.return : (result.highest[score] ?? 0);
        if (value > ceiling + tolerance) return `${score} is ${value}, its ceiling ${ceiling}`;
      }
      return null;
    },
    level(ledger) {
      if (rules.length === 0) return "the hack declares no ceiling";
      return below ? aboveConstant(ledger, below) : null;
    },
  });
}

/** The ledger of the best constant answer. */
export function constantLedger(action: unknown, half: number | null): PolicyLedger {
  const about = "the one answer that pays best on the training seeds";
  return new PolicyLedger("best constant", "constant", about, { constant: action }, meanAtMost(half));
}

function meanAtMost(bound: number | null): Bounds {
  if (bound === null) return { rule: "no threshold" };
  const rule = `mean <= ${Number(bound.toFixed(4))}`;
  return {
    rule,
    level: ({ mean }) => (mean <= bound + tolerance ? null : `its mean is ${mean.toFixed(4)}, above ${bound}`),
  };
}

/** Both means come from the same tasks, so a difference counts when its paired 95 % interval lies above 0. */
function aboveConstant(ledger: PolicyLedger, constant: PolicyLedger): string | null {
  const differences = ledger.returns.map((value, i) => ({
    cluster: `${i}`,
    value: value - (constant.returns[i] ?? 0),
  }));
  const { mean, low } = clusteredMean(differences);
  if (low === null ? (mean ?? 0) <= tolerance : low <= tolerance) return null;
  return `its mean ${ledger.mean.toFixed(4)} is above the best constant answer's ${constant.mean.toFixed(4)}`;
}
