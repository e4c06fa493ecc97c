import { z } from "zod";
import { type Backend, BackendUnavailable } from "../backend.ts";
import { LineProcess, SlotLost } from "../line-process.ts";
import { pythonFolder } from "../side-files.ts";
import { findPython } from "./python.ts";

export interface ForkServerOptions {
  /** The Python to use; found when absent. */
  python?: string;
  /** Turn a fence off, to test the others. Files stay hidden as long as one of the two is on. */
  namespaces?: boolean;
  landlock?: boolean;
}

const firstLine = z.union([
  z.object({ ready: z.object({ namespaces: z.boolean().optional(), landlock: z.number() }) }),
  z.object({ unavailable: z.string() }),
]);

const startMs = 20_000;
const judgeMemoryMb = 1024;

/**
 * The fork server on the system's Python: every job runs in a fresh child of a process that has Python loaded, behind
 * seccomp, Landlock, limits and, where the kernel allows them, namespaces. Linux only. Throws `BackendUnavailable`.
 */
export async function forkServer(options: ForkServerOptions = {}): Promise<Backend> {
  if (process.platform !== "linux") throw new BackendUnavailable(`it needs Linux, and this is ${process.platform}`);
  const python = await findPython(options.python);
  const start = async (role: "supervisor" | "judge", settings: object) => {
    const child = new LineProcess({
      command: python.executable,
      // Not -I: it would ignore PYTHONHASHSEED, which makes the order of sets the same on both sides.
      arguments: ["-s", "-S", "-B", pythonFolder, role, JSON.stringify(settings)],
      environment: {
        PYTHONHASHSEED: "0",
        PYTHONSAFEPATH: "1",
        PYTHONIOENCODING: "utf-8",
        LC_ALL: "C.UTF-8",
        // Symbols are looked up once, and not by every child again.
        LD_BIND_NOW: "1",
      },
    });
    try {
      const first = firstLine.parse(JSON.parse(await child.read(startMs)));
      if ("ready" in first) return { child, ready: first.ready };
      throw new BackendUnavailable(first.unavailable);
    } catch (error) {
      await child.kill();
      throw error instanceof SlotLost ? new BackendUnavailable(`its process did not start: ${error.message}`) : error;
    }
  };
  const landlock = options.landlock ?? true;
  const probe = async (namespaces: boolean) => {
    const { child, ready } = await start("supervisor", { namespaces, landlock });
    await child.close();
    return { namespaces, landlock: ready.landlock };
  };
  const fences = await probe(options.namespaces ?? true).catch((error: unknown) => {
    if (options.namespaces === false || !(error instanceof BackendUnavailable)) throw error;
    return probe(false);
  });
  if (!fences.namespaces && fences.landlock === 0)
    throw new BackendUnavailable("neither namespaces nor Landlock can hide this machine's files");
  const names = [
    fences.namespaces ? "namespaces" : "no namespaces",
    fences.landlock > 0 ? `Landlock ${fences.landlock}` : "no Landlock",
    "seccomp",
  ];
  return {
    name: "fork-server",
    description: `fork server (Python ${python.version}; ${names.join(", ")})`,
    startRunner: async () => (await start("supervisor", { namespaces: fences.namespaces, landlock })).child,
    startJudge: async () =>
      (await start("judge", { namespaces: fences.namespaces, landlock, memoryMb: judgeMemoryMb })).child,
    programsCanHang: false,
    jobsPerRunner: 20_000,
    runnersPerJudge: 1,
  };
}
