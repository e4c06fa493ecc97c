import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { z } from "zod";
import { messageOf } from "../../core/errors.ts";
import { type Backend, BackendUnavailable } from "../backend.ts";
import { LineProcess } from "../line-process.ts";
import { pyodideFolder, pythonFolder } from "../side-files.ts";
import { snapshotPath } from "./snapshot.ts";

const packageSchema = z.object({ version: z.string() });
const lockSchema = z.object({ info: z.object({ python: z.string() }) });
const firstLine = z.object({ ready: z.object({}) });

const startMs = 60_000;
/** WebAssembly memory of a runner and of a judge; Python itself takes about 30 MB of it. */
const memoryMb = { runner: 256, judge: 512 };

/** The flag of Node's permission model, whose name depends on the version. */
const permission = process.allowedNodeEnvironmentFlags.has("--permission")
  ? "--permission"
  : "--experimental-permission";

/**
 * Python compiled to WebAssembly in a process of its own per slot, behind a gate at its imports; memory is put back
 * after every job. Needs nothing but the npm packages. Throws `BackendUnavailable`.
 */
export async function gatedPyodide(): Promise<Backend> {
  const { pyodide, version, python } = findPyodide();
  const script = join(pyodideFolder, "main.mjs");
  const common = { pyodide, python: pythonFolder, child: pyodideFolder, version };
  const prepared = async (role: "runner" | "judge") => {
    const settings = { ...common, role, memoryMb: memoryMb[role] };
    return { settings, snapshot: await snapshotPath([process.execPath, "--no-warnings", script], settings) };
  };
  const roles = { runner: await prepared("runner"), judge: await prepared("judge") };
  const start = async (role: "runner" | "judge") => {
    const { settings, snapshot } = roles[role];
    const readable = [pyodide, pyodideFolder, pythonFolder, ...(snapshot ? [snapshot] : [])];
    const child = new LineProcess({
      command: process.execPath,
      arguments: [
        "--no-warnings",
        "--disallow-code-generation-from-strings",
        permission,
        ...readable.map((path) => `--allow-fs-read=${path}`),
        script,
        JSON.stringify({ ...settings, snapshot }),
      ],
      // Windows starts nothing without it; the child forgets its environment.
      environment: process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot },
    });
    try {
      firstLine.parse(JSON.parse(await child.read(startMs)));
      return child;
    } catch (error) {
      await child.kill();
      throw new BackendUnavailable(`its process did not start: ${messageOf(error)}`);
    }
  };
  return {
    name: "pyodide",
    description: `gated Pyodide ${version} (Python ${python} in WebAssembly, Node.js permission model)`,
    startRunner: () => start("runner"),
    startJudge: () => start("judge"),
    programsCanHang: true,
    jobsPerRunner: 3000,
    runnersPerJudge: 3,
  };
}

function findPyodide(): { pyodide: string; version: string; python: string } {
  try {
    const require = createRequire(import.meta.url);
    const file = require.resolve("pyodide/package.json");
    const pyodide = dirname(file);
    const { info } = lockSchema.parse(require(join(pyodide, "pyodide-lock.json")));
    return { pyodide, version: packageSchema.parse(require(file)).version, python: info.python };
  } catch (error) {
    throw new BackendUnavailable(`the package pyodide is missing (${messageOf(error)})`);
  }
}
