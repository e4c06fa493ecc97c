import { describe, expect, it } from "vitest";
import { LineProcess } from "./line-process.ts";
import { readOrNotice } from "./processor-time.ts";

const node = (script: string, longest?: number) =>
  new LineProcess({
    command: process.execPath,
    arguments: ["-e", script],
    environment: {},
    ...(longest === undefined ? {} : { longest }),
  });

describe("LineProcess", () => {
  it("gives lines in order, whatever the chunks", async () => {
    const child = node(`process.stdout.write("a\\nb"); setTimeout(() => process.stdout.write("c\\n\\nd\\n"), 20)`);
    const lines = [];
    for (let i = 0; i < 4; i++) lines.push(await child.read(5000));
    expect(lines).toEqual(["a", "bc", "", "d"]);
    await child.close();
  });

  it("says how a process died, with its last words", async () => {
    const child = node(`console.error("no\\nlast words"); process.exit(3)`);
    await expect(child.read(5000)).rejects.toMatchObject({
      silent: false,
      message: "it exited with code 3 (last words)",
    });
    expect(child.alive).toBe(false);
  });

  it("says when there is no such program", async () => {
    const child = new LineProcess({ command: "/no/such/program", arguments: [], environment: {} });
    await expect(child.read(5000)).rejects.toMatchObject({ silent: false, message: expect.stringContaining("ENOENT") });
  });

  it("notices silence, and ends the silent one", async () => {
    const child = node("setInterval(() => {}, 1000)");
    await expect(child.read(50)).rejects.toMatchObject({ silent: true });
    await child.kill();
    await expect(child.read(50)).rejects.toMatchObject({ silent: false, message: "it was ended by SIGKILL" });
  });

  it("ends a process whose line is too long", async () => {
    const child = node(`process.stdout.write("x".repeat(1e6)); setInterval(() => {}, 1000)`, 100_000);
    await expect(child.read(5000)).rejects.toMatchObject({ silent: false });
  });
});

describe.skipIf(process.platform === "win32")("readOrNotice", () => {
  it("tells a process that computes from one that does nothing", async () => {
    const busy = node("for (;;);");
    expect(await readOrNotice(busy, 100, 20_000)).toBeNull();
    await busy.kill();
    const idle = node("setInterval(() => {}, 10_000)");
    await expect(readOrNotice(idle, 300, 900)).rejects.toMatchObject({ silent: true });
    await idle.kill();
  });
});
