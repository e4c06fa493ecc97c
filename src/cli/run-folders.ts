import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { FettleError } from "../core/errors.ts";

/** Where runs go when no folder is given. */
const base = "runs";

/**
 * The folder of a run: the one given, or `runs/NAME`, numbered when it is taken (`runs/NAME-2`). To resume without a
 * folder means the newest of them. Throws FettleError `bad_run_folder` when there is none.
 */
export function chooseRunFolder(name: string, options: { out?: string | undefined; resume: boolean }): string {
  if (options.out !== undefined) return options.out;
  const stem = name.replaceAll(/[^A-Za-z0-9.]+/g, "-").replaceAll(/^-|-$/g, "");
  const numbered = (number: number) => join(base, number === 1 ? stem : `${stem}-${number}`);
  let next = 1;
  while (isTaken(numbered(next))) next++;
  if (!options.resume) return numbered(next);
  const newest = Array.from({ length: next - 1 }, (_, index) => numbered(index + 1)).sort(
    (a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs,
  )[0];
  if (newest !== undefined) return newest;
  throw new FettleError("bad_run_folder", `There is no run to resume in ${numbered(1)}.`, {
    hint: "Name its folder with --out.",
  });
}

/** Something is there that is no empty folder. */
function isTaken(path: string): boolean {
  return existsSync(path) && !(statSync(path).isDirectory() && readdirSync(path).length === 0);
}
