import { readFileSync } from "node:fs";
import { Command as Commander, Option as Flag } from "commander";
import { FettleError, messageOf } from "../core/errors.ts";
import type { AnyCommand } from "./command.ts";
import { type CommandEntry, commands } from "./commands.ts";
import type { Option, OptionShape, OptionTable } from "./options.ts";
import type { Terminal } from "./terminal.ts";

/** What the command line asked for, before options are resolved. */
export interface Invocation {
  entry: CommandEntry;
  command: AnyCommand;
  arguments: Record<string, string | undefined>;
  flags: Record<string, unknown>;
  config: string | undefined;
  /** Environment variables that the command line sets. */
  variables: Record<string, string>;
  /** Lines for people on what the command line said in vain. */
  notes: string[];
  /** Print the JSON Schema of the configuration file instead of running. */
  schema: boolean;
}

/** Flags of every command, beside its own table. */
export const commonFlags = [
  ["--config <file>", "Read options from a YAML or JSON file; flags win over it"],
  ["--json", "Write results as JSON on stdout, one value a line"],
  ["--schema", "Print the JSON Schema of the configuration file and stop"],
  ["--debug", "Show the stack of an error"],
] as const;

/** Common flags that may also stand before the command. */
const anywhere: ReadonlySet<string> = new Set(["--json", "--debug", "--schema"]);

/**
 * Parses a command line. Resolves to null when help or the version was printed. Throws CommanderError for anything it
 * does not know.
 */
export async function parseCommandLine(
  argv: readonly string[],
  write: (text: string) => void,
): Promise<Invocation | null> {
  let words = [...argv.filter((word) => !anywhere.has(word)), ...argv.filter((word) => anywhere.has(word))];
  const wanted = words.find((word) => !word.startsWith("-"));
  const program = base(new Commander("fettle"), write)
    .description("Environments in which language models learn to debug: serve, evaluate and train on them.")
    .version(version(), "-V, --version", "Print the version")
    .helpCommand("help [command]", "Show the help of a command")
    .addHelpText(
      "after",
      "\nExit codes: 0 done, 1 a check did not hold, 2 unusable input, 3 a service failed, 130 interrupted.\n",
    );
  let invocation: Invocation | null = null;
  for (const entry of commands) {
    const sub = base(program.command(entry.name).description(entry.about), write);
    if (wanted !== entry.name && !(wanted === "help" && argv.includes(entry.name))) continue;
    const command = await entry.load();
    await declare(sub, command);
    let foreign: Pick<Invocation, "variables" | "notes"> = { variables: {}, notes: [] };
    if (command.atropos) {
      const { translateWords } = await import("./atropos/translate.ts");
      const { words: ours, ...rest } = translateWords(words, command.atropos);
      [words, foreign] = [ours, rest];
    }
    sub.action((...received: unknown[]) => {
      const names = Object.keys(command.arguments);
      const { config, schema, ...flags } = given(sub);
      invocation = {
        entry,
        command,
        arguments: Object.fromEntries(names.map((name, index) => [name, received[index] as string | undefined])),
        flags,
        config: typeof config === "string" ? config : undefined,
        schema: schema === true,
        ...foreign,
      };
    });
  }
  if (argv.length === 0) {
    program.outputHelp();
    return null;
  }
  try {
    await program.parseAsync(wanted === undefined ? [...argv] : words, { from: "user" });
  } catch (error) {
    if (isHelp(error)) return null;
    throw error;
  }
  return invocation;
}

/** Options that stand on the command line, without commander's own defaults. */
function given(command: Commander): Record<string, unknown> {
  const options: Record<string, unknown> = command.opts();
  return Object.fromEntries(Object.entries(options).filter(([name]) => command.getOptionValueSource(name) === "cli"));
}

function base(command: Commander, write: (text: string) => void): Commander {
  return command
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: write, outputError: () => {} })
    .configureHelp({ sortOptions: false })
    .helpOption("-h, --help", "Show this help");
}

