import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { clock, showTraining, sparkline, TrainingView } from "./live-view.ts";
import type { GrpoRow } from "./metrics.ts";

const row = (step: number, reward: number): GrpoRow => ({
  phase: "grpo",
  row: step,
  step,
  elapsed: 65,
  seconds: 1,
  playSeconds: 0.5,
  learnSeconds: 0.4,
  tokensPerSecond: 1000,
  learningRate: 1e-3,
  gradNorm: 1,
  entropy: 0.5,
  level: "easy",
  reward: { mean: reward, std: 0, min: reward, max: reward },
  levels: { easy: { groups: 16, reward, solved: 0.5 } },
  groups: 16,
  zeroSignal: 0.25,
  dropped: 0,
  kl: 0.01,
  clipShare: 0,
  learnedTokens: 100,
  optimizerSteps: step,
  length: { mean: 12, max: 20, turns: 1.5, truncated: 0 },
  window: 0.61,
  promotion: null,
});

test("a sparkline averages down to its width", () => {
  expect(sparkline([0, 0.5, 1], 10)).toBe("▁▅█");
  expect(sparkline([0, 0, 1, 1], 2)).toBe("▁█");
  expect(sparkline([], 5)).toBe("");
});

test("a clock counts minutes", () => expect([clock(75.4), clock(0), clock(600)]).toEqual(["1:15", "0:00", "10:00"]));

test("the view shows reward, level and time left, within its width", () => {
  const view = new TrainingView();
  for (const [i, reward] of [0.2, 0.6, 0.9].entries())
    view.update({ type: "row", row: row(i + 1, reward), progress: 0.5, secondsLeft: 125 });
  const lines = view.lines(70);
  expect(lines[0]).toBe("GRPO step 3, level easy  50 %, 1:05 done, 2:05 left");
  expect(lines[1]).toBe("reward ▂▅█");
  expect(lines[2]).toContain("reward 0.900  window 0.610");
  expect(view.lines(20).every((line) => line.length <= 20)).toBe(true);
});

/** A stream that keeps what is written; `columns` makes it a terminal. */
function open(columns?: number) {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(String(chunk));
      done();
    },
  });
  const size = columns === undefined ? {} : { isTTY: true, columns };
  return { ...showTraining(Object.assign(stream, size)), text: () => chunks.join("") };
}

test("without a terminal it writes what stays, and a line now and then", () => {
  const { onEvent, close, text } = open();
  onEvent({ type: "row", row: row(1, 0.2), progress: 0.1, secondsLeft: 10 });
  onEvent({ type: "row", row: row(2, 0.3), progress: 0.2, secondsLeft: 9 });
  onEvent({ type: "promotion", from: "easy", to: "classify", confirmed: 0.72 });
  close();
  expect(text().split("\n")).toEqual([
    expect.stringContaining("GRPO step 1"),
    "promoted: easy → classify (unseen tasks: 0.720)",
    "",
  ]);
});

test.each([undefined, 100])("a terminal obeys nothing in a name (columns: %s)", (columns) => {
  const [name, shown] = ["\u001b]0;owned\u0007\u001b[8m", "␛]0;owned␇␛[8m"];
  const { onEvent, close, text } = open(columns);
  onEvent({ type: "started", out: "out", model: name, parameters: 1e6, backend: "node", resumedAt: null });
  onEvent({ type: "row", row: { ...row(1, 0.2), level: name }, progress: 0.1, secondsLeft: 10 });
  onEvent({ type: "declined", level: name, confirmed: 0.1 });
  close();
  expect(text()).toContain(`${shown}, 1.00 M parameters`);
  expect(text()).toContain(`GRPO step 1, level ${shown}`);
  expect(text()).toContain(`unseen tasks of ${shown} give`);
  for (const part of ["\u001b]", "\u0007", "\u001b[8m"]) expect(text()).not.toContain(part);
});
