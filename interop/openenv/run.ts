/**
 * Runs the Python OpenEnv package against `fettle serve`, from the built package.
 *
 *   npx tsx interop/openenv/run.ts [--environment NAME|FILE] [--python PATH] [pytest arguments]
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startFettle } from "../server.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    environment: { type: "string", default: "api-debug" },
    python: { type: "string", default: process.env.FETTLE_PYTHON ?? "interop/.venv/bin/python" },
  },
});
if (!existsSync(values.python)) {
  console.error(`There is no Python at ${values.python}: run interop/setup.sh, or name one with --python.`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "fettle-interop-"));

/** Oracle answers go through a file: the Python side never sees how they came about. */
function oracleFile(name: string, ...args: string[]): string {
  const run = spawnSync("npx", ["tsx", "interop/oracle.ts", "--environment", values.environment, ...args], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (run.status !== 0) throw new Error(`The oracle failed: ${run.stderr}`);
  const file = join(folder, `${name}.jsonl`);
  writeFileSync(file, run.stdout);
  return file;
}

const servers = [await startFettle(values.environment, 4096), await startFettle(values.environment, 2)];
try {
  const { status } = spawnSync(values.python, ["-m", "pytest", "-q", "interop/openenv", ...positionals], {
    stdio: "inherit",
    env: {
      ...process.env,
      FETTLE_URL: servers[0]?.url,
      FETTLE_SMALL_URL: servers[1]?.url,
      FETTLE_ORACLE: oracleFile("oracle", "--seeds", "12"),
      FETTLE_ORIGINAL_ORACLE: oracleFile("original", "--seeds", "10", "--options", '{"actions":"original"}'),
      PYTHONDONTWRITEBYTECODE: "1",
    },
  });
  process.exitCode = status ?? 1;
} finally {
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(folder, { recursive: true });
}
