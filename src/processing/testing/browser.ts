import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

/** A Chromium of this machine: FETTLE_BROWSER, or one on the path. null when there is none: nothing is downloaded. */
export function findBrowser(): string | null {
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = [
    process.env.FETTLE_BROWSER ?? "",
    ...names.flatMap((name) => folders.map((at) => join(at, name))),
  ];
  return candidates.find((path) => path !== "" && existsSync(path)) ?? null;
}

/** Close it when done. `path` as from `findBrowser`. */
export function openBrowser(path: string): Promise<Browser> {
  // Chromium refuses its own sandbox to root, which tests in containers are.
  return chromium.launch({ executablePath: path, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
}
