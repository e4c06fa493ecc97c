/**
 * Runs every attack against every sandbox this machine can offer: `npm run bar:attacks`. As root it also runs as an
 * unprivileged user. `-- --only NAME,NAME` picks attacks, `-- --setting NAME` a setting; `-- --reduced` leaves out those
 * that only take time wherever another setting has them.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { FettleError } from "../../src/core/errors.ts";
import { exhausting } from "../../src/sandbox/attacks/exhausting.ts";
import { attacks } from "../../src/sandbox/attacks/index.ts";
import { setTrap } from "../../src/sandbox/attacks/trap.ts";
import { openSandbox, type SandboxOptions } from "../../src/sandbox/open-sandbox.ts";

const settings: Record<string, SandboxOptions> = {
  "fork-server": { backend: "fork-server" },
  "fork-server, no namespaces": { backend: "fork-server", forkServer: { namespaces: false } },
  "fork-server, no Landlock": { backend: "fork-server", forkServer: { landlock: false } },
  pyodide: { backend: "pyodide" },
};
const nobody = 65_534;

const { values } = parseArgs({
  options: { only: { type: "string" }, setting: { type: "string" }, reduced: { type: "boolean" } },
});
const only = values.only?.split(",");
const asRoot = process.getuid?.() === 0;
const who = asRoot ? "root" : "an unprivileged user";
const slow = new Set(exhausting.map(({ name }) => name));
let broken = 0;

for (const [name, options] of Object.entries(settings)) {
  if (values.setting !== undefined && values.setting !== name) continue;
  const everything = !values.reduced || (name === "fork-server" && asRoot);
  const chosen = attacks.filter((attack) => (only ? only.includes(attack.name) : everything || !slow.has(attack.name)));
  try {
    const sandbox = await openSandbox({ ...options, slots: 1 });
    const started = performance.now();
    const trap = await setTrap(sandbox);
    let held = 0;
    try {
      for (const attack of chosen) {
        const problems = await trap.spring(attack);
        if (problems.length === 0) held++;
        for (const problem of problems) console.log(`  problem: ${attack.name} ${problem}`);
      }
    } finally {
      await trap.close();
      await sandbox.close();
    }
    broken += chosen.length - held;
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    console.log(`attacks held: ${held} of ${chosen.length}, ${sandbox.description}, as ${who} (${seconds} s)`);
  } catch (error) {
    if (!FettleError.isInstance(error)) throw error;
    console.log(`attacks not run: ${name}, as ${who}: ${error.message}`);
    broken++;
  }
}

if (asRoot) {
  const self = fileURLToPath(import.meta.url);
  const { status } = spawnSync(process.execPath, [...process.execArgv, self, ...process.argv.slice(2)], {
    stdio: "inherit",
    uid: nobody,
    gid: nobody,
    env: { PATH: process.env.PATH, HOME: "/nonexistent", TMPDIR: "/tmp" },
  });
  if (status !== 0) broken++;
}
process.exitCode = broken === 0 ? 0 : 1;
