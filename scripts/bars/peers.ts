import { existsSync } from "node:fs";
import type { RunOptions } from "./run-bar.ts";
import { execute } from "./run-bar.ts";

const venv = "interop/.venv/bin/python";

/** The Python that the peers run in: the one FETTLE_PYTHON names, or one made by `interop/setup.sh trl atropos metrics`. */
export async function findPeers(): Promise<RunOptions["python"]> {
  const given = process.env.FETTLE_PYTHON;
  if (given !== undefined) return existsSync(given) ? { path: given } : { missing: `FETTLE_PYTHON: no file ${given}` };
  const setup = "interop/setup.sh trl atropos metrics";
  console.log(`\n== ${setup}: the Python packages of the peers`);
  const { code } = await execute(setup, 15 * 60_000);
  return code === 0 ? { path: venv } : { missing: `${setup} failed: no Python, or no package registry` };
}
