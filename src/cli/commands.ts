import type { AnyCommand } from "./command.ts";

export interface CommandEntry {
  name: string;
  /** One line for `fettle --help`. */
  about: string;
  /** Loads the command's file only when it is used, which keeps `--help` fast. */
  load(): Promise<AnyCommand>;
}

export const commands: readonly CommandEntry[] = [
  {
    name: "train",
    about: "Train a small model on an environment with GRPO under its curriculum",
    load: async () => (await import("./commands/train.ts")).train,
  },
  {
    name: "evaluate",
    about: "Measure a model on an environment: pass@k and mean return with intervals",
    load: async () => (await import("./commands/evaluate.ts")).evaluate,
  },
  {
    name: "process",
    about: "Write scored groups of rollouts as training data, with a page to look at them",
    load: async () => (await import("./commands/process.ts")).processCommand,
  },
  {
    name: "compare",
    about: "Compare two evaluations task by task",
    load: async () => (await import("./commands/compare.ts")).compare,
  },
  {
    name: "serve",
    about: "Serve an environment to trainers over the OpenEnv protocol",
    load: async () => (await import("./commands/serve.ts")).serve,
  },
  {
    name: "atropos",
    about: "Run the Rollout API server, where environments and trainers of Atropos meet",
    load: async () => (await import("./commands/atropos.ts")).atropos,
  },
  {
    name: "run-api",
    about: "The same as atropos api, by its name in Atropos",
    load: async () => (await import("./commands/atropos.ts")).runApi,
  },
  {
    name: "validate",
    about: "Check an environment: oracle, no-op, random, hacks, determinism, distinctness",
    load: async () => (await import("./commands/validate.ts")).validate,
  },
  {
    name: "show",
    about: "Print a task as a model sees it, or the episodes of a run",
    load: async () => (await import("./commands/show.ts")).show,
  },
  {
    name: "environments",
    about: "List the environments and their levels",
    load: async () => (await import("./commands/environments.ts")).environments,
  },
];
