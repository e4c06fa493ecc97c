import { canonicalJson } from "../../core/json.ts";
import type { Trace, TraceTurn } from "../../core/trace.ts";
import type { ScoredGroup } from "../../rollouts/scored-group.ts";
import { turnsOfFirstRole } from "../../rollouts/trace-facts.ts";
import type { PageAttempt, PageGroup, PageMessage } from "./data.ts";

/** What the page shows of a group, of the role that acts first. */
export function pageGroup({ traces, scores }: ScoredGroup): PageGroup {
  const openings = traces.map((trace) => trace.turns[0]?.messages ?? []);
  const [opening = []] = openings;
  const shared = openings.every((other) => canonicalJson(other) === canonicalJson(opening));
  return {
    task: traces[0]?.task.key ?? "",
    prompt: shared ? opening : [],
    attempts: traces.map((trace, i) => attempt(trace, scores[i] ?? 0, shared)),
  };
}

function attempt(trace: Trace, score: number, shared: boolean): PageAttempt {
  const turns = turnsOfFirstRole(trace);
  const { sample, solved, stop, totals } = trace;
  return {
    sample,
    score,
    solved,
    stop,
    written: turns.every(({ usage }) => usage !== null) ? totals.completion : null,
    messages: turns.flatMap((turn, i) => [...(i === 0 && shared ? [] : turn.messages), answer(turn)]),
  };
}

function answer({ completion, reasoning, reward, scores, finish, problem }: TraceTurn): PageMessage {
  return {
    role: "assistant",
    content: completion,
    turn: {
      reasoning,
      reward,
      scores: scores.map(({ name, value, weight, kind }) => ({ name, value, weight, kind })),
      cutOff: finish === "length",
      problem,
    },
  };
}
