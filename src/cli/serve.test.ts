import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { connect } from "../index.ts";

let server: ChildProcess | undefined;
afterEach(() => void server?.kill("SIGKILL"));

async function start(...argv: string[]): Promise<{ url: string }> {
  server = spawn(process.execPath, ["--import", "tsx", "src/cli/main.ts", "serve", ...argv, "--port", "0", "--json"]);
  for await (const chunk of server.stdout ?? []) return JSON.parse(String(chunk));
  throw new Error("the server said nothing");
}

describe("fettle serve", () => {
  it("serves a module's environment, records episodes and stops on Ctrl-C with exit code 0", async () => {
    const folder = mkdtempSync(join(tmpdir(), "fettle-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const record = join(folder, "episodes.jsonl");
    const { url } = await start("examples/arithmetic.ts", "--record", record, "--metrics", "jsonl", "--out", folder);
    const client = await connect(url);
    await client.reset({ seed: 0, task: "operator" });
    const turn = await client.step({ expression: "8 * 13 + 13 * 3 - 2" });
    expect(turn).toMatchObject({ reward: 1, done: true });
    await client.close();
    const ended = new Promise((resolve) => server?.on("exit", resolve));
    server?.kill("SIGINT");
    expect(await ended).toBe(0);
    expect(JSON.parse(readFileSync(record, "utf8"))).toMatchObject({ task: "operator", seed: 0, return: 1 });
    expect(JSON.parse(readFileSync(join(folder, "metrics.jsonl"), "utf8"))).toMatchObject({
      step: 1,
      episodes: 1,
      return: 1,
      levels: { operator: { episodes: 1, solved: 1 } },
    });
  });
});
