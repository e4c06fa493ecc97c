/**
 * Kills `fettle process` with SIGKILL at random moments and resumes it, until it has been killed N times: nothing that was
 * finished may be lost or repeated, and the file and its page must be those of a run that was left alone. A scripted policy,
 * an HTTP endpoint that now and then fails, and the embedded engine take turns; the last two with token ids. Only
 * log-probabilities of the engine may differ, by 1e-4: their last digits depend on what is sampled together.
 *
 *   npx tsx scripts/bars/kill-process.ts [--kills 10] [--environment api-debug] [--levels easy,medium] [--groups 200] [--seed 0]
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { messageOf } from "../../src/core/errors.ts";
import { Random } from "../../src/core/random.ts";
import { compareEpisodes, compareFiles, compareLines, flakyEndpoint, interruptedRun, session } from "./killing.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "10" },
    environment: { type: "string", default: "api-debug" },
    levels: { type: "string", default: "easy,medium" },
    groups: { type: "string", default: "200" },
    seed: { type: "string", default: "0" },
  },
});
const wanted = Number(values.kills);
const random = new Random(`kill-process/${values.seed}`);

interface Player {
  name: string;
  model: readonly string[];
  /** As a share of `--groups`: engines are slower than scripted policies. */
  share: number;
}

function commandFor(name: string, { model, share }: Player): string[] {
  const groups = String(Math.max(4, Math.round(Number(values.groups) * share)));
  const size = ["--levels", values.levels, "--groups", groups, "--group-size", "4", "--max-tokens", "64"];
  return ["process", values.environment, ...model, ...size, "--out", `${name}.jsonl`];
}

/** Throws when two runs differ. Returns the number of groups. */
async function compareRuns(reference: string, name: string): Promise<number> {
  await compareEpisodes(`${reference}.run`, `${name}.run`);
  await compareFiles(`${reference}.run/summary.json`, `${name}.run/summary.json`);
  await compareFiles(`${reference}.html`, `${name}.html`);
  return compareLines(`${reference}.jsonl`, `${name}.jsonl`);
}

const endpoint = await flakyEndpoint();
const root = await mkdtemp(join(tmpdir(), "fettle-kill-"));
try {
  const players: Player[] = [
    { name: "random policy", model: ["--model", "random"], share: 1 },
    { name: "endpoint", model: ["--model", "openai:test", "--base-url", endpoint.url, "--token-ids"], share: 1 },
    { name: "embedded engine", model: ["--model", "checkpoints/api-debug", "--threads", "1"], share: 0.1 },
  ];
  const lengths: number[] = [];
  for (const [i, player] of players.entries())
    lengths.push((await session(commandFor(join(root, `whole-${i}`, "groups"), player), null)).milliseconds);
  let [kills, runs] = [0, 0];
  while (kills < wanted) {
    const i = runs % players.length;
    const player = players[i];
    if (!player) break;
    const name = join(root, `killed-${runs}`, "groups");
    const most = Math.min(4, wanted - kills);
    const command = commandFor(name, player);
    const ended = await interruptedRun({ command, folder: `${name}.run`, length: lengths[i] ?? 1000, most, random });
    // A run that ended before its kill says that the machine has become faster.
    if (ended.kills === 0) lengths[i] = ended.milliseconds;
    const groups = await compareRuns(join(root, `whole-${i}`, "groups"), name);
    console.log(
      `${player.name}: killed ${ended.kills} times, file and page of ${groups} groups are those of the run left alone`,
    );
    kills += ended.kills;
    runs++;
  }
  console.log(`kill-process: ${kills} kills in ${runs} runs; no group lost, repeated or changed`);
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
} finally {
  endpoint.close();
  await rm(root, { recursive: true, force: true });
}
