import { z } from "zod";
import { verbosities } from "./server/error-body.ts";

/** Options of a task. */
export const optionsSchema = z.object({
  verbosity: z
    .enum(verbosities)
    .default("field")
    .describe("What the server's error answers tell: the place and reason, a machine code, or the bare status"),
  actions: z
    .enum(["all", "original"])
    .default("all")
    .describe("original: only faults that the eight action fields of the original environment can repair"),
});
export type Options = z.infer<typeof optionsSchema>;
