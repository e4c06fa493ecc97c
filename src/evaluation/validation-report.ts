import type { BestConstant } from "./best-constant.ts";

/** What one scripted policy earned on the tasks of a level. */
export interface PolicyCheck {
  name: string;
  kind: "oracle" | "noop" | "random" | "hack" | "constant";
  about: string;
  mean: number;
  lowest: number;
  highest: number;
  solved: number;
  errors: number;
  /** The rule it is held to, in words. */
  rule: string;
  ok: boolean;
}

export interface LevelValidation {
  level: string;
  promoteAt: number | null;
  tasks: number;
  /** Seeds for which no task could be certified. */
  refused: number;
  distinct: number;
  /** Different tasks that there can be: fewer than `tasks` where a split has fewer. */
  possible: number;
  structures: number;
  policies: PolicyCheck[];
  constant: BestConstant | null;
  /** `one process` when no second process could be asked. */
  determinism: "two processes" | "one process" | "broken";
}

export interface Breach {
  level: string;
  check: string;
  message: string;
}

export interface Validation {
  environment: string;
  version: string;
  seeds: number;
  levels: LevelValidation[];
  /** Named hacks over all levels. */
  hacks: string[];
  breaches: Breach[];
  ok: boolean;
}
