import { z } from "zod";

/** Options of a task. */
export const optionsSchema = z.object({
  bugs: z
    .enum(["all", "made", "dataset"])
    .default("all")
    .describe("Where the bug comes from: made by a mutation operator, or written down in the dataset"),
});
export type Options = z.infer<typeof optionsSchema>;
