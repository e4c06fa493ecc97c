import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { PageAssets } from "./assets.ts";

const root = fileURLToPath(new URL("./page/", import.meta.url));

/** Bundles the page with Vite, which only a checkout has. */
export async function bundlePage(): Promise<PageAssets> {
  const { build } = await import("vite");
  const built = await build({
    root,
    configFile: false,
    logLevel: "error",
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    build: { write: false, target: "es2023", modulePreload: false, rollupOptions: { input: join(root, "main.tsx") } },
  });
  const outputs = [built].flat().flatMap((result) => ("output" in result ? result.output : []));
  const script = outputs.find((output) => output.type === "chunk")?.code;
  const style = outputs.find((output) => output.type === "asset" && output.fileName.endsWith(".css"));
  if (script === undefined || style?.type !== "asset") throw new Error("The page's bundle has no script or no style.");
  // Inside HTML this would end the element.
  if (/<\/(script|style)|<!--/i.test(script + style.source)) throw new Error("The page's bundle cannot stand in HTML.");
  return { script, style: style.source.toString() };
}

/** Leaves the bundle where `pageAssets` finds it: part of `npm run build`. */
export async function writePage(folder: string): Promise<void> {
  const { script, style } = await bundlePage();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "page.js"), script);
  writeFileSync(join(folder, "page.css"), style);
}
