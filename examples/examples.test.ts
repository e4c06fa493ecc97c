import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";

const file = "examples/arithmetic.ts";
const node = (...argv: string[]) => execFileSync(process.execPath, ["--import", "tsx", ...argv], { encoding: "utf8" });
const fettle = (...argv: string[]) => JSON.parse(node("src/cli/main.ts", ...argv, "--json"));

/** Where a run may go; it goes away with the test. */
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "fettle-"));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return join(made, "run");
}

describe("an environment in one file", () => {
  it("has at most 80 lines", () => {
    expect(readFileSync(file, "utf8").trimEnd().split("\n").length).toBeLessThanOrEqual(80);
  });

  it("is validated", () => {
    expect(fettle("validate", file, "--n", "100", "--constant-seeds", "50")).toMatchObject({ ok: true, breaches: [] });
  });

  it("is evaluated, compared and shown", () => {
    const [a, b] = [folder(), folder()];
    const run = (model: string, out: string) => fettle("evaluate", file, "--model", model, "--n", "20", "--out", out);
    expect(run("oracle", a)).toMatchObject({ overall: { return: { mean: 1 }, errors: 0 } });
    expect(run("noop", b)).toMatchObject({ overall: { return: { mean: 0 } } });
    expect(fettle("compare", a, b)).toMatchObject({ overall: { tasks: 40, better: 40, difference: { mean: 1 } } });
    const shown = node("src/cli/main.ts", "show", b, "--failed", "--limit", "1");
    expect(shown).toMatch(/not solved, return 0\.000/);
    expect(shown).toMatch(/repaired 0\.000 \(x 1\): 0 tokens changed/);
    expect(
      spawnSync(process.execPath, ["--import", "tsx", "src/cli/main.ts", "show", a, "--failed"]).stdout.length,
    ).toBe(0);
  });

  it("is trained, and what was learnt is evaluated", { timeout: 120_000 }, () => {
    const out = folder();
    const tiny = "--width 32 --layers 1 --heads 2 --warm-steps 4 --steps 2 --groups 2 --group-size 2".split(" ");
    const quick = "--evaluation-tasks 4 --no-control --confirm 0 --levels operator".split(" ");
    const report = fettle("train", file, "--out", out, ...tiny, ...quick);
    expect(report).toMatchObject({ environment: "arithmetic", steps: 2, folder: out });
    const options = ["--n", "3", "--levels", "operator", "--max-tokens", "24", "--out", folder()];
    const summary = fettle("evaluate", file, "--model", out, ...options);
    expect(summary.overall).toMatchObject({ tasks: 3, errors: 0 });
    expect(summary.overall.tokens.completion).toBeGreaterThan(0);
  });
});

describe("a configuration of a training run", () => {
  it("trains on code-debug", { timeout: 180_000 }, () => {
    const out = folder();
    const tiny = "--width 32 --layers 1 --heads 2 --warm-steps 2 --steps 1 --groups 2 --group-size 2".split(" ");
    const quick = "--max-tokens 4 --evaluation-tasks 0 --no-control --confirm 0".split(" ");
    fettle("train", "code-debug", "--config", "examples/train-locate.yaml", "--out", out, ...tiny, ...quick);
    const { options } = JSON.parse(readFileSync(join(out, "config.json"), "utf8"));
    expect(options).toMatchObject({
      warmShare: 0.3,
      promptWeight: 0.1,
      klWeight: 0.05,
      learningRate: 0.0001,
      groups: 2,
    });
  });
});

describe("the library", () => {
  it("validates, evaluates, serves and connects", () => {
    const said = node("examples/library.ts");
    expect(said).toMatch(/Every promise of the environment holds/);
    expect(said).toMatch(/as it is earns 0\./);
  });
});
