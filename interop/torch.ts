import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** What the embedded engine is compared with. */
export const torchPackages = [
  "torch==2.13.0",
  "transformers==5.24.0",
  "trl==1.16.0",
  "accelerate==1.15.0",
  "requests==2.34.2",
];

/**
 * A Python interpreter with `packages`: that of FETTLE_TORCH_PYTHON, or one in a virtual environment under the system's
 * folder for temporary files, made at the first call (about 2 GB) and used again. Throws when it cannot be made.
 */
export function torchPython(packages: readonly string[] = torchPackages): string {
  const given = process.env.FETTLE_TORCH_PYTHON;
  if (given) return given;
  const hash = createHash("sha256").update(packages.join("\n")).digest("hex").slice(0, 8);
  const folder = path.join(os.tmpdir(), `fettle-torch-${hash}`);
  const python = path.join(folder, "bin", "python");
  const ready = path.join(folder, "ready");
  if (!existsSync(ready)) {
    process.stderr.write(`Installing ${packages.join(" ")} into ${folder} ...\n`);
    run("python3", ["-m", "venv", folder]);
    run(python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...packages]);
    writeFileSync(ready, "");
  }
  return python;
}

/** Runs a program to its end with its output shown here. Throws when it fails. */
export function run(command: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}): void {
  const { status, error } = spawnSync(command, args, { stdio: "inherit", env: { ...process.env, ...environment } });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args[0]} ended with code ${status}`);
}
