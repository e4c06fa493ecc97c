import type { FlagCommand } from "./atropos/fields.ts";
import type { OptionTable, OptionValues } from "./options.ts";
import type { Terminal } from "./terminal.ts";

export interface Argument {
  about: string;
  optional?: boolean;
}
export type ArgumentTable = Readonly<Record<string, Argument>>;
export type ArgumentValues<Table extends ArgumentTable> = {
  [Name in keyof Table]: Table[Name] extends { optional: true } ? string | undefined : string;
};

export interface Command<Arguments extends ArgumentTable, Options extends OptionTable> {
  /** Positional arguments in order; optional ones last. */
  arguments: Arguments;
  options: Options;
  /** Takes the flags of Atropos' environments as well, as this command. */
  atropos?: FlagCommand;
  /** Command lines without the leading `fettle`, each with what it does. */
  examples: readonly (readonly [line: string, about: string])[];
  /** Resolves to an exit code; 0 when nothing is returned. */
  run(
    input: { arguments: ArgumentValues<Arguments>; options: OptionValues<Options> },
    terminal: Terminal,
  ): Promise<number | undefined>;
}

// biome-ignore lint/suspicious/noExplicitAny: `run` takes values that its own tables have parsed.
export type AnyCommand = Command<any, any>;

/** Keeps the types of both tables for `run`. */
export function defineCommand<const Arguments extends ArgumentTable, Options extends OptionTable>(
  command: Command<Arguments, Options>,
): Command<Arguments, Options> {
  return command;
}
