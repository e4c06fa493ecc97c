/**
 * Runs TRL against `fettle serve`, from the built package.
 *
 *   npx tsx interop/trl/run.ts [--environment NAME|FILE] [--python PATH] [pytest arguments]
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
  console.error(`There is no Python at ${values.python}: run interop/setup.sh trl, or name one with --python.`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "fettle-trl-"));
const record = join(folder, "record.jsonl");
const scripts = join(folder, "scripts.json");
const played = spawnSync("npx", ["tsx", "interop/trl/scripts.ts", "--environment", values.environment], {
  encoding: "utf8",
});
if (played.status !== 0) throw new Error(`The scripts could not be played: ${played.stderr}`);
writeFileSync(scripts, played.stdout);

const server = await startFettle(values.environment, 256, ["--record", record]);
try {
  const { status } = spawnSync(values.python, ["-m", "pytest", "-q", "interop/trl", ...positionals], {
    stdio: "inherit",
    env: {
      ...process.env,
      FETTLE_URL: server.url,
      FETTLE_RECORD: record,
      FETTLE_SCRIPTS: scripts,
      HF_HUB_OFFLINE: "1",
      TRL_EXPERIMENTAL_SILENCE: "1",
      PYTHONDONTWRITEBYTECODE: "1",
    },
  });
  process.exitCode = status ?? 1;
} finally {
  await server.stop();
  rmSync(folder, { recursive: true });
}
