/** What a model sees of a task. Nothing is ever null: absent is 0 or "". */
import { z } from "zod";

export const observationSchema = z.object({
  level: z.string(),
  entry: z.string().describe("Name of the function that has the bug"),
  code: z.string().describe("The faulty source, with the imports and other functions it needs"),
  documentation: z.string().describe('What the function should do; "" where only the signature is given'),
  failing_test: z.string().describe('An assertion that fails; "" on most levels'),
  bug_count: z.int().describe("Number of bugs in the function"),
  turn: z.int().describe("Turns played so far"),
  max_turns: z.int(),
  feedback: z.string().describe("On the latest turn: which of the visible tests fail, and how"),
});
export type Observation = z.infer<typeof observationSchema>;
