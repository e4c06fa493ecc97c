export type { Axis, Bar, BarChart, Chart, LineChart, LinePoint, LineSeries } from "./chart.ts";
export { barChart, lineChart } from "./chart.ts";
export {
  baselineVsTrained,
  type PlayerRow,
  type RewardCurveData,
  returnsOf,
  type SuccessRow,
  successByLevel,
  successOf,
  trainingRewardCurve,
} from "./pictures.ts";
export { type Picture, renderChart, writeChart } from "./render.ts";
