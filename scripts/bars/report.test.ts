import { describe, expect, it } from "vitest";
import type { Bar, BarResult } from "./bar.ts";
import { barsPage } from "./report.ts";
import { runBar } from "./run-bar.ts";

const bar = (name: string, command = "echo ok"): Bar => ({
  name,
  promise: `${name} holds.`,
  reduced: command,
  full: command,
  minutes: [0.02, 0.02],
});
const result = (name: string, figure: string, outcome: BarResult["outcome"] = "held"): BarResult => ({
  bar: bar(name),
  outcome,
  figures: [figure],
  seconds: 1,
});

describe("barsPage", () => {
  it("renews the sections that ran, keeps the others, and drops bars that are gone", () => {
    const first = barsPage([bar("a"), bar("b"), bar("c")], [result("a", "1"), result("b", "2"), result("c", "3")], "");
    const second = barsPage([bar("a"), bar("b")], [result("b", "20"), result("a", "no python", "skipped")], first);
    expect(second).toMatch(/## a\n[\s\S]*```text\n1\n```\n\n## b\n[\s\S]*```text\n20\n```\n$/);
    expect(second).not.toContain("## c");
  });
});

const full = { form: "full", python: { missing: "no Python" } } as const;

describe("runBar", () => {
  it("reads the figures of a command that succeeds", async () => {
    const two = { ...bar("x", "echo start; echo 'rate 5'; echo end"), figures: /^rate/ };
    expect(await runBar(two, full)).toMatchObject({ outcome: "held", figures: ["rate 5"] });
    expect(await runBar({ ...two, figures: /^speed/ }, full)).toMatchObject({ outcome: "broken" });
  });

  it("says why a bar is broken or skipped", async () => {
    expect(await runBar(bar("x", "echo why; exit 3"), full)).toMatchObject({
      outcome: "broken",
      figures: ["exit code 3", "why"],
    });
    expect(await runBar(bar("x", "sleep 30"), full)).toMatchObject({
      outcome: "broken",
      seconds: expect.closeTo(1.2, 0),
    });
    expect(await runBar({ ...bar("x"), reduced: null }, { ...full, form: "reduced" })).toMatchObject({
      outcome: "skipped",
    });
    expect(await runBar({ ...bar("x"), python: true }, full)).toMatchObject({
      outcome: "skipped",
      figures: ["no Python"],
    });
  });
});
