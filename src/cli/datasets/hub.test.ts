import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { hubFile } from "./hub.ts";

const content = '{"task_id": "Python/0"}\n';
const sha256 = createHash("sha256").update(content).digest("hex");
const file = { repository: "owner/pack", path: "data/x.jsonl", sha256, largest: 1000 };

const folders: string[] = [];
let server: Server | undefined;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
  server = undefined;
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function newCache(): string {
  const folder = mkdtempSync(join(tmpdir(), "fettle-hub-"));
  folders.push(folder);
  return folder;
}

/** A hub that answers so; resolves to its address and the paths that were asked for. */
async function hub(answer: RequestListener): Promise<{ endpoint: string; asked: string[] }> {
  const asked: string[] = [];
  const started = createServer((request, response) => {
    asked.push(request.url ?? "");
    answer(request, response);
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  return { endpoint: `http://127.0.0.1:${(started.address() as AddressInfo).port}`, asked };
}

it("fetches a file once, and again when its copy is damaged", async () => {
  const { endpoint, asked } = await hub((_, response) => response.end(content));
  const cache = newCache();
  expect((await hubFile(file, { endpoint, cache })).toString()).toBe(content);
  expect((await hubFile(file, { endpoint, cache })).toString()).toBe(content);
  expect(asked).toEqual(["/datasets/owner/pack/resolve/main/data/x.jsonl"]);
  const kept = join(cache, "datasets", `${sha256}.jsonl`);
  expect(readFileSync(kept, "utf8")).toBe(content);
  writeFileSync(kept, "damaged");
  expect((await hubFile(file, { endpoint, cache })).toString()).toBe(content);
  expect(asked).toHaveLength(2);
});

it("follows a redirect to where the bytes are", async () => {
  const { endpoint } = await hub((request, response) => {
    if (request.url === "/bytes") response.end(content);
    else response.writeHead(302, { location: "/bytes" }).end();
  });
  expect((await hubFile(file, { endpoint, cache: newCache() })).toString()).toBe(content);
});

it("works without a cache that can be written", async () => {
  const { endpoint } = await hub((_, response) => response.end(content));
  const notes: string[] = [];
  const cache = join(newCache(), "file");
  writeFileSync(cache, "");
  expect((await hubFile(file, { endpoint, cache, note: (line) => notes.push(line) })).toString()).toBe(content);
  expect(notes[1]).toMatch(/not kept/);
});

const failures: [name: string, answer: RequestListener, code: string, message: RegExp][] = [
  [
    "another file",
    (_, response) => response.end("changed\n"),
    "bad_input_file",
    /has SHA-256 .*, not .*: it has changed/,
  ],
  ["404", (_, response) => response.writeHead(404).end(), "connection_failed", /the Hub answered 404/],
  ["500", (_, response) => response.writeHead(500).end("oops"), "connection_failed", /the Hub answered 500/],
  [
    "a file without end",
    (_, response) => response.write("x".repeat(5000)),
    "connection_failed",
    /larger than 1000 bytes/,
  ],
  ["silence", () => {}, "connection_failed", /no whole answer in 0.2 s/],
  ["half a file", (_, response) => response.write(content), "connection_failed", /no whole answer/],
  [
    "a broken connection",
    (request) => request.socket.destroy(),
    "connection_failed",
    /resolve\/main\/data\/x\.jsonl: /,
  ],
];

it.each(failures)("keeps nothing of %s and says what is wrong", async (name, answer, code, message) => {
  const { endpoint } = await hub(answer);
  const cache = newCache();
  const timeoutMs = name === "silence" || name === "half a file" ? 200 : 30_000;
  const failure = hubFile(file, { endpoint, cache, timeoutMs });
  await expect(failure).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  await expect(failure).rejects.toMatchObject({ hint: expect.stringContaining("--dataset PATH") });
  expect(() => readFileSync(join(cache, "datasets", `${sha256}.jsonl`))).toThrow();
});

it("says so without a network", async () => {
  const { endpoint } = await hub(() => {});
  await new Promise((resolve) => server?.close(resolve));
  await expect(hubFile(file, { endpoint, cache: newCache() })).rejects.toMatchObject({
    code: "connection_failed",
    message: expect.stringMatching(/ECONNREFUSED/),
  });
});

it("shows no password that stands in the Hub's address", async () => {
  const notes: string[] = [];
  const failure = hubFile(file, {
    endpoint: "http://me:secret@127.0.0.1:1",
    cache: newCache(),
    note: (line) => notes.push(line),
  });
  await expect(failure).rejects.toMatchObject({ message: expect.stringMatching(/^http:\/\/127\.0\.0\.1:1\/datasets/) });
  expect(notes.join()).not.toContain("secret");
});
