import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface PageAssets {
  script: string;
  style: string;
}

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
  const code = outputs.find((output) => output.type === "chunk")?.code;
  const style = outputs.find((output) => output.type === "asset" && output.fileName.endsWith(".css"));
  if (code === undefined || style?.type !== "asset") throw new Error("The page's bundle has no script or no style.");
  const script = `${notices(["preact", "diff"])}${code}`;
  // Inside HTML this would end the element.
  if (/<\/(script|style)|<!--/i.test(script + style.source)) throw new Error("The page's bundle cannot stand in HTML.");
  return { script, style: style.source.toString() };
}

/** The licences of what goes into every page, as a comment: they ask for it. */
function notices(packages: readonly string[]): string {
  const { resolve } = createRequire(import.meta.url);
  const texts = packages.map((name) => {
    const text = readFileSync(join(dirname(resolve(`${name}/package.json`)), "LICENSE"), "utf8");
    return `${name}:\n${text.replaceAll("*/", "* /").trim()}`;
  });
  return `/*!\n${texts.join("\n\n")}\n*/\n`;
}

/** Leaves the bundle where `pageAssets` finds it: part of `npm run build`. */
export async function writePage(folder: string): Promise<void> {
  const { script, style } = await bundlePage();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "page.js"), script);
  writeFileSync(join(folder, "page.css"), style);
}
