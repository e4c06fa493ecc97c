/**
 * One declared table of options per command. It feeds the parser, `--help`, environment variables, configuration files,
 * JSON Schema and docs/cli.md.
 */
import { z } from "zod";
import { FettleError } from "../core/errors.ts";

export interface Option<Schema extends z.ZodType = z.ZodType> {
  /** What values it takes; carries the default, or is optional. */
  schema: Schema;
  /** One sentence for `--help` and the docs. */
  about: string;
  /** What the value is called in `--help` (file, url); from its type when absent. */
  placeholder?: string;
  /** Environment variable that is read when the flag is absent. */
  env?: string;
}

export type OptionTable = Readonly<Record<string, Option>>;

export type OptionValues<Table extends OptionTable> = z.infer<
  z.ZodObject<{ -readonly [Name in keyof Table]: Table[Name]["schema"] }>
>;

/** `schema` may carry a default; without one, mark it optional unless the option is required. */
export function option<Schema extends z.ZodType>(
  schema: Schema,
  about: string,
  extra: { placeholder?: string; env?: string } = {},
): Option<Schema> {
  return { schema, about, ...extra };
}

/** A table from a library's own options schema, whose fields are described with `.describe()` or `.meta()`. */
export function optionsOf<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
): { [Name in keyof Shape]: Shape[Name] extends z.ZodType ? Option<Shape[Name]> : never } {
  const rows = Object.entries(schema.shape).map(([name, field]) => {
    const type = field as z.ZodType;
    const meta = type.meta() ?? unwrap(type).inner.meta() ?? {};
    const text = (key: string) => (typeof meta[key] === "string" ? { [key]: meta[key] } : {});
    return [name, { schema: type, about: meta.description ?? "", ...text("placeholder"), ...text("env") }];
  });
  return Object.fromEntries(rows);
}

/** `groupSize` is `--group-size` on the command line. */
export function flagOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export interface OptionShape {
  kind: "switch" | "list" | "value";
  default: unknown;
  required: boolean;
  choices: string[] | null;
  /** As `--help` shows it: `--group-size <n>`, `--no-control`. */
  flag: string;
  /** The sentence for `--help`; says so where the flag switches something off. */
  about: string;
}

/** What `--help`, the docs and the parser need to know of an option. */
export function shapeOf(name: string, { schema, about, placeholder }: Option): OptionShape {
  const { inner, fallback, optional } = unwrap(schema);
  const element = inner instanceof z.ZodArray ? unwrap(inner.element as z.ZodType).inner : inner;
  const kind = inner instanceof z.ZodBoolean ? "switch" : inner instanceof z.ZodArray ? "list" : "value";
  const off = kind === "switch" && fallback === true;
  const value = kind === "switch" ? "" : ` <${placeholder ?? typeName(inner)}>`;
  return {
    kind,
    default: fallback,
    required: !optional && fallback === undefined,
    choices: element instanceof z.ZodEnum ? element.options.map(String) : null,
    flag: `--${off ? "no-" : ""}${flagOf(name)}${value}`,
    about: off ? `Switch off: ${about.charAt(0).toLowerCase()}${about.slice(1)}` : about,
  };
}

function typeName(schema: z.ZodType): string {
  if (schema instanceof z.ZodNumber) return schema.format === null ? "x" : "n";
  return schema instanceof z.ZodArray ? "list" : schema instanceof z.ZodEnum ? "choice" : "text";
}

function unwrap(schema: z.ZodType): { inner: z.ZodType; fallback: unknown; optional: boolean } {
  let [inner, fallback, optional]: [z.ZodType, unknown, boolean] = [schema, undefined, false];
  for (;;) {
    if (inner instanceof z.ZodDefault || inner instanceof z.ZodPrefault) {
      fallback = inner.def.defaultValue;
      inner = inner.def.innerType as z.ZodType;
    } else if (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable) {
      optional = true;
      inner = inner.def.innerType as z.ZodType;
    } else if (inner instanceof z.ZodPipe) inner = inner.def.in as z.ZodType;
    else return { inner, fallback, optional };
  }
}

/** The value that `text` spells: the number or switch if the schema takes one, else the text itself. */
export function readValue(schema: z.ZodType, text: string): unknown {
  const candidates = readings(text);
  const accepted = candidates.find((value) => schema.safeParse(value).success);
  return accepted === undefined ? candidates[0] : accepted;
}

