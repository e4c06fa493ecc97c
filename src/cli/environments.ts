/** Environments by name, or from a module of the user's own. */
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import type { AnyEnvironment } from "../core/environment.ts";
import { FettleError } from "../core/errors.ts";
import { option } from "./options.ts";

/** True for what is meant as a file: `./mine.ts`, `/x/mine.js`, `envs/mine.mjs`. */
function isPath(text: string): boolean {
  return /[\\/]/.test(text) || /\.[cm]?[jt]s$/.test(text);
}

/** Built-in environments, each loaded when it is asked for. */
const builtIn: Readonly<Record<string, () => Promise<AnyEnvironment>>> = {};

/** All built-in environments. */
export function builtInEnvironments(): Promise<AnyEnvironment[]> {
  return Promise.all(Object.values(builtIn).map((load) => load()));
}

/**
 * The environment that a command line names: a built-in one, or the path of a module that exports one (by default, or as
 * its only environment). Throws FettleError `unknown_environment` or `bad_input_file`.
 */
export async function loadEnvironment(name: string): Promise<AnyEnvironment> {
  if (isPath(name)) return fromModule(name);
  const load = Object.hasOwn(builtIn, name) ? builtIn[name] : undefined;
  if (load) return load();
  throw new FettleError("unknown_environment", `There is no environment "${name}".`, {
    hint: `Environments: ${Object.keys(builtIn).join(", ")}; or the path of a module that exports one.`,
  });
}

/** Options of every command that generates tasks. */
export const taskOptions = {
  openapi: option(z.string().optional(), "OpenAPI document, or folder of documents, to make api-debug tasks from", {
    placeholder: "file|dir",
  }),
  set: option(z.array(z.string()).default([]), "Options of the environment, as NAME=VALUE", {
    placeholder: "name=value",
  }),
};

/**
 * The environment's own options from `--openapi` and `--set`, checked by its schema. Throws FettleError `bad_option`.
 */
export function environmentOptions(
  environment: AnyEnvironment,
  { openapi, set }: { openapi?: string | undefined; set: readonly string[] },
): unknown {
  const given: Record<string, unknown> = openapi === undefined ? {} : { openapi };
  for (const pair of set) {
    const [name = "", ...value] = pair.split("=");
    given[name] = reading(value.join("="));
  }
  const known = environment.options instanceof z.ZodObject ? Object.keys(environment.options.shape) : null;
  const unknown = known && Object.keys(given).find((name) => !known.includes(name));
  if (unknown)
    throw new FettleError("bad_option", `"${environment.name}" has no option "${unknown}".`, {
      hint: known.length > 0 ? `Options: ${known.join(", ")}.` : "It takes none.",
    });
  const parsed = environment.options.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new FettleError("bad_option", `Option "${issue?.path.join(".")}" of "${environment.name}": ${issue?.message}.`);
}

function reading(text: string): unknown {
  if (text === "true" || text === "false") return text === "true";
  return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}

async function fromModule(file: string): Promise<AnyEnvironment> {
  const path = resolve(file);
  if (!existsSync(path) || !statSync(path).isFile())
    throw new FettleError("bad_input_file", `There is no file ${file}.`);
  if (/\.[cm]?ts$/.test(path)) (await import("./typescript.ts")).acceptTypeScript();
  let exported: Record<string, unknown>;
  try {
    exported = await import(pathToFileURL(path).href);
  } catch (cause) {
    if (FettleError.isInstance(cause)) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new FettleError("bad_input_file", `${file} cannot be loaded: ${reason}`, { cause });
  }
  const found = [...new Set(Object.values(exported).filter(isEnvironment))];
  const chosen = isEnvironment(exported.default) ? exported.default : found.length === 1 ? found[0] : undefined;
  if (chosen) return chosen;
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
