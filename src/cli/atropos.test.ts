import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { caller, group, registration, tagsOf } from "../serving/atropos/testing/client.ts";
import { fettle } from "./testing/fettle.ts";

const source = ["--import", "tsx", "src/cli/main.ts"];

/** `fettle run-api` on a free port, with its address and what ends it. */
async function start(...flags: string[]): Promise<{ server: ChildProcess; url: string }> {
  const server = spawn(process.execPath, [...source, "run-api", "--port", "0", "--json", ...flags]);
  onTestFinished(() => void server.kill("SIGKILL"));
  for await (const chunk of server.stdout) return { server, ...JSON.parse(String(chunk)) };
  throw new Error("the server said nothing");
}

describe("fettle run-api", () => {
  it("loses nothing it acknowledged to SIGKILL, and stops on Ctrl-C with exit code 0", async () => {
    const folder = mkdtempSync(join(tmpdir(), "fettle-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const first = await start("--folder", folder);
    const call = caller(first.url);
    await call("POST", "/register", { ...registration, batch_size: 4 });
    await call("GET", "/batch");
    const sent = Array.from({ length: 40 }, (_, tag) => call("POST", "/scored_data", group(4, tag)));
    const answers = await Promise.allSettled(sent.map((answer, i) => (i === 20 ? answer.then(kill) : answer)));
    async function kill(answer: Awaited<ReturnType<typeof call>>) {
      first.server.kill("SIGKILL");
      return answer;
    }
    const acknowledged = answers.flatMap((answer, tag) =>
      answer.status === "fulfilled" && answer.value.status === 200 ? [tag] : [],
    );
    expect(acknowledged.length).toBeGreaterThan(20);

    const second = await start("--folder", folder);
    const again = caller(second.url);
    const arrived: (number | undefined)[] = [];
    for (;;) {
      const { batch } = (await again("GET", "/batch")).body;
      if (!batch) break;
      arrived.push(...tagsOf(batch));
    }
    expect(new Set(arrived).size).toBe(arrived.length);
    expect(arrived).toEqual(expect.arrayContaining(acknowledged));
    const ended = once(second.server, "exit");
    second.server.kill("SIGINT");
    expect((await ended)[0]).toBe(0);
  });

  it.each([
    [["atropos", "serve"], /There is no "serve" to run[\s\S]*fettle atropos api/],
    [["serve", "examples/arithmetic.ts", "--atropos", "http://127.0.0.1:1"], /--atropos needs --model/],
    [["serve", "examples/arithmetic.ts", "--model", "oracle"], /--model is for --atropos/],
    [
      ["serve", "examples/arithmetic.ts", "--atropos", "http://127.0.0.1:1", "--record", "x"],
      /--record is for a server/,
    ],
    [
      ["serve", "examples/arithmetic.ts", "--atropos", "http://127.0.0.1:1", "--model", "oracle"],
      /The policy "oracle" has no token ids/,
    ],
  ])("%j ends with exit code 2 and one clear message", async (argv, message) => {
    const { code, err } = await fettle(argv);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });
});
