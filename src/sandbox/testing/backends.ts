/** For tests: the backends this machine has, opened once per test file. */
import { afterAll, beforeAll, describe } from "vitest";
import type { Sandbox } from "../../core/sandbox.ts";
import type { Backend } from "../backend.ts";
import { forkServer } from "../fork-server/backend.ts";
import type { LineProcess } from "../line-process.ts";
import { pooledSandbox } from "../pooled-sandbox.ts";
import { gatedPyodide } from "../pyodide/backend.ts";

/** A backend with the processes it started, oldest first. */
export interface Watched {
  backend: Backend;
  runners: LineProcess[];
  judges: LineProcess[];
}

function watch(backend: Backend): Watched {
  const [runners, judges]: [LineProcess[], LineProcess[]] = [[], []];
  const noting = (list: LineProcess[], start: () => Promise<LineProcess>) => async () => {
    const child = await start();
    list.push(child);
    return child;
  };
  const startRunner = noting(runners, () => backend.startRunner());
  const startJudge = noting(judges, () => backend.startJudge());
  return { backend: { ...backend, startRunner, startJudge }, runners, judges };
}

export interface Opened {
  sandbox: Sandbox;
  watched: Watched;
}

/** Runs the same tests on each backend; those of the fork server only where it can run. */
export function onEachBackend(slots: number, tests: (opened: () => Opened) => void): void {
  const starts = { "fork-server": () => forkServer(), pyodide: gatedPyodide };
  for (const [name, start] of Object.entries(starts)) {
    const unsupported = name === "fork-server" && process.platform !== "linux";
    describe.skipIf(unsupported)(unsupported ? `${name} (needs Linux)` : name, () => {
      let opened: Opened | undefined;
      beforeAll(async () => {
        const watched = watch(await start());
        opened = { watched, sandbox: pooledSandbox(watched.backend, slots) };
      }, 120_000);
      afterAll(() => opened?.sandbox.close());
      tests(() => {
        if (!opened) throw new Error("not open");
        return opened;
      });
    });
  }
}
