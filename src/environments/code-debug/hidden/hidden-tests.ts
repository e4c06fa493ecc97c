import { FettleError } from "../../../core/errors.ts";
import { Random } from "../../../core/random.ts";
import type { PreparedTask, Sandbox } from "../../../core/sandbox.ts";
import { drawBalanced } from "../mutation/balance.ts";
import { type Call, NoValue, readCall, readResult, type Value } from "../values/value.ts";
import { encode, encodeCall, literal } from "../values/write.ts";
import { changed } from "./change.ts";
import { comparisonOf } from "./comparison.ts";
import { Profile, walk } from "./profile.ts";
import { type Expectation, testText } from "./test-text.ts";

export interface HiddenOptions {
  /** Names the drawing: the same seed draws the same inputs. */
  seed: string | number;
  /** Most inputs to draw. Default 24. */
  count?: number;
}

/** Recorded calls that are looked at, the first ones. */
const mostRecorded = 100;

/** Attempts to change a recorded input, for each one wanted; and inputs tried on the reference, for each one wanted. */
const [attempts, tried] = [30, 2];

/** Longest input and result, in characters of Python. */
const longest = 1500;

/**
 * A test that is not shown: inputs made by changing recorded ones, with what the reference gives for them. Grade with it
 * like with the task itself.
 *
 * A reference is only sure of inputs that its function is meant for, which nobody has written down. So all that recorded
 * inputs have in common holds for the changed ones too (see `profile.ts`); inputs on which the reference raises, takes
 * long, gives another kind of result than on recorded ones, or differs from run to run are left out; and results are
 * compared the way the recorded test does it, numbers to nine digits. null when that cannot be told (see `comparison.ts`),
 * and when fewer than two different results are left. Throws FettleError `unscored` when the sandbox fails.
 */
export async function hiddenTests(
  sandbox: Sandbox,
  task: PreparedTask,
  { seed, count = 24 }: HiddenOptions,
): Promise<PreparedTask | null> {
  const { reference, entry } = task;
  const random = new Random(`hidden/${seed}`);
  const comparison = comparisonOf(countedSites(task), entry);
  const recorded = readCalls(task.calls);
  if (comparison === null || !recorded) return null;
  const inputs = changedInputs(recorded, tried * count, random.split("inputs"));
  const results = await answersOf(sandbox, task, [...recorded, ...inputs]);
  const before = results.slice(0, recorded.length);
  const usual = new Profile(before.flatMap((result) => (result ? [{ positional: [result], named: [] }] : [])));
  const expected = inputs.flatMap((call, index): Expectation[] => {
    const result = results[recorded.length + index];
    return result && isSure(result, usual) ? [{ call, result }] : [];
  });
  const drawn = drawBalanced(expected, count, {
    random: random.split("drawn"),
    // A function that always gives the same is to pass as little as possible.
    groupOf: ({ result }) => encode(result),
    subgroupOf: () => "",
    late: () => false,
  });
  if (new Set(drawn.map(({ result }) => encode(result))).size < 2) return null;
  return prepareOrNull(sandbox, { reference, entry, test: testText(entry, drawn, comparison) });
}

/** Texts of the assertions that count. */
function countedSites({ sites, expected }: PreparedTask): string[] {
  return sites.flatMap(([, text], index) => ((expected[index] ?? 0) > 0 ? [text] : []));
}

/** Recorded calls, each once; null when some argument is not one that can be changed and written down. */
function readCalls(lines: readonly string[]): Call[] | null {
  try {
    const calls = [...new Set(lines)].slice(0, mostRecorded).map(readCall);
    return calls.length > 0 ? calls : null;
  } catch (error) {
    if (error instanceof NoValue) return null;
    throw error;
  }
}

/** Different inputs that are not among the recorded ones. */
function changedInputs(recorded: readonly Call[], most: number, random: Random): Call[] {
  const profile = new Profile(recorded);
  const known = new Set(recorded.map(encodeCall));
  const inputs: Call[] = [];
  for (let attempt = 0; attempt < attempts * most && inputs.length < most; attempt++) {
    const call = changed(random.pick(recorded), profile, random);
    const line = encodeCall(call);
    if (known.has(line) || line.length > longest || !profile.allows(call)) continue;
    known.add(line);
    inputs.push(call);
  }
  return inputs;
}

/** What the reference gives; null where it gives no value. */
async function answersOf(
  sandbox: Sandbox,
  { reference, entry, callMs }: PreparedTask,
  calls: readonly Call[],
): Promise<(Value | null)[]> {
  const answers = await sandbox.answer(reference, entry, calls.map(encodeCall), { callMs });
  if (answers.outcome === "error") throw new FettleError("unscored", `The reference gave no answers: ${answers.why}.`);
  return answers.frames.map((frame) => {
    try {
      return readResult(frame);
    } catch (error) {
      if (error instanceof NoValue) return null;
      throw error;
    }
  });
}

/** Whether a result is of a kind that is usual, short, and all numbers in it are numbers. */
function isSure(result: Value, usual: Profile): boolean {
  for (const [, part] of walk("0", result)) if (part.kind === "float" && !Number.isFinite(part.value)) return false;
  return usual.knowsKinds("0", result) && literal(result).length <= longest;
}

async function prepareOrNull(sandbox: Sandbox, task: Parameters<Sandbox["prepare"]>[0]): Promise<PreparedTask | null> {
  try {
    const prepared = await sandbox.prepare(task);
    return prepared.expected.filter((count) => count > 0).length >= 2 ? prepared : null;
  } catch (error) {
    if (FettleError.isInstance(error) && error.code === "no_task") return null;
    throw error;
  }
}
