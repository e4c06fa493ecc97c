import { z } from "zod";
import type { HostCall, Program, ProgramRun } from "../core/sandbox.ts";
import { asciiJson } from "./ascii.ts";
import { type Judge, JudgeRefusal } from "./judge.ts";
import type { Pool } from "./pool.ts";
import type { Runner } from "./runner.ts";

/** Most characters kept of each output stream, and bytes of all files. */
const outputLimit = 64_000;
const filesLimit = 8_000_000;
/** Most calls to the host; a program that makes more is told so. */
const callsLimit = 5000;

const frameSchema = z.union([
  z.tuple([z.literal("w"), z.union([z.literal(1), z.literal(2)]), z.string()]),
  z.tuple([z.literal("f"), z.string(), z.object({ b: z.string().regex(/^([0-9a-f]{2})*$/) })]),
  z.tuple([z.literal("e"), z.int().min(0).max(255)]),
]);
const callSchema = z.tuple([z.literal("c"), z.string(), z.string()]);

/** Runs a whole program; its host, if it has one, runs in a judge. Rejects with `SlotLost`, or `JudgeRefusal` for the host. */
export async function runProgram(
  pools: { runners: Pool<Runner>; judges: Pool<Judge> },
  program: Program,
): Promise<ProgramRun> {
  const { host } = program;
  if (host === undefined) return execute(pools.runners, program, silentHost);
  return pools.judges.use(async (judge) => {
    await judge.ask("host", { source: host });
    return execute(pools.runners, program, {
      answer: async (name, args) => (await judge.ask("host_call", { name, arguments: args })).reply,
      report: async () => (await judge.ask("host_end", {})).report,
    });
  });
}

interface Host {
  answer(name: string, args: string): Promise<string>;
  report(): Promise<string | null>;
}

/** Stands in where there is none: calls are recorded, and give None. */
const silentHost: Host = { answer: async () => '["v",null]', report: async () => null };

/**
 * A host that what a program sends it has made late, or short of memory, is over, but that is the program's doing: it is
 * told so in the run, and is no error.
 */
function tolerant(host: Host): Host & { ended: string | null } {
  const attempt = async <Result>(work: () => Promise<Result>, otherwise: Result): Promise<Result> => {
    if (guarded.ended !== null) return otherwise;
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof JudgeRefusal)) throw error;
      guarded.ended = error.message;
      return otherwise;
    }
  };
  const guarded: Host & { ended: string | null } = {
    ended: null,
    answer: (name, args) => attempt(() => host.answer(name, args), '["x","RuntimeError","the host has ended"]'),
    report: () => attempt(() => host.report(), null),
  };
  return guarded;
}

async function execute(runners: Pool<Runner>, program: Program, given: Host): Promise<ProgramRun> {
  const host = tolerant(given);
  const { files, main, arguments: words = [], stdin = "", seed = 0, limits = {} } = program;
  const { totalMs = 5000, memoryMb = 256 } = limits;
  const job = asciiJson({ mode: "program", files, main, arguments: words, stdin, seed });
  const calls: HostCall[] = [];
  const attempt = await runners.use((runner) =>
    runner.attempt(job, null, { loadMs: totalMs, stepMs: totalMs, totalMs, memoryMb }, async (frame) => {
      const call = callSchema.safeParse(parse(frame));
      if (!call.success) return '["x","ValueError","a call that cannot be read"]';
      if (calls.length >= callsLimit) return '["x","RuntimeError","too many calls"]';
      const [, name, args] = call.data;
      const reply = await host.answer(name, args);
      calls.push({ name, arguments: args, reply });
      return reply;
    }),
  );
  const told = collect(attempt.frames);
  return {
    outcome: "ran",
    end: attempt.end,
    ...told,
    code: attempt.end === "done" ? told.code : null,
    calls,
    report: await host.report(),
    hostEnded: host.ended,
    cpuMs: attempt.cpuMs,
  };
}

/** What a program's frames say, within limits; frames that say nothing readable are left out. */
function collect(frames: readonly string[]): Pick<ProgramRun, "code" | "stdout" | "stderr" | "files" | "truncated"> {
  const output = { 1: "", 2: "" };
  const files: Record<string, Buffer> = Object.create(null) as Record<string, Buffer>;
  let [code, truncated, bytes]: [number | null, boolean, number] = [null, false, 0];
  for (const frame of frames) {
    const parsed = frameSchema.safeParse(parse(frame));
    if (!parsed.success) continue;
    const said = parsed.data;
    if (said[0] === "w") {
      const [, stream, text] = said;
      output[stream] += text.slice(0, outputLimit - output[stream].length);
      truncated ||= output[stream].length >= outputLimit;
    } else if (said[0] === "f") {
      const [, path, { b: hex }] = said;
      bytes += hex.length / 2;
      if (bytes > filesLimit) truncated = true;
      else files[path] = Buffer.from(hex, "hex");
    } else code = said[1];
  }
  return { code, stdout: output[1], stderr: output[2], files: { ...files }, truncated };
}

function parse(frame: string): unknown {
  try {
    return JSON.parse(frame);
  } catch {
    return null;
  }
}
