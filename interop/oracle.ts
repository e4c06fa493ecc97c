/**
 * Writes what an oracle would answer, for tests on the other side of the wire, where the truth must not be known: one
 * JSON line per task with the reset that draws it and the actions that solve it.
 *
 *   npx tsx interop/oracle.ts --environment api-debug --seeds 3 [--options '{"actions":"original"}'] > oracle.jsonl
 */
import { parseArgs } from "node:util";
import { loadEnvironment } from "../src/cli/environments.ts";
import { Random } from "../src/core/random.ts";

const { values } = parseArgs({
  options: {
    environment: { type: "string", default: "api-debug" },
    seeds: { type: "string", default: "3" },
    first: { type: "string", default: "0" },
    levels: { type: "string" },
    options: { type: "string", default: "{}" },
  },
});

const environment = await loadEnvironment(values.environment, { openapi: [], set: [] });
const given: Record<string, unknown> = JSON.parse(values.options);
const options = environment.options.parse(given);
const levels = values.levels?.split(",") ?? environment.levels.map(({ name }) => name);

for (const level of levels)
  for (let seed = Number(values.first); seed < Number(values.first) + Number(values.seeds); seed++) {
    const task = await environment.generate({ level, seed, split: "train", options });
    const signal = new AbortController().signal;
    const episode = await environment.start(task, { signal, services: {} });
    const actions: unknown[] = [];
    for (let turn = episode.turn(); turn; turn = episode.turn()) {
      const role = environment.roles[turn.role];
      const { observation } = turn;
      const said = role?.policies.oracle?.respond({
        observation,
        task,
        turn: actions.length,
        random: new Random(`oracle ${seed}`),
      });
      const answer = typeof said === "string" ? role?.parse(said, { observation, form: "full" }) : { action: said };
      if (!answer || "problem" in answer) throw new Error(`${level} ${seed}: the oracle's answer cannot be read`);
      actions.push(answer.action);
      await episode.step(turn.role, answer);
    }
    console.log(JSON.stringify({ reset: { task: level, seed, ...given }, actions, return: episode.outcome().return }));
    await episode.close();
  }
