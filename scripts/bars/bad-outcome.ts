/** What the bar on bad input asks of every outcome. */
import type { Ended } from "./fettle.ts";

export interface BadInput {
  name: string;
  /** Gives it to the built CLI. */
  play(): Promise<Judged>;
}

/** How a command ended, and what is wrong with that. */
export interface Judged {
  code: number | null;
  /** The line that says what was wrong. */
  message: string;
  problems: string[];
}

/** Notes that a command may write before it says why it fails. */
const notes = [
  /^Fetching http/,
  /^Certifying \d+ rows /,
  /: functions \d+, /,
  /^ {2}excluded /,
  /Requests are tried again\./,
  /^\d+\/\d+, /,
];

/** Holds a command that has to fail to its exit code and to one message, with one line below it on what to do. */
export function judgeRefusal({ code, out, err }: Ended, expected: { code: number; message: RegExp }): Judged {
  const problems: string[] = [];
  const lines = err.trimEnd().split("\n");
  const messages = lines.filter((line) => /^fettle [a-z]+: /.test(line));
  const [message = ""] = messages;
  if (code !== expected.code) problems.push(`it ended with ${code}, not ${expected.code}`);
  if (messages.length !== 1) problems.push(`${messages.length} messages, not one: ${messages.join(" / ")}`);
  if (!expected.message.test(message)) problems.push(`the message is ${message || "missing"}`);
  const at = lines.indexOf(message);
  if (lines.length !== at + 2 || !/^ {2}\S/.test(lines.at(-1) ?? "")) problems.push("no line below says what to do");
  for (const line of lines.slice(0, Math.max(0, at)))
    if (!notes.some((note) => note.test(line))) problems.push(`it also says: ${line}`);
  if (out !== "") problems.push(`it printed a result: ${out.split("\n")[0]}`);
  return { code, message, problems };
}

/** Holds a command that has to succeed to its exit code, and to saying nothing that looks like a failure. */
export function judgeSuccess({ code, err }: Ended, what: string): string[] {
  const failure = err.split("\n").find((line) => /^fettle [a-z]+: |^\s+at .*:\d+/.test(line));
  return [
    ...(code === 0 ? [] : [`${what} ended with ${code}`]),
    ...(failure === undefined ? [] : [`${what} says: ${failure}`]),
  ];
}
