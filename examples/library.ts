/** Fettle as a library: check an environment, evaluate a model on it, serve it, and play one episode as a client. */
import { connect, evaluate, scriptedModel, serve, validate } from "fettle";
import arithmetic from "./arithmetic.ts";

const report = await validate(arithmetic, { seeds: 100, constantSeeds: 100 });
console.log(report.ok ? "Every promise of the environment holds." : report.breaches);

const summary = await evaluate({ environment: arithmetic, model: scriptedModel("random"), n: 50, groupSize: 4 });
for (const { level, metrics } of summary.levels)
  console.log(`${level}: random earns ${metrics.return.mean?.toFixed(3)}, the oracle 1`);

const server = await serve({ environment: arithmetic, port: 0 });
const client = await connect(server.url, { environment: arithmetic });
const { observation } = await client.reset({ task: "operator", seed: 7, split: "test" });
const { reward } = await client.step({ expression: observation.expression });
console.log(`Leaving "${observation.expression}" as it is earns ${reward}.`);
await client.close();
await server.close();
