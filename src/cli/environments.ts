/** Environments by name, or from a module of the user's own. */
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import type { AnyEnvironment } from "../core/environment.ts";
import { FettleError, messageOf } from "../core/errors.ts";
import { type EnvironmentSettings, environments } from "../environments/registry.ts";
import { option, readValue } from "./options.ts";
import { answerable } from "./own-environment.ts";

/** True for what is meant as a file: `./mine.ts`, `/x/mine.js`, `envs/mine.mjs`. */
function isPath(text: string): boolean {
  return /[\\/]/.test(text) || /\.[cm]?[jt]s$/.test(text);
}

/** Options of every command that generates tasks. */
export const taskOptions = {
  openapi: option(
    z.array(z.string()).default([]),
    "OpenAPI files or folders to make api-debug tasks from, instead of the built-in ones",
    { placeholder: "file|dir" },
  ),
  dataset: option(
    z.string().optional(),
    "Functions for code-debug, instead of the built-in ones: `humanevalpack` fetches HumanEvalPack, a path reads its Python file",
    { placeholder: "name|file" },
  ),
  set: option(z.array(z.string()).default([]), "Options of the environment, as NAME=VALUE", {
    placeholder: "name=value",
  }),
};

export interface TaskOptions {
  openapi?: readonly string[];
  dataset?: string | undefined;
  set?: readonly string[];
}

/**
 * The environment that a command line names: a built-in one, or the path of a module that exports one (by default, or as
 * its only environment). `--set` changes the defaults of its options. Documents and datasets are read at once, and `note`
 * is told what came of it. Throws FettleError `unknown_environment`, `bad_input_file` or `bad_option`.
 */
export async function loadEnvironment(
  name: string,
  { openapi = [], dataset, set = [] }: TaskOptions = {},
  note: (line: string) => void = () => {},
): Promise<AnyEnvironment> {
  const open = opener(name);
  if (openapi.length > 0 && name !== "api-debug")
    throw new FettleError("bad_option", `--openapi is for api-debug; "${name}" reads no documents.`);
  if (dataset !== undefined && name !== "code-debug")
    throw new FettleError("bad_option", `--dataset is for code-debug; "${name}" reads none.`);
  if (openapi.length > 0) await describeDocuments(openapi, note);
  return withDefaults(await open(await settingsFrom(openapi, dataset, note)), set);
}

/** What opens the environment of that name or path. Throws when there is none, whatever options stand beside it. */
function opener(name: string): (settings: EnvironmentSettings) => Promise<AnyEnvironment> {
  if (isPath(name)) {
    const path = existingFile(name);
    return () => fromModule(name, path);
  }
  const open = Object.hasOwn(environments, name) ? environments[name] : undefined;
  if (open) return open;
  throw new FettleError("unknown_environment", `There is no environment "${name}".`, {
    hint: `Environments: ${Object.keys(environments).join(", ")}; or the path of a module that exports one.`,
  });
}

async function settingsFrom(
  openapi: readonly string[],
  dataset: string | undefined,
  note: (line: string) => void,
): Promise<EnvironmentSettings> {
  if (openapi.length > 0) return { documents: openapi };
  if (dataset === undefined) return {};
  const { openDataset } = await import("./datasets/humanevalpack.ts");
  return { library: await openDataset(dataset, { note }) };
}

/** One line on what could be used. Throws FettleError `bad_input_file`. */
async function describeDocuments(paths: readonly string[], note: (line: string) => void): Promise<void> {
  const { readDocuments } = await import("../environments/api-debug/index.ts");
  const { operations, skipped, rejected } = await readDocuments(paths);
  const left = [
    ...(skipped.length > 0 ? [`${skipped.length} skipped`] : []),
    ...(rejected.length > 0 ? [`${counted(rejected.length, "file")} not usable`] : []),
  ];
  const where =
    left.length > 0 ? ` (${left.join(", ")}: fettle environments --openapi ${paths.join(",")} says why)` : "";
  note(`${counted(operations.length, "operation")} from ${paths.join(", ")}${where}.`);
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

/** How another process opens the same environment. */
export function environmentSource(name: string, { openapi, dataset, set }: TaskOptions) {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const lender = { module: new URL(`../sandbox/lend.${extension}`, import.meta.url).href, export: "lendSandbox" };
  return { module: import.meta.url, export: "loadEnvironment", arguments: [name, { openapi, dataset, set }], lender };
}

/** The environment with `--set NAME=VALUE` as defaults of its options. Throws FettleError `bad_option`. */
function withDefaults(environment: AnyEnvironment, set: readonly string[]): AnyEnvironment {
  if (set.length === 0) return environment;
  const schema: z.ZodType = environment.options;
  const shape: Record<string, z.ZodType> = schema instanceof z.ZodObject ? schema.shape : {};
  const known = Object.keys(shape).length > 0 ? `Options: ${Object.keys(shape).join(", ")}.` : "It takes none.";
  const changed: Record<string, z.ZodType> = {};
  for (const pair of set) {
    const [, name = "", text = ""] = /^([^=]+)=(.*)$/s.exec(pair) ?? [];
    if (name === "") throw new FettleError("bad_option", `--set ${pair}: write NAME=VALUE.`, { hint: known });
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (!field) throw new FettleError("bad_option", `"${environment.name}" has no option "${name}".`, { hint: known });
    const parsed = field.safeParse(readValue(field, text));
    if (!parsed.success)
      throw new FettleError("bad_option", `--set ${pair}: ${parsed.error.issues[0]?.message}.`, { hint: known });
    changed[name] = field.default(parsed.data);
  }
  return { ...environment, options: z.object({ ...shape, ...changed }) };
}

/** Its whole path. Throws FettleError `bad_input_file`. */
function existingFile(file: string): string {
  const path = resolve(file);
  if (existsSync(path) && statSync(path).isFile()) return path;
  throw new FettleError("bad_input_file", `There is no file ${file}.`);
}

async function fromModule(file: string, path: string): Promise<AnyEnvironment> {
  (await import("./own-modules.ts")).acceptOwnModules();
  let exported: Record<string, unknown>;
  try {
    exported = await import(pathToFileURL(path).href);
  } catch (cause) {
    if (FettleError.isInstance(cause)) throw cause;
    throw new FettleError("bad_input_file", `${file} cannot be loaded: ${messageOf(cause)}`, { cause });
  }
  const found = [...new Set(Object.values(exported).filter(isEnvironment))];
  const chosen = isEnvironment(exported.default) ? exported.default : found.length === 1 ? found[0] : undefined;
  if (chosen) return answerable(chosen, file);
  throw new FettleError(
    "bad_input_file",
    found.length === 0 ? `${file} exports no environment.` : `${file} exports ${found.length} environments.`,
    { hint: "Export one made by defineEnvironment() as the default." },
  );
}

function isEnvironment(value: unknown): value is AnyEnvironment {
  return (
    typeof value === "object" &&
    value !== null &&
    ["generate", "start", "level"].every((name) => typeof Reflect.get(value, name) === "function") &&
    Array.isArray(Reflect.get(value, "levels"))
  );
}
