/**
 * The package as a stranger gets it: packed, installed into an empty folder with install scripts off, then used: help, an
 * import, a TypeScript environment, a sample of the embedded engine; and the same sample with onnxruntime-node missing,
 * where the engine has to fall back to onnxruntime-web by itself.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "fettle-pack-"));
const run = (command: string, ...argv: string[]) =>
  execFileSync(command, argv, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
const timed = <T>(work: () => T): [T, number] => {
  const started = performance.now();
  return [work(), performance.now() - started];
};

const sample = `
import { createEmbeddedEngine } from "./node_modules/fettle/dist/engines/embedded/create-engine.js";
const engine = await createEmbeddedEngine({
  vocabularySize: 300, hiddenSize: 32, layers: 1, heads: 2, intermediateSize: 64, contextLength: 32,
  endToken: 1, seed: "pack", threads: 1,
}, { log: () => {} });
const [completion] = await engine.sample([{ prompt: [5, 6, 7], maxTokens: 8, temperature: 1, seed: "a" }]);
const { backend } = await engine.info();
await engine.close();
if (completion.tokens.length === 0) throw new Error("nothing was sampled");
console.log(backend + " sampled " + completion.tokens.join(" "));
`;

/** Compiles only if actions and observations are typed: an unused `@ts-expect-error` is an error itself. */
const typed = `
import { connect } from "fettle";
import arithmetic from "./arithmetic.ts";
const client = await connect("http://localhost:8000", { environment: arithmetic });
const { observation } = await client.step({ expression: "1 + 1" });
const target: number = observation.target;
// @ts-expect-error an action of another type
await client.step({ expression: target });
`;
const compilerFlags =
  "--noEmit --strict --target es2023 --module nodenext --skipLibCheck --allowImportingTsExtensions".split(" ");

try {
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: root, stdio: "inherit" });
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  run("sh", "-c", "npm install --silent --ignore-scripts --no-audit --no-fund ./fettle-*.tgz");
  const [help, milliseconds] = timed(() => run("npx", "fettle", "--help"));
  if (!help.includes("Usage: fettle")) throw new Error(`fettle --help said: ${help}`);
  console.log(`pack: npx fettle --help works in an empty folder (${milliseconds.toFixed(0)} ms, npx included)`);
  const loaded = run("node", "-e", 'import("fettle").then((f) => console.log(typeof f.train, typeof f.connect))');
  if (loaded.trim() !== "function function") throw new Error(`import "fettle" gave ${loaded}`);
  for (const name of ["arithmetic.ts", "library.ts"]) cpSync(join(root, "examples", name), join(folder, name));
  writeFileSync(join(folder, "typed.ts"), typed);
  run(join(root, "node_modules/.bin/tsc"), ...compilerFlags, "arithmetic.ts", "typed.ts");
  console.log("pack: a client has the types of its environment's schemas");
  run("npx", "fettle", "validate", "./arithmetic.ts", "--n", "50", "--constant-seeds", "50");
  console.log("pack: the library imports, and an environment in TypeScript is validated");
  writeFileSync(join(folder, "sample.js"), sample);
  const native = run("node", "sample.js").trim();
  rmSync(join(folder, "node_modules/onnxruntime-node"), { recursive: true, force: true });
  const fallback = run("node", "sample.js").trim();
  if (!fallback.startsWith("onnxruntime-web")) throw new Error(`without onnxruntime-node: ${fallback}`);
  console.log(`pack: with onnxruntime-node: ${native}; without it: ${fallback}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
