/** Module hooks for environments in files of the user's own. They run on Node's loader thread. */
import { readFile } from "node:fs/promises";
import type { InitializeHook, LoadHook, ResolveHook } from "node:module";
import { fileURLToPath } from "node:url";
import { eraseTypes } from "./erase-types.ts";

export interface HookData {
  /** Where `fettle` is for files that have no such package installed beside them. */
  library: string;
  /** Whether types have to be erased: Node does not do it itself, and no other loader does. */
  erase: boolean;
}

let data: HookData;

export const initialize: InitializeHook<HookData> = async (given) => {
  data = given;
};

export const resolve: ResolveHook = async (specifier, context, next) => {
  if (specifier !== "fettle") return next(specifier, context);
  try {
    return await next(specifier, context);
  } catch {
    return { url: data.library, shortCircuit: true };
  }
};

export const load: LoadHook = async (url, context, next) => {
  if (!data.erase || !url.startsWith("file:") || !/\.[cm]?ts$/.test(url)) return next(url, context);
  const file = fileURLToPath(url);
  const source = await eraseTypes(await readFile(file, "utf8"), file);
  return { format: "module", source, shortCircuit: true };
};
