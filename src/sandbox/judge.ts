import { z } from "zod";
import type { CallText } from "../core/sandbox.ts";
import { asciiJson } from "./ascii.ts";
import type { LineProcess } from "./line-process.ts";
import type { Pooled } from "./pool.ts";
import { readOrNotice } from "./processor-time.ts";

/** Why a judge gave no answer: the task is at fault, or what it was given took too much. */
export class JudgeRefusal extends Error {
  readonly reason: "task" | "late" | "memory" | "crash";

  constructor(reason: "task" | "late" | "memory" | "crash", message: string) {
    super(message);
    this.reason = reason;
  }
}

const refusalSchema = z.object({
  problem: z.string().optional(),
  late: z.boolean().optional(),
  memory: z.boolean().optional(),
  crashed: z.boolean().optional(),
  failed: z.string().optional(),
});

const callTextSchema: z.ZodType<CallText> = z.object({
  call: z.string(),
  answer: z.string(),
  kind: z.enum(["value", "error"]),
  trace: z.array(z.tuple([z.number(), z.string()])),
});

const recordedSchema = z.object({
  calls: z.array(z.string()),
  expected: z.array(z.number()),
  sites: z.array(z.tuple([z.number(), z.string()])),
  slowestMs: z.number(),
});

const countsSchema = z.object({
  run: z.array(z.number()),
  ok: z.array(z.number()),
  failures: z.array(z.tuple([z.number(), z.string(), z.array(callTextSchema)])),
  strays: z.array(z.string()),
});

export const replySchemas = {
  prepare: z.object({ recorded: recordedSchema }),
  replay: z.union([
    z.object({ need: z.string() }),
    z.object({ unknown: z.literal(true) }),
    z.object({ ended: z.string() }),
    countsSchema,
  ]),
  show: z.object({ shown: z.array(callTextSchema) }),
  calls: z.object({ calls: z.array(z.string()) }),
  host: z.object({ started: z.literal(true) }),
  host_call: z.object({ reply: z.string() }),
  host_end: z.object({ report: z.string() }),
};

type Operation = keyof typeof replySchemas;

const graceMs = 5000;
const jobsPerJudge = 10_000;

/** Asks a judge process of the backend. One request at a time. */
export class Judge implements Pooled {
  readonly #process: LineProcess;
  /** Tasks this process has been told. */
  readonly known = new Set<string>();
  #jobsLeft = jobsPerJudge;

  constructor(process: LineProcess) {
    this.#process = process;
  }

  get usable(): boolean {
    return this.#process.alive && this.#jobsLeft > 0;
  }

  /**
   * One request, with raw lines beside it. `cpuMs` bounds the processor time. Rejects with `JudgeRefusal` when the task
   * or the values it was given are at fault, with `SlotLost` when the judge is.
   */
  async ask<Name extends Operation>(
    op: Name,
    request: Record<string, unknown>,
    options: { lines?: readonly string[]; cpuMs?: number } = {},
  ): Promise<z.output<(typeof replySchemas)[Name]>> {
    const { lines = [], cpuMs = 2000 } = options;
    this.#jobsLeft--;
    this.#process.write(`${[asciiJson({ op, ...request, cpuMs, lines: lines.length }), ...lines].join("\n")}\n`);
    try {
      const line = await readOrNotice(this.#process, cpuMs + 500, 10 * cpuMs + graceMs);
      if (line === null) throw new JudgeRefusal("late", "it does not end");
      const reply: unknown = JSON.parse(line);
      const refusal = refusalSchema.parse(reply);
      if (refusal.failed !== undefined) throw new Error(`the judge failed: ${refusal.failed}`);
      if (refusal.problem !== undefined) throw new JudgeRefusal("task", refusal.problem);
      if (refusal.memory) throw new JudgeRefusal("memory", "it ran out of memory");
      if (refusal.crashed) throw new JudgeRefusal("crash", "it crashed the interpreter");
      if (refusal.late) throw new JudgeRefusal("late", "it took too long");
      return replySchemas[op].parse(reply) as z.output<(typeof replySchemas)[Name]>;
    } catch (error) {
      if (!(error instanceof JudgeRefusal && error.reason === "task")) {
        // Its state is unknown, or its memory is spoilt by what it was given.
        this.#jobsLeft = 0;
        await this.#process.kill();
      }
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#process.close();
  }
}
