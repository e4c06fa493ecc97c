import { register } from "node:module";
import type { HookData } from "./module-hooks.ts";

let registered = false;

/**
 * Lets `import()` take a user's own files, wherever they are: `fettle` is this package where no other is installed, and
 * TypeScript is taken whose types can simply be erased.
 */
export function acceptOwnModules(): void {
  if (registered) return;
  registered = true;
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const native = Reflect.get(process.features, "typescript");
  const data: HookData = {
    library: new URL(`../index.${extension}`, import.meta.url).href,
    erase: !native && !process.execArgv.some((argument) => /\btsx\b/.test(argument)),
  };
  register(`./module-hooks.${extension}`, import.meta.url, { data });
}
