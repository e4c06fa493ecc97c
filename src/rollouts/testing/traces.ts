import type { Trace, TraceTurn } from "../../core/trace.ts";

/** A turn of a model that was asked `asked` and answered `said`. */
export function turn(asked: string, said: string, changes: Partial<TraceTurn> = {}): TraceTurn {
  return {
    role: "agent",
    policy: "test",
    weightsVersion: null,
    sampling: { temperature: 0.7, topP: 1, maxTokens: 8, seed: 1 },
    messages: [{ role: "user", content: asked }],
    completion: said,
    reasoning: null,
    tokens: null,
    usage: null,
    finish: "stop",
    action: null,
    problem: null,
    scores: [],
    reward: 0,
    timing: { model: 0, environment: 0 },
    ...changes,
  };
}

/** An episode of the group `g`. */
export function trace(sample: number, value: number, turns: TraceTurn[], changes: Partial<Trace> = {}): Trace {
  return {
    format: "fettle-trace/1",
    id: `g/${sample}`,
    environment: "e",
    version: "1.0.0",
    level: "l",
    split: "train",
    task: { key: "k", hash: "h" },
    group: "g",
    sample,
    turns,
    final: null,
    stop: "max_turns",
    return: value,
    solved: value === 1,
    totals: { prompt: 0, completion: 0, milliseconds: 0 },
    failures: [],
    error: null,
    ...changes,
  };
}
