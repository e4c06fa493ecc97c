/**
 * Writes one group of scripted rollouts on one task, and the return that each earns, found by playing them here without
 * a server: an oracle; an unreadable answer and then an oracle; an unreadable answer alone.
 *
 *   npx tsx interop/trl/scripts.ts --environment api-debug > rollouts.json
 */
import { parseArgs } from "node:util";
import { loadEnvironment } from "../../src/cli/environments.ts";
import { Random } from "../../src/core/random.ts";

const { values } = parseArgs({ options: { environment: { type: "string", default: "api-debug" } } });
const environment = await loadEnvironment(values.environment, { openapi: [], set: [] });
const level = environment.levels[0]?.name ?? "";
const seed = 7;
const task = await environment.generate({ level, seed, split: "train", options: environment.options.parse({}) });

async function play(kinds: readonly ("oracle" | "unreadable")[]): Promise<{ answers: string[]; return: number }> {
  const episode = await environment.start(task, { signal: new AbortController().signal, services: {} });
  const answers: string[] = [];
  for (const kind of kinds) {
    const turn = episode.turn();
    const role = turn && environment.roles[turn.role];
    if (!turn || !role) throw new Error("the episode ended before its script");
    const { observation } = turn;
    const context = { observation, form: "full" as const };
    const said = role.policies.oracle?.respond({
      observation,
      task,
      turn: answers.length,
      random: new Random("oracle"),
    });
    const answer =
      kind === "unreadable" ? "I do not know." : typeof said === "string" ? said : role.format(said, context);
    answers.push(answer);
    await episode.step(turn.role, role.parse(answer, context));
  }
  return { answers, return: episode.outcome().return };
}

const rollouts = [await play(["oracle"]), await play(["unreadable", "oracle"]), await play(["unreadable"])];
console.log(JSON.stringify({ task: level, seed, rollouts }));
