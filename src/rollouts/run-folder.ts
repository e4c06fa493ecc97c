import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { FettleError } from "../core/errors.ts";
import { canonicalJson } from "../core/json.ts";
import { diskFailure, isMissing, writeAtomically } from "./files.ts";
import { Journal, recoverRollouts, type Span } from "./journal.ts";
import { lockFolder } from "./lock.ts";
import type { Rollout } from "./settings.ts";

export const configFile = "config.json";
export const summaryFile = "summary.json";

const runConfigSchema = z.object({
  format: z.literal("fettle-run/1"),
  kind: z.string(),
  started: z.string(),
  /** What fixes the result: a run continues only with the same. */
  identity: z.record(z.string(), z.unknown()),
  /** What does not: concurrency, time limits. No secrets. */
  settings: z.record(z.string(), z.unknown()),
});
export type RunConfig = z.infer<typeof runConfigSchema>;

export interface OpenRunOptions {
  /** The folder; created when missing. */
  path: string;
  /** Which command writes it. */
  kind: string;
  identity: Record<string, unknown>;
  settings?: Record<string, unknown>;
  /** Continue the run that is there. Otherwise the folder must be empty or missing. */
  resume?: boolean;
  /** Called with every finished episode found, in the order written, and where its trace stands. */
  onRollout?: (rollout: Rollout, span: Span) => void;
}

/** A run on disk: `config.json`, `traces.jsonl`, `private.jsonl`, `summary.json`, and what commands add beside them. */
export class RunFolder {
  readonly path: string;
  readonly config: RunConfig;
  readonly journal: Journal;
  readonly #release: () => Promise<void>;

  private constructor(path: string, config: RunConfig, journal: Journal, release: () => Promise<void>) {
    this.path = path;
    this.config = config;
    this.journal = journal;
    this.#release = release;
  }

  /**
   * Creates a run or continues one. Throws FettleError `bad_run_folder` when the folder holds something else, a run of
   * another configuration (naming each difference), a damaged file, or is being written by another process.
   */
  static async open(options: OpenRunOptions): Promise<RunFolder> {
    const { path, resume = false } = options;
    let release = async () => {};
    try {
      await prepare(path, resume);
      release = await lockFolder(path);
      const config = (resume && (await continued(options))) || (await created(options));
      await recoverRollouts(path, options.onRollout ?? (() => {}));
      return new RunFolder(path, config, await Journal.open(path), release);
    } catch (error) {
      await release();
      throw isSystemError(error) ? diskFailure(path, error) : error;
    }
  }

  /** Writes a JSON file atomically. Throws FettleError `bad_run_folder` when the disk fails. */
  async write(name: string, value: unknown): Promise<void> {
    try {
      await writeAtomically(join(this.path, name), `${JSON.stringify(value, null, 2)}\n`);
    } catch (error) {
      throw diskFailure(this.path, error);
    }
  }

  /** Flushes the journal and lets others open the folder. */
  async close(): Promise<void> {
    try {
      await this.journal.close();
    } finally {
      await this.#release();
    }
  }
}

/** The configuration of a run. Throws FettleError `bad_run_folder` when there is none or it cannot be read. */
export async function readRunConfig(path: string): Promise<RunConfig> {
  const config = await readConfigIfAny(path);
  if (config) return config;
  throw new FettleError("bad_run_folder", `${path} is not a run folder: it has no ${configFile}.`, {
    hint: "Give the folder that a run wrote.",
  });
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

async function prepare(path: string, resume: boolean): Promise<void> {
  const names = await readdir(path).catch((error: unknown) => {
    if (isMissing(error)) return null;
    const reason = error instanceof Error && "code" in error ? `: ${error.code}` : "";
    throw new FettleError("bad_run_folder", `${path} cannot be used as a run folder${reason}.`, { cause: error });
  });
  if (names === null) {
    if (resume)
      throw new FettleError("bad_run_folder", `There is no run to resume in ${path}: the folder does not exist.`, {
        hint: "Check the path, or leave out --resume to start a run there.",
      });
    await mkdir(path, { recursive: true });
  } else if (!resume && names.some((name) => !name.startsWith("."))) {
    throw new FettleError("bad_run_folder", `${path} is not empty.`, {
      hint: names.includes(configFile)
        ? "Add --resume to continue the run in it, or give another folder."
        : "Give another folder.",
    });
  }
}

/** null when the run was killed before it had written its configuration: nothing is lost by starting it. */
async function continued({ path, kind, identity }: OpenRunOptions): Promise<RunConfig | null> {
  const config = await readConfigIfAny(path);
  if (!config) {
    const names = (await readdir(path)).filter((name) => !name.startsWith("."));
    if (names.length === 0) return null;
    return readRunConfig(path);
  }
  const differences =
    config.kind === kind ? differ(config.identity, identity) : [`it was written by "${config.kind}", not "${kind}"`];
  if (differences.length === 0) return config;
  throw new FettleError("bad_run_folder", `${path} holds a run of another configuration: ${differences.join("; ")}.`, {
    hint: "Repeat the options of that run, or give another folder.",
  });
}

async function created({ path, kind, identity, settings = {} }: OpenRunOptions): Promise<RunConfig> {
  const started = new Date().toISOString();
  const config: RunConfig = { format: "fettle-run/1", kind, started, identity, settings };
  await writeAtomically(join(path, configFile), `${JSON.stringify(config, null, 2)}\n`);
  return config;
}

async function readConfigIfAny(path: string): Promise<RunConfig | null> {
  let format: string | undefined;
  try {
    const value: unknown = JSON.parse(await readFile(join(path, configFile), "utf8"));
    format = z.object({ format: z.string() }).safeParse(value).data?.format;
    return runConfigSchema.parse(value);
  } catch (error) {
    if (isMissing(error)) return null;
    if (format?.startsWith("fettle-train"))
      throw new FettleError("bad_run_folder", `${path} holds a training run, which has no episodes.`, {
        hint: `Evaluate what it has learnt: fettle evaluate ENV --model ${path}`,
      });
    throw new FettleError("bad_run_folder", `${join(path, configFile)} cannot be read.`, {
      hint: "Was it written by another version, or edited?",
      cause: error,
    });
  }
}

function differ(there: Record<string, unknown>, wanted: Record<string, unknown>): string[] {
  const show = (value: unknown) => (value === undefined ? "nothing" : canonicalJson(value));
  return [...new Set([...Object.keys(there), ...Object.keys(wanted)])]
    .filter((name) => show(there[name]) !== show(wanted[name]))
    .map((name) => `${name} is ${show(there[name])} there and ${show(wanted[name])} here`);
}
