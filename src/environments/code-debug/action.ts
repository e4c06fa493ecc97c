import { z } from "zod";
import { longestSource } from "./answers/source.ts";

/** What a model submits: a line to point at, or a repaired source. null means absent. */
export const actionSchema = z.object({
  line: z.int().min(1).max(100_000).nullish().describe("locate: number of the faulty line, counted from 1"),
  code: z
    .string()
    .max(longestSource)
    .nullish()
    .describe("All other levels: the repaired function, alone or with all that stands around it"),
});
export type Action = z.infer<typeof actionSchema>;
