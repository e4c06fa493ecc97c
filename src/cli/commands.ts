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
    name: "serve",
    about: "Serve an environment to trainers over the OpenEnv protocol",
    load: async () => (await import("./commands/serve.ts")).serve,
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