/** As `readValue`; a list is separated by commas or given by repeating the flag. */
function fromText({ schema }: Option, text: string | string[]): unknown {
  const texts = [text].flat();
  const { inner } = unwrap(schema);
  if (!(inner instanceof z.ZodArray)) return readValue(schema, texts.at(-1) ?? "");
  const parts = texts.flatMap((part) => part.split(",")).map((part) => part.trim());
  return parts.filter((part) => part !== "").map((part) => readValue(inner.element as z.ZodType, part));
}

function readings(text: string): unknown[] {
  const numeric = text.trim() !== "" && Number.isFinite(Number(text));
  return [
    ...(numeric ? [Number(text)] : []),
    ...(text === "true" || text === "1" ? [true] : text === "false" || text === "0" ? [false] : []),
    text,
  ];
}

export interface OptionSources {
  /** As parsed from the command line, by option name: text, list of texts, or a switch. */
  flags: Readonly<Record<string, unknown>>;
  env: Readonly<Record<string, string | undefined>>;
  /** Contents of the configuration file, already parsed, and its name for messages. */
  config?: { file: string; values: unknown };
}

/**
 * The options of one invocation. A flag wins over the environment variable, which wins over the configuration file,
 * which wins over the default. Throws FettleError `bad_option` or `bad_input_file` naming the option and the value.
 */
export function resolveOptions<Table extends OptionTable>(table: Table, sources: OptionSources): OptionValues<Table> {
  const config = sources.config ? configValues(table, sources.config) : {};
  const values: Record<string, unknown> = {};
  for (const [name, entry] of Object.entries(table)) {
    const flag = sources.flags[name];
    const fromEnv = entry.env ? sources.env[entry.env] : undefined;
    const [raw, origin] =
      flag !== undefined
        ? [typeof flag === "boolean" ? flag : fromText(entry, flag as string | string[]), `--${flagOf(name)}`]
        : fromEnv !== undefined && fromEnv !== ""
          ? [fromText(entry, fromEnv), `environment variable ${entry.env}`]
          : [config[name], name in config ? `"${name}" in ${sources.config?.file}` : `--${flagOf(name)}`];
    if (flag !== undefined && Array.isArray(raw) && raw.length === 0) throw namesNothing(entry, name);
    const parsed = entry.schema.safeParse(raw);
    if (!parsed.success) throw unusable(entry, name, raw, origin, parsed.error);
    values[name] = parsed.data;
  }
  return values as OptionValues<Table>;
}

/** A list left empty on the command line (`--openapi "$UNSET"`) would mean the default, which nobody asked for. */
function namesNothing(entry: Option, name: string): FettleError {
  return new FettleError("bad_option", `--${flagOf(name)}: it is given, but names nothing.`, {
    hint: `Give a value, or leave it out. --${flagOf(name)}: ${entry.about}`,
  });
}

function unusable(entry: Option, name: string, raw: unknown, origin: string, error: z.ZodError): FettleError {
  if (raw === undefined) return new FettleError("bad_option", `--${flagOf(name)} is required.`, { hint: entry.about });
  const { message: problem = "not usable", path: [place] = [] } = error.issues[0] ?? {};
  const value: unknown = Array.isArray(raw) && typeof place === "number" ? raw[place] : raw;
  return new FettleError("bad_option", `${origin}: ${JSON.stringify(value)} does not fit: ${problem}.`, {
    hint: `--${flagOf(name)}: ${entry.about}`,
  });
}

function configValues(table: OptionTable, config: { file: string; values: unknown }): Record<string, unknown> {
  const parsed = z.record(z.string(), z.unknown()).safeParse(config.values ?? {});
  if (!parsed.success)
    throw new FettleError("bad_input_file", `${config.file} must hold one mapping of option names to values.`);
  for (const name of Object.keys(parsed.data))
    if (!(name in table))
      throw new FettleError("bad_input_file", `${config.file}: there is no option "${name}".`, {
        hint: `Options: ${Object.keys(table).join(", ")}.`,
      });
  return parsed.data;
}

/** JSON Schema of a command's configuration file. */
export function configSchema(table: OptionTable): object {
  const shape = Object.fromEntries(
    Object.entries(table).map(([name, entry]) => [name, entry.schema.describe(entry.about).optional()]),
  );
  return z.toJSONSchema(z.strictObject(shape), { io: "input", unrepresentable: "any" });
}
