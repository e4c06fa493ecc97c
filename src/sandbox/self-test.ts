import { FettleError, messageOf } from "../core/errors.ts";
import type { Sandbox } from "../core/sandbox.ts";
import { attacks } from "./attacks/index.ts";
import { setTrap } from "./attacks/trap.ts";
import { BackendUnavailable } from "./backend.ts";

/** Attacks of each kind that take next to no time; the whole list runs as a test. */
const chosen = [
  "always-equal",
  "exit-in-call",
  "caller-frames",
  "forged-frames",
  "read-file",
  "write-file",
  "run-program",
  "outlive",
  "connect",
  "signals",
  "raw-system-calls",
  "javascript",
  "left-in-modules",
];

/**
 * Has a sandbox hold off a set of attacks, each followed by a right and a wrong answer. Throws `BackendUnavailable` with
 * the first failure: a sandbox that does not hold here is not used.
 */
export async function proveItself(sandbox: Sandbox): Promise<void> {
  try {
    const trap = await setTrap(sandbox);
    try {
      for (const name of chosen) {
        const attack = attacks.find((one) => one.name === name);
        if (!attack) throw new Error(`there is no attack "${name}"`);
        const [problem] = await trap.spring(attack);
        if (problem !== undefined) throw new BackendUnavailable(`in its self-test, the attack "${name}" ${problem}`);
      }
    } finally {
      await trap.close();
    }
  } catch (error) {
    if (error instanceof BackendUnavailable) throw error;
    throw new BackendUnavailable(
      `its self-test failed: ${messageOf(error)}`,
      FettleError.isInstance(error) ? { cause: error } : {},
    );
  }
}
