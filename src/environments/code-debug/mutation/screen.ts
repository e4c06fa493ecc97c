/**
 * Trying many versions of a function at once, in one process: much cheaper than grading each. What it finds is a claim of
 * that process and has to be graded before anything is built on it.
 */
import { FettleError } from "../../../core/errors.ts";
import type { PreparedTask, Sandbox } from "../../../core/sandbox.ts";
import { readCall } from "../values/value.ts";
import { literal, literalArguments } from "../values/write.ts";

/** A version of the whole source. */
export interface Version {
  source: string;
  /** Versions of one line, of which a few that agree are enough. */
  line?: number;
}

/**
 * What a version does with the recorded calls: the `same` as the reference, something `other`, or it is `lost`: it does not
 * load, or does not end by itself. `skipped` when enough versions of its line are the same.
 */
export type Behaviour = "same" | "other" | "lost" | "skipped";

/** Recorded calls that are tried, the first ones. */
const mostCalls = 300;

const limits = { totalMs: 20_000, restarts: 12 };

/** One that agrees on these calls may still fail the test. */
const enoughOfLine = 2;

/**
 * Behaviour of every version; all are lost where the reference is too slow for this. Throws FettleError `unscored` when the
 * sandbox fails.
 */
export async function behaviours(
  sandbox: Sandbox,
  task: PreparedTask,
  versions: readonly Version[],
): Promise<Behaviour[]> {
  if (versions.length === 0) return [];
  const calls = versions.map(({ line = null, source }) => JSON.stringify([[line, source], []]));
  const answers = await sandbox.answer(screenOf(task), "screen", calls, { ...limits, callMs: task.callMs });
  if (answers.outcome === "error") throw new FettleError("unscored", `Versions could not be tried: ${answers.why}.`);
  return versions.map((_, index) => told[answers.frames[index] ?? ""] ?? "lost");
}

const told: Readonly<Record<string, Behaviour>> = {
  '["v","same"]': "same",
  '["v","other"]': "other",
  '["v","skipped"]': "skipped",
};

/**
 * Python that says how a version behaves, next to the reference: results, exceptions and changes to the
 * arguments. Lines are counted as they run, so that endless loops end soon and always after the same number.
 */
function screenOf({ reference, entry, calls }: PreparedTask): string {
  const given = calls.slice(0, mostCalls).map((line) => `    lambda: _given(${literalArguments(readCall(line))}),\n`);
  return `import sys

if hasattr(sys, "set_int_max_str_digits"):
    sys.set_int_max_str_digits(0)


def _given(*positional, **named):
    return positional, named


CALLS = [
${given.join("")}]


class Spent(BaseException):
    pass


class Meter:
    def __init__(self, most):
        self.most, self.lines = most, 0

    def __call__(self, frame, event, argument):
        if frame.f_code.co_filename != "<version>":
            return None
        self.lines += 1
        if self.lines > self.most:
            raise Spent
        return self


def load(source):
    space = {"__name__": "version"}
    exec(compile(source, "<version>", "exec"), space)
    return space[${literal({ kind: "str", value: entry })}]


def outcome(function, make, meter):
    positional, named = make()
    sys.settrace(meter)
    try:
        result = function(*positional, **named)
        told = "gave", repr(result)
    except Exception as error:
        told = "raised", type(error).__name__, str(error)
    finally:
        sys.settrace(None)
    return *told, repr((positional, named))


meter = Meter(1 << 40)
reference = load(${literal({ kind: "str", value: reference })})
EXPECTED = [outcome(reference, make, meter) for make in CALLS]
MOST = 20 * meter.lines + 2000
found = {}


def screen(line, source):
    if line and found.get(line, 0) >= ${enoughOfLine}:
        return "skipped"
    try:
        function, meter = load(source), Meter(MOST)
        if any(outcome(function, make, meter) != expected for make, expected in zip(CALLS, EXPECTED)):
            return "other"
    except BaseException:
        return "lost"
    found[line] = found.get(line, 0) + 1
    return "same"
`;
}
