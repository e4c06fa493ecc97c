/**
 * Running untrusted Python and judging it. The untrusted side only ever answers calls; tests, expected values and counts
 * stay with a judge in another process, which replays the test on the answers.
 */

/** How a program ended: by itself in order; out of time; its process ended; it wrote too much. */
export type End = "done" | "timeout" | "died" | "overflow";

/** One call and its answer, for people. The answer is untrusted text. */
export interface CallText {
  /** The call as Python text, long arguments shortened. */
  call: string;
  /** What came back as Python text, or what went wrong. */
  answer: string;
  kind: "value" | "error";
  /** Where in the candidate's own code it raised, innermost last. */
  trace: [line: number, function_: string][];
}

/**
 * A function, a reference implementation of it, and a test. Trusted text: it is run, though confined. The test sees all
 * that the reference's source defines; an alias of the function there (`expected = f`) stays the reference.
 */
export interface FunctionTask {
  /** Python source that defines `entry`, and whatever else the test uses. */
  reference: string;
  /** Name of the function under test. */
  entry: string;
  /** Python source whose assertions call `entry`. */
  test: string;
}

/** A task whose test was run on its reference. Plain data: it may be kept and used with another sandbox. */
export interface PreparedTask extends FunctionTask {
  /** Identity: hash of the three texts. */
  key: string;
  /** Seed of `random` in the test; the candidate runs with another and cannot know it. */
  seed: number;
  /** The calls the test makes, in order, encoded. */
  calls: readonly string[];
  /** Assertion sites of the test: line in it, text. */
  sites: readonly (readonly [line: number, text: string])[];
  /** How often the reference reaches (and passes) each site; a site with 0 does not count. */
  expected: readonly number[];
  /** Processor time in milliseconds that one call may take. */
  callMs: number;
}

export interface GradeLimits {
  /** For one call; the task's own when absent. A third of it once a call has timed out. */
  callMs?: number;
  /** For loading and all calls, restarts included. Default 2,000. */
  totalMs?: number;
  /** Default 256, which is fixed where a process is used for many programs (gated Pyodide). */
  memoryMb?: number;
  /** Fresh starts after a call that timed out or ended the process; the calls left after them fail. Default 2. */
  restarts?: number;
}

export interface SiteResult {
  line: number;
  text: string;
  /** Hits in the reference's run, in this run, and those that passed. */
  expected: number;
  run: number;
  ok: number;
}

export interface Failure {
  /** Index into `sites`. */
  site: number;
  /** What the assertion raised; empty when it was just false. */
  problem: string;
  /** The calls it was about, at most three. */
  calls: CallText[];
}

/** Source that could not be run at all: a syntax error, an exception at import, no such function. */
export interface LoadFailure {
  type: string;
  message: string;
  line: number | null;
}

/** What a candidate did on a task. `ok` of every site is decided by the judge alone. */
export interface Graded {
  outcome: "graded";
  /** Every counted site was reached as often as by the reference and passed each time, and nothing else was raised. */
  passed: boolean;
  /** Mean over counted sites of ok / max(expected, run), in [0, 1]. */
  share: number;
  /** Counted sites in full, and counted sites. */
  full: number;
  total: number;
  sites: SiteResult[];
  /** At most ten. */
  failures: Failure[];
  /** Exceptions outside assertions. */
  strays: string[];
  load: LoadFailure | null;
  /** Why the test could not be run to its end on these answers, if so. */
  ended: string | null;
  /** Processor time of the candidate in milliseconds. */
  cpuMs: number;
}

/** A failure of ours: never a score. */
export interface Unscored {
  outcome: "error";
  why: string;
}

/** Answers to calls: raw frames in their order, one for each call; see `Sandbox.show`. */
export interface Answers {
  outcome: "answered";
  frames: string[];
  load: LoadFailure | null;
  cpuMs: number;
}

/** A whole program: scripts in files of its own, all untrusted. */
export interface Program {
  /** Path (relative, or under /tmp) to text. Modules among them can be imported. */
  files: Readonly<Record<string, string>>;
  /** The file to run. */
  main: string;
  arguments?: readonly string[];
  stdin?: string;
  /**
   * Trusted Python that answers the program's calls from outside its reach: defines `handle(name, args, kwargs)`, and
   * may define `report()`. The program reaches it through `fettle_host.call(name, ...)`.
   */
  host?: string;
  /** Seed of `random`; default 0. */
  seed?: number;
  limits?: { totalMs?: number; memoryMb?: number };
}

/** One call of a program to its host, as it happened. */
export interface HostCall {
  name: string;
  /** Encoded arguments, raw. */
  arguments: string;
  /** Encoded reply, raw. */
  reply: string;
}

/** What a program did. `code`, output and files are the program's own claims; calls and report are the host's. */
export interface ProgramRun {
  outcome: "ran";
  end: End;
  /** Exit code the program gave; null when it did not end by itself. */
  code: number | null;
  stdout: string;
  stderr: string;
  /** Output was cut at its limit. */
  truncated: boolean;
  /** Files it wrote, by path relative to its folder. */
  files: Record<string, Buffer>;
  calls: HostCall[];
  /** The host's report as raw JSON; null without a host, or when it ended early. */
  report: string | null;
  /** Why the host stopped answering before the end, if it did: the program sent it more than it could bear. */
  hostEnded: string | null;
  cpuMs: number;
}

export interface Sandbox {
  readonly backend: "fork-server" | "pyodide";
  /** One line for logs. */
  readonly description: string;
  /**
   * Runs the test on the reference. Throws FettleError `no_task` with the reason when it cannot be judged; like all that
   * gives no outcome, `unscored` when a process of the sandbox was lost.
   */
  prepare(task: FunctionTask): Promise<PreparedTask>;
  /** Grades untrusted source. */
  grade(task: PreparedTask, source: string, limits?: GradeLimits): Promise<Graded | Unscored>;
  /** Runs the function `entry` of untrusted source on encoded calls. */
  answer(source: string, entry: string, calls: readonly string[], limits?: GradeLimits): Promise<Answers | Unscored>;
  /** Encodes calls: `source` is a trusted Python expression giving a list of argument tuples. */
  encodeCalls(source: string): Promise<string[]>;
  /** Calls and their frames as text for people. */
  show(entry: string, calls: readonly string[], frames: readonly string[]): Promise<CallText[]>;
  /** Runs a whole program. Throws FettleError `no_task` when the host does not start. */
  run(program: Program): Promise<ProgramRun | Unscored>;
  close(): Promise<void>;
}
