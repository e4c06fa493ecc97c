/** An evaluation in a process of its own, for tests that kill it: `evaluate-process.ts FOLDER resume|fresh TASKS`. */
import { scriptedModel } from "../../models/scripted.ts";
import { numberRepair } from "../../rollouts/testing/number-repair.ts";
import { evaluate } from "../evaluate.ts";

const [folder = "", mode, tasks] = process.argv.slice(2);
const options = { environment: numberRepair(), model: scriptedModel("random"), groupSize: 4, baselines: false };
await evaluate({ ...options, n: Number(tasks), folder, resume: mode === "resume" });
