import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { PageAssets } from "./bundle.ts";

let assets: Promise<PageAssets> | undefined;

/** Script and style of the page: from the files that the build left here, or bundled from source in a checkout. */
export function pageAssets(): Promise<PageAssets> {
  return (assets ??= load());
}

async function load(): Promise<PageAssets> {
  const [script, style] = ["page.js", "page.css"].map((name) => fileURLToPath(new URL(name, import.meta.url)));
  if (script && style && existsSync(script) && existsSync(style))
    return { script: readFileSync(script, "utf8"), style: readFileSync(style, "utf8") };
  const { bundlePage } = await import("./bundle.ts");
  return bundlePage();
}
