/** The pictures of runs, and what draws them: loaded only by what draws. */
export { baselineVsTrained, returnsOf, successByLevel, successOf, trainingRewardCurve } from "./pictures.ts";
export { writeChart } from "./render.ts";
