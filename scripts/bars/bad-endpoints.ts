/** Models behind endpoints that fail: no episode has a reward until they are mended, and then the run is finished. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Trace } from "../../src/core/trace.ts";
import type { Summary } from "../../src/evaluation/summary.ts";
import type { Reply } from "../../src/processing/testing/endpoint.ts";
import { type BadInput, type Judged, judgeRefusal, judgeSuccess } from "./bad-outcome.ts";
import { type FaultyEndpoint, faultyEndpoint } from "./faulty-endpoint.ts";
import { type Ended, fettle } from "./fettle.ts";

/** Tasks of a run, each played twice. */
const tasks = 6;
const all = 2 * tasks;
/** Requests for one answer: the first and six more. */
const attempts = 7;

/** How endpoints fail, and what is said of it. */
const faults: { name: string; fault: Reply | "refused"; said: RegExp }[] = [
  { name: "no network", fault: "refused", said: /The endpoint at http:\S+ cannot be reached: .*ECONNREFUSED/ },
  {
    name: "429 for ever",
    fault: { status: 429, headers: { "retry-after": "1" }, body: { error: { message: "slow down" } } },
    said: /The endpoint answered 429: slow down$/,
  },
  { name: "500", fault: { status: 500, body: "oops" }, said: /The endpoint answered 500: oops$/ },
  {
    name: "garbage",
    fault: { body: "<html>\n  <b>Bad gateway" },
    said: /The endpoint answered 200 without JSON: <html> <b>Bad gateway$/,
  },
  {
    name: "another shape",
    fault: { body: { choices: [] } },
    said: /The endpoint answered 200 with something else than a completion: {"choices":\[\]}$/,
  },
  { name: "no answer", fault: null, said: /The endpoint did not answer within 2000 ms\.$/ },
];

/** A command that plays with an endpoint and keeps the run in NAME.run. */
interface Command {
  name: "evaluate" | "process";
  options(name: string): string[];
  /** What it says of a run in which half of the episodes failed. */
  half: RegExp;
  /** What its results say of a run in which so many episodes failed. */
  judge(name: string, failed: number): string[];
}

const evaluate: Command = {
  name: "evaluate",
  options: (name) => ["--n", `${tasks}`, "--no-baselines", "--out", `${name}.run`],
  half: new RegExp(`^${all / 2} episodes ended in an error, .* left out\\.`, "m"),
  judge(name, failed) {
    const path = `${name}.run/summary.json`;
    if (!existsSync(path)) return ["there is no summary"];
    const { overall }: Summary = JSON.parse(readFileSync(path, "utf8"));
    return overall.errors === failed && overall.return.n === all - failed
      ? []
      : [`the summary counts ${overall.errors} errors and ${overall.return.n} returns`];
  },
};

const processing: Command = {
  name: "process",
  options: (name) => ["--groups", `${tasks}`, "--no-report", "--out", `${name}.jsonl`],
  half: new RegExp(`^${tasks / 2} groups left out: an episode ended in an error`, "m"),
  judge(name, failed) {
    const rows = linesOf(`${name}.jsonl`).length;
    return rows === tasks - failed / 2 ? [] : [`the file holds ${rows} groups`];
  },
};

function play(command: Command, name: string, { url }: FaultyEndpoint, ...more: string[]): Promise<Ended> {
  const model = ["--model", "openai:test", "--base-url", url, "--retries", "0"];
  const size = ["--levels", "easy", "--group-size", "2", ...command.options(name)];
  return fettle([command.name, "api-debug", ...size, ...model, ...more]);
}

function linesOf(path: string): string[] {
  return existsSync(path) ? readFileSync(path, "utf8").split("\n").slice(0, -1) : [];
}

