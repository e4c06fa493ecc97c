import { FettleError } from "../../core/errors.ts";
import { flagOf } from "../options.ts";
import { type FlagCommand, fields } from "./fields.ts";

/** What foreign flags come to. */
export interface Translation {
  /** Options of ours by name, as they would stand on the command line: text, or `true` for a switch. */
  flags: Record<string, string | true>;
  /** Environment variables to set for this process: secrets, which are written nowhere. */
  variables: Record<string, string>;
  /** Lines for people on what had no effect. */
  notes: string[];
}

/**
 * Reads the words of a command line that are flags of Atropos, in both spellings (`--flag value`, `--flag=value`; a value
 * may begin with a single dash). Returns the other words, each flag of ours in the place of the one it stands for. Throws
 * FettleError `bad_option` for a field that Atropos does not have, or whose value cannot be honoured.
 */
export function translateWords(words: readonly string[], command: FlagCommand) {
  const left: string[] = [];
  const variables: Record<string, string> = {};
  const notes: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? "";
    const [, name = "", written] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (!isForeign(name)) {
      left.push(word);
      continue;
    }
    const next = words[i + 1];
    const follows = written === undefined && next !== undefined && !next.startsWith("--");
    if (follows) i++;
    const found = translateField(name, written ?? (follows ? next : "true"), command);
    for (const [option, value] of Object.entries(found.flags))
      left.push(value === true ? `--${flagOf(option)}` : `--${flagOf(option)}=${value}`);
    Object.assign(variables, found.variables);
    notes.push(...found.notes);
  }
  return { words: left, variables, notes };
}

/**
 * The sections `env` and `openai` of a configuration file of Atropos, and what else it may hold, as one translation; and
 * the rest of the file, which is ours.
 */
export function translateConfig(
  values: Readonly<Record<string, unknown>>,
  command: FlagCommand,
): Translation & { rest: Record<string, unknown> } {
  const all: Translation & { rest: Record<string, unknown> } = { flags: {}, variables: {}, notes: [], rest: {} };
  for (const [key, value] of Object.entries(values)) {
    const section =
      key === "env" || key === "openai" ? sectionOf(key, value) : isForeign(key) ? { [key]: value } : null;
    if (!section) all.rest[key] = value;
    for (const [name, member] of Object.entries(section ?? {})) {
      const found = translateField(name, String(member ?? "None"), command);
      Object.assign(all.flags, found.flags);
      Object.assign(all.variables, found.variables);
      all.notes.push(...found.notes);
    }
  }
  return all;
}

/** A section's members under their flags' names. `openai` may be a list of one server. */
function sectionOf(key: string, value: unknown): Record<string, unknown> {
  const section: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (typeof section !== "object" || section === null || Array.isArray(section))
    throw new FettleError("bad_input_file", `"${key}" in the configuration must be one mapping.`);
  return Object.fromEntries(Object.entries(section).map(([name, member]) => [`${key}.${name}`, member]));
}

function isForeign(name: string): boolean {
  return /^(env|openai)\./.test(name) || Object.hasOwn(fields, name);
}

function translateField(name: string, text: string, command: FlagCommand): Translation {
  const nothing: Translation = { flags: {}, variables: {}, notes: [] };
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field)
    throw new FettleError("bad_option", `--${name}: Atropos' environments have no such flag.`, {
      hint: "Options of an environment of ours: --set NAME=VALUE.",
    });
  if (text === "None") return nothing;
  if ("ignored" in field) return { ...nothing, notes: [`--${name} has no effect here: ${field.ignored}.`] };
  if ("variable" in field) return text === "" ? nothing : { ...nothing, variables: { [field.variable]: text } };
  if ("refused" in field) {
    if (field.unless.includes(text.toLowerCase())) return nothing;
    throw new FettleError("bad_option", `--${name}=${text} cannot be honoured: it would change the prompts.`, {
      hint: field.refused,
    });
  }
  if (field.only !== undefined && field.only !== command)
    return { ...nothing, notes: [`--${name} has no effect here: it is for fettle ${field.only}.`] };
  const value = field.value ? field.value(text) : text;
  return value === null ? nothing : { ...nothing, flags: { [field.option]: value } };
}
