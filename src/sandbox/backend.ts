import type { LineProcess } from "./line-process.ts";

/** What differs between the ways of running untrusted Python: how its processes are started. Both speak one protocol. */
export interface Backend {
  readonly name: "fork-server" | "pyodide";
  /** One line for logs: which Python, confined how. */
  readonly description: string;
  /** A process that runs untrusted jobs, one after another, each from a clean state. Resolves when it is ready. */
  startRunner(): Promise<LineProcess>;
  /** A process that judges: it holds tests and never meets untrusted code. */
  startJudge(): Promise<LineProcess>;
  /**
   * Whether an untrusted program can silence its runner: then a runner that is silent and busy is the program's doing.
   * Where a supervisor watches over the program, a silent runner is a failure of ours.
   */
  readonly programsCanHang: boolean;
  /** Jobs after which a runner is replaced. */
  readonly jobsPerRunner: number;
  /** Runners that share one judge well. */
  readonly runnersPerJudge: number;
}

/** What a backend says when it cannot work on this machine. */
export class BackendUnavailable extends Error {}