function isHelp(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === "commander.helpDisplayed" || code === "commander.help" || code === "commander.version";
}

async function declare(sub: Commander, command: AnyCommand): Promise<void> {
  const { shapeOf } = await import("./options.ts");
  for (const [name, argument] of Object.entries(command.arguments as AnyCommand["arguments"])) {
    const { about, optional } = argument as { about: string; optional?: boolean };
    sub.argument(optional ? `[${name}]` : `<${name}>`, about);
  }
  for (const [name, entry] of Object.entries(command.options as OptionTable)) {
    const shape = shapeOf(name, entry);
    const parsed = new Flag(shape.flag, helpLine(entry, shape));
    if (shape.kind === "list")
      parsed.argParser((text: string, before: string[] | undefined) => [...(before ?? []), text]);
    sub.addOption(parsed.attributeName() === name ? parsed : renamed(parsed, name));
  }
  for (const [spec, about] of commonFlags) sub.option(spec, about);
  if (command.examples.length > 0)
    sub.addHelpText(
      "after",
      `\nExamples:\n${command.examples.map(([line, about]) => `  fettle ${line}\n      ${about}`).join("\n")}`,
    );
}

/** Commander derives the attribute's name from the flag; ours comes from the table (`topP`, say). */
function renamed(flag: Flag, name: string): Flag {
  flag.attributeName = () => name;
  return flag;
}

function helpLine({ env }: Option, { about, kind, choices, required, default: fallback }: OptionShape): string {
  const notes = [
    choices && `${kind === "list" ? "any" : "one"} of ${choices.join(", ")}`,
    required && "required",
    kind !== "switch" && showDefault(fallback) !== "" && `default ${showDefault(fallback)}`,
    env && `env ${env}`,
  ].filter(Boolean);
  return notes.length > 0 ? `${about} (${notes.join("; ")})` : about;
}

/** A default as one would write it on the command line; empty for none. */
export function showDefault(value: unknown): string {
  if (value === undefined) return "";
  return Array.isArray(value) ? value.join(",") : typeof value === "string" ? value : JSON.stringify(value);
}

/** Resolves options and runs the command. Returns its exit code. */
export async function runInvocation(invocation: Invocation, terminal: Terminal): Promise<number> {
  const { configSchema, resolveOptions } = await import("./options.ts");
  const { command, config } = invocation;
  if (invocation.schema) {
    const schema = configSchema(command.options);
    terminal.result(schema, JSON.stringify(schema, null, 2));
    return 0;
  }
  const { flags, variables, notes, values } = await withConfig(invocation);
  Object.assign(process.env, variables);
  for (const note of new Set(notes)) terminal.note(note);
  const options = resolveOptions(command.options, {
    flags,
    env: process.env,
    ...(config === undefined ? {} : { config: { file: config, values } }),
  });
  return (await command.run({ arguments: invocation.arguments, options }, terminal)) ?? 0;
}

/** What command line and configuration file say together; the line wins. */
async function withConfig({ command, config, flags, variables, notes }: Invocation) {
  const values = config === undefined ? {} : await readConfig(config);
  if (!command.atropos || typeof values !== "object" || values === null) return { flags, variables, notes, values };
  const { translateConfig } = await import("./atropos/translate.ts");
  const { rest, ...file } = translateConfig({ ...values }, command.atropos);
  return {
    flags: { ...file.flags, ...flags },
    variables: { ...file.variables, ...variables },
    notes: [...file.notes, ...notes],
    values: rest,
  };
}

/** YAML covers JSON. Throws FettleError `bad_input_file`. */
async function readConfig(file: string): Promise<unknown> {
  const { parse } = await import("yaml");
  try {
    return parse(readFileSync(file, "utf8"));
  } catch (cause) {
    const [reason] = messageOf(cause).split("\n");
    throw new FettleError("bad_input_file", `The configuration ${file} cannot be read: ${reason}`, { cause });
  }
}

function version(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
  );
  return manifest.version;
}
