import type { Level } from "../core/environment.ts";
import type { MetricsRow } from "./metrics.ts";
import { playerNames, type TrainReport } from "./report.ts";
import { rowNames } from "./report-text.ts";

/** Draws `training_reward_curve`, `baseline_vs_trained` and `success_by_level` (SVG and PNG) into a folder. */
export async function drawPictures(
  folder: string,
  report: TrainReport,
  { rows, levels }: { rows: readonly MetricsRow[]; levels: readonly Level[] },
): Promise<void> {
  const plots = await import("../evaluation/plots/index.ts");
  const name = `${report.environment}, ${report.model}, seed ${report.seed}`;
  const steps = rows.flatMap((row) =>
    row.phase === "grpo" ? [{ step: row.step, reward: row.levels[row.level]?.reward ?? null, level: row.level }] : [],
  );
  if (steps.length > 0) {
    const curve = plots.trainingRewardCurve({
      steps,
      promotions: report.promotions.map(({ step, to }) => ({ step, to })),
      thresholds: Object.fromEntries(levels.map(({ name: level, promoteAt }) => [level, promoteAt])),
      subtitle: `${name}: current level, sampled at training temperature`,
    });
    await plots.writeChart(folder, "training_reward_curve", curve);
  }
  const training = report.table.filter(({ column }) => column === "training");
  if (training.length === 0) return;
  const bars = training.flatMap(({ level, cells }) =>
    playerNames.flatMap((player) => {
      const cell = cells[player];
      return cell ? [{ player: rowNames[player], level, cell }] : [];
    }),
  );
  const subtitle = `${name}: unseen tasks, 95 % interval by task`;
  await plots.writeChart(
    folder,
    "baseline_vs_trained",
    plots.baselineVsTrained(
      bars.map(({ player, level, cell }) => ({ player, level, return: cell })),
      { subtitle },
    ),
  );
  await plots.writeChart(
    folder,
    "success_by_level",
    plots.successByLevel(
      bars.map(({ player, level, cell }) => ({ player, level, solved: cell.solved })),
      { subtitle },
    ),
  );
}
