import { attempts, type Grade, type Ungraded } from "../../core/authoring.ts";
import type { Episode, StartContext } from "../../core/environment.ts";
import { FettleError } from "../../core/errors.ts";
import type { Action } from "./action.ts";
import { benchOf } from "./grade/bench.ts";
import { feedbackOf } from "./grade/feedback.ts";
import { judge, judgeVisible, NotJudged } from "./grade/judge.ts";
import { refusalOf } from "./grade/plain.ts";
import { type Outcome, seedMetric, seedReward, toMetric, toValue } from "./grade/reward.ts";
import type { Observation } from "./observation.ts";
import type { CodeDebugTask } from "./task.ts";

/** Attempts at one task. Lines are compared; code is run in the sandbox, without which it stays unscored. */
export function startEpisode(task: CodeDebugTask, { services }: StartContext): Episode<Action, Observation> {
  const { level } = task;
  return attempts<Action, Observation>({
    maxTurns: task.public.max_turns,
    score: level === "locate" ? "line" : "repair",
    observe: (feedback, turn) => ({ ...task.public, turn, feedback: feedback ?? "" }),
    unreadable: (problem) => worth({ kind: "broken" }, problem, `Your answer could not be read: ${problem}.`),
    grade: ({ line, code }) => (level === "locate" ? gradeLine(task, line) : gradeCode(task, code, services)),
  });
}

function gradeLine({ secret }: CodeDebugTask, line: Action["line"]): Grade {
  if (line == null) return { value: 0, why: "no line", feedback: "Give the number of a line." };
  return secret.lines.includes(line)
    ? { value: 1, why: "an edit of this line repairs it", feedback: `Line ${line} it is.` }
    : { value: 0, why: `the lines are ${secret.lines.join(", ")}`, feedback: `It is not line ${line}.` };
}

async function gradeCode(
  { secret: { exercise, body } }: CodeDebugTask,
  code: Action["code"],
  { sandbox }: StartContext["services"],
): Promise<Grade | Ungraded> {
  if (code == null) return worth({ kind: "broken" }, "no code", "Give the repaired function.");
  const refusal = refusalOf(exercise, code);
  if (refusal !== null) return worth({ kind: "broken" }, refusal, `Your code was not run: ${refusal}.`);
  if (!sandbox) return { error: "there is no sandbox to run the code in" };
  try {
    const bench = benchOf(sandbox);
    const judgement = await judge(bench, exercise, body, code);
    const seen = judgement.graded.passed ? null : await judgeVisible(bench, exercise, code);
    return worth(judgement.outcome, judgement.why, feedbackOf(exercise, judgement, seen));
  } catch (error) {
    if (error instanceof NotJudged || FettleError.isInstance(error)) return { error: error.message };
    throw error;
  }
}

/** The value of the contract, with the reward of the founding document beside it. */
function worth(outcome: Outcome, why: string, feedback: string): Grade {
  const seed = seedReward(outcome);
  return { value: toValue(seed), why, feedback, metrics: { [seedMetric]: toMetric(seed) } };
}
