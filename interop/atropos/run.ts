/**
 * Runs the Python package atroposlib against our Rollout API server, and our environments against the original's.
 *
 *   npx tsx interop/atropos/run.ts [--python PATH] [pytest arguments]
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { python: { type: "string", default: process.env.FETTLE_PYTHON ?? "interop/.venv/bin/python" } },
});
if (!existsSync(values.python)) {
  console.error(`There is no Python at ${values.python}: run interop/setup.sh atropos, or name one with --python.`);
  process.exit(2);
}
const { status } = spawnSync(values.python, ["-m", "pytest", "-q", "interop/atropos", ...positionals], {
  stdio: "inherit",
  env: {
    ...process.env,
    FETTLE_COMMAND: JSON.stringify([process.execPath, "dist/cli/main.js"]),
    TOKENIZER: resolve("checkpoints/api-debug"),
    HF_HUB_OFFLINE: "1",
    PYTHONDONTWRITEBYTECODE: "1",
  },
});
process.exitCode = status ?? 1;
