import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { BackendUnavailable } from "../backend.ts";

export interface Python {
  /** The real executable, not a shim in front of it. */
  executable: string;
  version: string;
}

/** System interpreters first: a shim costs 100 ms a start, and the library of a user's own may be closed to others. */
const candidates = ["/usr/bin/python3", "/usr/local/bin/python3", "python3", "python"];
const least: readonly [number, number] = [3, 10];

const question = "import sys, json; print(json.dumps([sys.executable, list(sys.version_info[:3])]))";

/** The first usable Python. Throws `BackendUnavailable` saying what was tried. */
export async function findPython(wanted?: string): Promise<Python> {
  const problems: string[] = [];
  for (const command of wanted === undefined ? candidates : [wanted]) {
    try {
      const { stdout } = await promisify(execFile)(command, ["-I", "-S", "-c", question], { timeout: 10_000 });
      const [executable, [major, minor, patch]] = JSON.parse(stdout) as [string, [number, number, number]];
      if (major === least[0] && minor >= least[1]) return { executable, version: `${major}.${minor}.${patch}` };
      problems.push(`${command} is version ${major}.${minor}`);
    } catch (error) {
      problems.push(`${command}: ${error instanceof Error && "code" in error ? error.code : error}`);
    }
  }
  throw new BackendUnavailable(`no Python ${least.join(".")} or later was found (${problems.join("; ")})`);
}
