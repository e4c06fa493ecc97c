/**
 * Kills `fettle evaluate` with SIGKILL at random moments and resumes it, until it has been killed N times: nothing that was
 * finished may be lost or repeated, and the result must equal that of a run that was left alone. Half of the runs play a
 * scripted policy as fast as it goes, half an HTTP endpoint that now and then fails.
 *
 *   npx tsx scripts/bars/kill-evaluate.ts [--kills 20] [--environment api-debug] [--levels easy,medium] [--tasks 300] [--seed 0]
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { messageOf } from "../../src/core/errors.ts";
import { Random } from "../../src/core/random.ts";
import { compareEpisodes, compareFiles, flakyEndpoint, interruptedRun, session } from "./killing.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "20" },
    environment: { type: "string", default: "api-debug" },
    levels: { type: "string", default: "easy,medium" },
    tasks: { type: "string", default: "300" },
    seed: { type: "string", default: "0" },
  },
});
const wanted = Number(values.kills);
const random = new Random(`kill-evaluate/${values.seed}`);

function commandFor(folder: string, model: readonly string[]): string[] {
  const size = ["--levels", values.levels, "--n", values.tasks, "--group-size", "4", "--no-baselines"];
  return ["evaluate", values.environment, ...model, ...size, "--out", folder];
}

/** Throws when two runs differ in anything but times and the order of finishing. Returns the number of episodes. */
async function compareRuns(reference: string, folder: string): Promise<number> {
  await compareFiles(join(reference, "summary.json"), join(folder, "summary.json"));
  return compareEpisodes(reference, folder);
}

const endpoint = await flakyEndpoint();
const root = await mkdtemp(join(tmpdir(), "fettle-kill-"));
try {
  const players = [
    { name: "random policy", model: ["--model", "random"] },
    { name: "endpoint", model: ["--model", "openai:test", "--base-url", endpoint.url] },
  ];
  const lengths: number[] = [];
  for (const [i, { model }] of players.entries())
    lengths.push((await session(commandFor(join(root, `whole-${i}`), model), null)).milliseconds);
  let [kills, runs, episodes] = [0, 0, 0];
  while (kills < wanted) {
    const i = runs % players.length;
    const { name, model } = players[i] ?? { name: "", model: [] };
    const folder = join(root, `killed-${runs}`);
    const most = Math.min(5, wanted - kills);
    const command = commandFor(folder, model);
    const ended = await interruptedRun({ command, folder, length: lengths[i] ?? 1000, most, random });
    // A run that ended before its kill says that the machine has become faster.
    if (ended.kills === 0) lengths[i] = ended.milliseconds;
    episodes = await compareRuns(join(root, `whole-${i}`), folder);
    console.log(`${name}: killed ${ended.kills} times, ${episodes} episodes equal those of the run left alone`);
    kills += ended.kills;
    runs++;
  }
  console.log(`kill-evaluate: ${kills} kills in ${runs} runs of ${episodes} episodes; none lost, repeated or changed`);
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
} finally {
  endpoint.close();
  await rm(root, { recursive: true, force: true });
}
