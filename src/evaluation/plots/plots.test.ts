import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { barChart, lineChart } from "./chart.ts";
import { baselineVsTrained, trainingRewardCurve } from "./pictures.ts";
import { renderChart, writeChart } from "./render.ts";

/** Width and height from a PNG's header. */
function size(png: Uint8Array): [number, number] {
  const view = Buffer.from(png);
  expect(view.subarray(1, 4).toString()).toBe("PNG");
  return [view.readUInt32BE(16), view.readUInt32BE(20)];
}

const estimate = (mean: number, margin = 0.1) => ({
  mean,
  low: mean - margin,
  high: mean + margin,
  standardError: margin / 2,
  n: 10,
  clusters: 10,
});

describe("charts", () => {
  it("label their axes, series and events, and draw text without a font on the machine", async () => {
    const chart = lineChart({
      title: "Reward",
      x: { title: "GRPO step" },
      y: { title: "mean return", domain: [0, 1] },
      series: [
        {
          name: "smooth",
          points: [
            { x: 1, y: 0.2, low: 0.1, high: 0.3 },
            { x: 2, y: 0.4, low: 0.3, high: 0.5 },
          ],
        },
        {
          name: "raw",
          points: [
            { x: 1, y: 0.3 },
            { x: 2, y: 0.3 },
          ],
          style: "faint",
        },
      ],
      events: [{ x: 2, label: "to classify" }],
    });
    const { svg, png } = await renderChart(chart);
    for (const text of ["Reward", "GRPO step", "mean return", "smooth", "raw", "to classify", "0.8"])
      expect(svg).toContain(text);
    expect(Math.min(...size(png))).toBeGreaterThan(700);
    // Were the font not found, both pictures would be equally silent.
    const other = await renderChart({ ...chart, title: "Drawer" });
    expect(Buffer.compare(other.png, png)).not.toBe(0);
  });

  it("keep the order of groups and series, and leave a gap for what was not measured", async () => {
    const { svg } = await renderChart(
      barChart({
        title: "Bars",
        x: { title: "level" },
        y: { title: "solved", percent: true, domain: [0, 1] },
        bars: [
          { group: "zeta", series: "trained", value: 0.25, low: 0.2, high: 0.3 },
          { group: "alpha", series: "trained", value: null },
          { group: "alpha", series: "baseline", value: 0.5 },
        ],
      }),
    );
    expect(svg.indexOf(">zeta<")).toBeLessThan(svg.indexOf(">alpha<"));
    expect(svg).toContain(">25%<");
    expect(svg.match(/aria-roledescription="bar"/g)).toHaveLength(2);
    expect(svg).toContain("group: alpha; value: 50%; series: baseline");
  });

  it("escape hostile names", async () => {
    const { svg } = await renderChart(
      baselineVsTrained([{ player: "<script>alert(1)</script>", level: "easy", return: estimate(0.5) }]),
    );
    expect(svg).not.toContain("<script");
  });
});

describe("pictures", () => {
  it("smooth the reward within a level only, and skip steps without a return", () => {
    const chart = trainingRewardCurve({
      steps: [
        { step: 1, reward: 0.8, level: "easy" },
        { step: 2, reward: null, level: "easy" },
        { step: 3, reward: 1, level: "easy" },
        { step: 4, reward: 0.2, level: "classify" },
      ],
      promotions: [{ step: 4, to: "classify" }],
      thresholds: { easy: 0.7, classify: null },
    });
    expect(chart.series[0]?.points).toEqual([
      { x: 1, y: 0.8 },
      { x: 3, y: 0.9 },
      { x: 4, y: 0.2 },
    ]);
    expect(chart.series[2]?.points).toEqual([
      { x: 1, y: 0.7 },
      { x: 3, y: 0.7 },
    ]);
  });

  it("keep intervals inside what a return can be", () => {
    const { bars } = baselineVsTrained([{ player: "oracle", level: "easy", return: estimate(0.95) }]);
    expect(bars[0]).toMatchObject({ low: 0.85, high: 1 });
  });

  it("are written in both formats, and an empty run draws an empty picture", async () => {
    const folder = await mkdtemp(join(tmpdir(), "fettle-plots-"));
    try {
      const paths = await writeChart(
        join(folder, "plots"),
        "curve",
        trainingRewardCurve({ steps: [], promotions: [] }),
      );
      expect(await readdir(join(folder, "plots"))).toEqual(["curve.png", "curve.svg"]);
      expect(await readFile(paths[0] ?? "", "utf8")).toMatch(/^<svg/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
