/** Module hooks that erase types, for Node versions that do not do it themselves. Runs on Node's loader thread. */
import { readFile } from "node:fs/promises";
import type { LoadHook } from "node:module";
import { fileURLToPath } from "node:url";
import { transformSync } from "@swc/wasm-typescript";

export const load: LoadHook = async (url, context, next) => {
  if (!url.startsWith("file:") || !/\.[cm]?ts$/.test(url)) return next(url, context);
  const source = await readFile(fileURLToPath(url), "utf8");
  const { code } = transformSync(source, { mode: "strip-only", module: true });
  return { format: "module", source: code, shortCircuit: true };
};
