import { register } from "node:module";

let registered = false;

/**
 * Lets `import()` take TypeScript files whose types can simply be erased. Nothing to do where Node does that itself
 * (22.18 and later) or a loader is at work already.
 */
export function acceptTypeScript(): void {
  const native = Reflect.get(process.features, "typescript");
  if (native || registered || process.execArgv.some((argument) => /\btsx\b/.test(argument))) return;
  registered = true;
  const file = import.meta.url.endsWith(".ts") ? "./typescript-hooks.ts" : "./typescript-hooks.js";
  register(file, import.meta.url);
}
