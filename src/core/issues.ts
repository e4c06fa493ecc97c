import type { z } from "zod";

/** What is wrong with a value that does not fit its schema, in one line: the place of the first fault, and the fault. */
export function firstIssue({ issues: [issue] }: z.ZodError): string {
  if (!issue) return "not usable";
  return issue.path.length > 0 ? `${issue.path.join(".")}: ${issue.message}` : issue.message;
}
