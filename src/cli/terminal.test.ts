import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import type { Rollout } from "../rollouts/settings.ts";
import { trace, turn } from "../rollouts/testing/traces.ts";
import { formatEpisode } from "./show-run.ts";
import { Terminal } from "./terminal.ts";

function open({ json = false, columns }: { json?: boolean; columns?: number } = {}) {
  const [out, err] = [new PassThrough(), Object.assign(new PassThrough(), columns === undefined ? {} : { columns })];
  const terminal = new Terminal({
    json,
    signal: new AbortController().signal,
    out,
    err: Object.assign(err, { isTTY: columns !== undefined }),
  });
  const read = (stream: PassThrough) => String(stream.read() ?? "");
  return { terminal, out: () => read(out), err: () => read(err) };
}

/** Sets the title, writes to the clipboard, clears the screen and goes home, hides text, overprints, and the same in C1. */
const hostile =
  "\u001b]0;owned\u0007 \u001b]52;c;b3duZWQ=\u001b\\ \u001b[2J\u001b[H \u001b[8mhidden solved\rSOLVED \u009b2J\u007f\b";

/** Everything in which a terminal could see more than text. */
const obeyed = /[^\P{Cc}\n\t]/u;

describe("a terminal", () => {
  it("shows what a model wrote, and obeys nothing of it", () => {
    const { terminal, out } = open();
    const said = turn("asked\r\n\tindented", hostile, { problem: hostile });
    const rollout: Rollout = {
      trace: trace(0, 0, [said]),
      truth: { id: "g/0", seed: 0, structure: "s", labels: [], secret: null, scores: [] },
    };
    terminal.result(rollout, formatEpisode(rollout));
    const shown = out();
    expect(shown).not.toMatch(obeyed);
    expect(shown).toContain("asked\n\tindented");
    expect(shown).toContain("␛]0;owned␇ ␛]52;c;b3duZWQ=␛\\ ␛[2J␛[H ␛[8mhidden solved␍SOLVED �2J␡␈");
  });

  it("obeys nothing in notes, progress and JSON either, which keeps its meaning", () => {
    const { terminal, out, err } = open({ json: true });
    terminal.note(`The endpoint answered 500: ${hostile}`);
    terminal.progress(hostile);
    terminal.result({ said: hostile }, "");
    expect(err()).not.toMatch(obeyed);
    const line = out();
    expect(line).not.toMatch(obeyed);
    expect(JSON.parse(line)).toEqual({ said: hostile });
  });

  it("keeps our own colours, also behind those that are none", () => {
    const { terminal, err } = open();
    terminal.note("\u001b[31m2 errors\u001b[39m \u001b\u001b[1mbold\u001b[22m \u001b[31;8mno\u0007[1m");
    expect(err()).toBe("\u001b[31m2 errors\u001b[39m ␛\u001b[1mbold\u001b[22m ␛[31;8mno␇[1m\n");
  });

  it("cuts a line of progress to its width by what can be seen, and leaves no colour behind", () => {
    const { terminal, err } = open({ columns: 11 });
    terminal.progress("9/9, \u001b[31mred\u001b[39m");
    expect(err()).toBe("\r\u001b[2K9/9, \u001b[31mred\u001b[39m");
    terminal.progress("9/9, \u001b[31m22 errors\u001b[39m");
    expect(err()).toBe("\r\u001b[2K9/9, 22 er");
    terminal.clear();
    expect(err()).toBe("\r\u001b[2K");
  });
});