/** In the run so many episodes ended in this error and without a reward, and all others earned a return. */
function judgeEpisodes(name: string, failed: number, said: RegExp): string[] {
  const traces = linesOf(`${name}.run/traces.jsonl`).map((line): Trace => JSON.parse(line));
  // A resumed run adds a record to that of the failure.
  const last = [...new Map(traces.map((trace) => [trace.id, trace])).values()];
  const errors = last.filter(({ stop }) => stop === "error");
  const earned = last.filter(({ stop, return: value }) => stop !== "error" && value !== null);
  const problems: string[] = [];
  if (errors.length !== failed) problems.push(`${errors.length} episodes ended in an error, not ${failed}`);
  if (earned.length !== all - failed) problems.push(`${earned.length} episodes earned a return, not ${all - failed}`);
  const rewarded = errors.filter(({ return: value, solved, turns }) => value !== null || solved || turns.length > 0);
  if (rewarded.length > 0) problems.push(`${rewarded.length} episodes failed and were rewarded`);
  const other = errors.find(({ error }) => !said.test(error ?? ""));
  if (other) problems.push(`an episode failed for another reason: ${other.error}`);
  return problems;
}

/** Once the endpoint is mended, the same command with --resume finishes the run. */
async function judgeResumed(command: Command, name: string, endpoint: FaultyEndpoint): Promise<string[]> {
  await endpoint.mend();
  const problems = judgeSuccess(await play(command, name, endpoint, "--resume"), "the resumed run");
  return problems.length > 0 ? problems : [...judgeEpisodes(name, 0, /^/), ...command.judge(name, 0)];
}

/** An endpoint that never answers well: the evaluation fails as a whole. */
async function failAll(name: string, { fault, said }: (typeof faults)[number]): Promise<Judged> {
  const endpoint = await faultyEndpoint(fault);
  try {
    const message = new RegExp(`: Every episode failed: ${said.source}`);
    // Elsewhere the default stays: a loaded machine may take long.
    const timeout = fault === null ? ["--request-timeout", "2"] : [];
    const judged = judgeRefusal(await play(evaluate, name, endpoint, ...timeout), { code: 3, message });
    judged.problems.push(...judgeEpisodes(name, all, said));
    if (existsSync(`${name}.run/summary.json`)) judged.problems.push("it wrote a summary");
    // Requests that time out may do so on their way.
    const asked = endpoint.requests();
    if (fault !== null && asked !== (fault === "refused" ? 0 : all * attempts))
      judged.problems.push(`${asked} requests arrived`);
    judged.problems.push(...(await judgeResumed(evaluate, name, endpoint)));
    return judged;
  } finally {
    endpoint.close();
  }
}

/** An endpoint that fails on every second task: the others count. */
async function failHalf(name: string, command: Command): Promise<Judged> {
  const endpoint = await faultyEndpoint({ status: 500, body: "oops" }, "half");
  try {
    const ended = await play(command, name, endpoint);
    const problems = judgeSuccess(ended, "the run");
    const message = ended.out.split("\n").find((line) => command.half.test(line)) ?? "";
    if (message === "") problems.push("it does not say that half of it failed");
    if (!/^Repeat the command with --resume /m.test(ended.err)) problems.push("it does not say what to do");
    problems.push(...judgeEpisodes(name, all / 2, /The endpoint answered 500: oops$/), ...command.judge(name, all / 2));
    problems.push(...(await judgeResumed(command, name, endpoint)));
    return { code: ended.code, message, problems };
  } finally {
    endpoint.close();
  }
}

/** Bad endpoints; runs are kept in the folder. */
export function badEndpoints(folder: string): BadInput[] {
  const at = (name: string) => join(folder, name.replaceAll(/\W+/g, "-"));
  return [
    ...faults.map((fault) => {
      const name = `endpoint, ${fault.name}`;
      return { name, play: () => failAll(at(name), fault) };
    }),
    ...[evaluate, processing].map((command) => {
      const name = `endpoint, 500 for half of the tasks, ${command.name}`;
      return { name, play: () => failHalf(at(name), command) };
    }),
  ];
}
