import { atroposBars } from "./atropos-bars.ts";
import type { Bar } from "./bar.ts";
import { sandboxBars } from "./sandbox-bars.ts";

/** Every bar, in the order in which they run: where time is short, the last ones are left out. */
export const bars: readonly Bar[] = [
  {
    name: "start",
    promise: "`fettle --help` takes under 0.3 s, and `fettle serve` answers a first reset within 1 s (medians).",
    full: "npx tsx bench/start/index.ts",
    figures: /median/,
    minutes: [2, 2],
  },
  {
    name: "pack",
    promise:
      "The packed npm package works in an empty folder with install scripts off, with the native engine and without it.",
    full: "npx tsx scripts/bars/pack.ts",
    figures: /^pack:/,
    minutes: [4, 4],
  },
  {
    name: "validate",
    promise:
      "On 10,000 seeds per level: no-op exactly 0, oracle exactly 1, random and the best constant answer at most half of the level's threshold, at least 25 named hacks within their ceilings, at least 99 % distinct tasks, the same bytes in two processes.",
    reduced: "npx tsx scripts/bars/validate.ts --n 150",
    full: "npx tsx scripts/bars/validate.ts --n 10000",
    figures: /^validate/,
    minutes: [4, 90],
  },
  {
    name: "validate-code",
    promise:
      "The same for code-debug on 2,000 seeds per level, graded in the sandbox: no-op exactly 0, the reference exactly 1, every hack exactly 0.",
    reduced: "npx tsx scripts/bars/validate.ts --environment code-debug --n 30",
    full: "npx tsx scripts/bars/validate.ts --environment code-debug --n 2000",
    figures: /^validate/,
    minutes: [5, 60],
  },
  {
    name: "openapi",
    promise:
      "Published third-party OpenAPI documents give certified tasks; unusable ones give one clear message each, or their operations are skipped by name.",
    reduced: "npx tsx scripts/bars/openapi.ts --n 20",
    full: "npx tsx scripts/bars/openapi.ts --n 200",
    figures: /^openapi/,
    minutes: [2, 10],
  },
  {
    name: "bad-input",
    promise:
      "No network, a wrong checksum, rows of a dataset that cannot be read or certified, a model endpoint that answers 429, 500, garbage or never: each ends with its own exit code and one clear message, and without a reward; once the endpoint is mended, --resume finishes the run.",
    full: "npx tsx scripts/bars/bad-input.ts",
    figures: /^bad-input/,
    minutes: [4, 4],
  },
  {
    name: "kill-evaluate",
    promise:
      "`fettle evaluate` killed with SIGKILL at 20 random moments and resumed: nothing finished is lost or repeated, and the result equals that of a run left alone.",
    reduced: "npx tsx scripts/bars/kill-evaluate.ts --kills 4 --tasks 60",
    full: "npx tsx scripts/bars/kill-evaluate.ts --kills 20",
    figures: /^kill-evaluate/,
    minutes: [3, 20],
  },
  {
    name: "process",
    promise:
      "Records of `fettle process` with the embedded engine decode to their messages; a model that answers `<script>` renders as text in a real browser and runs nothing.",
    full: "NO_COLOR=1 npx vitest run src/processing/embedded.test.ts src/processing/report",
    figures: /Tests .*passed/,
    minutes: [3, 3],
  },
  {
    name: "kill-process",
    promise:
      "`fettle process` killed with SIGKILL at ten random moments and resumed, with a scripted policy, an endpoint and the embedded engine: no group is lost or repeated, and file and page are those of a run left alone (log-probabilities of the embedded engine to 1e-4).",
    reduced: "npx tsx scripts/bars/kill-process.ts --kills 3 --groups 30",
    full: "npx tsx scripts/bars/kill-process.ts --kills 10",
    figures: /^kill-process/,
    minutes: [4, 15],
  },
  {
    name: "kill-train",
    promise:
      "`fettle train` on one thread, killed with SIGKILL five times and resumed: metrics equal those of a run left alone to 1e-5, no more than the step in flight is done again, and the control learns as long as it would have.",
    reduced: "npx tsx scripts/bars/kill-train.ts --kills 2 --steps 6",
    full: "npx tsx scripts/bars/kill-train.ts --kills 5",
    figures: /^kill-train/,
    minutes: [5, 15],
  },
  {
    name: "train",
    promise:
      "The README's first line finishes within 15 minutes on two cores: easy gains at least 0.10 over the start of GRPO with the paired 95 % interval above 0.05, is above the best constant answer, forgets no fault, and at least one promotion counts.",
    reduced: "npx tsx scripts/bars/train.ts --reduced",
    full: "npx tsx scripts/bars/train.ts",
    figures: /^train/,
    minutes: [5, 25],
  },
  {
    name: "train-locate",
    promise:
      "`fettle train code-debug --config examples/train-locate.yaml` improves the locate level: on 200 unseen bugs the end of GRPO is above its start, after the warm start, with the paired 95 % interval above 0, and above random and the best constant answer.",
    reduced: "npx tsx scripts/bars/train-locate.ts --reduced",
    full: "npx tsx scripts/bars/train-locate.ts",
    figures: /^train-locate/,
    minutes: [5, 45],
  },
  {
    name: "openenv",
    promise:
      "OpenEnv's own client, validator and MCP client agree with `fettle serve`; capacity, bad frames and abrupt disconnects behave as documented; a client of the original's fields alone earns 1 as the oracle.",
    full: "npx tsx interop/openenv/run.ts",
    figures: /passed/,
    minutes: [4, 10],
    python: true,
  },
  {
    name: "serve",
    promise:
      "The api-debug server answers at least 4 times the steps per second of the Python OpenEnv server with an environment that only echoes, at 64 and at 1,024 sessions; 2,048 sessions without an error, none left after as many abrupt disconnects.",
    reduced: "npx tsx bench/serve/index.ts --reduced",
    full: "npx tsx bench/serve/index.ts",
    figures: /^serve/,
    minutes: [4, 15],
    python: true,
  },
  {
    name: "trl",
    promise:
      "TRL's GRPOTrainer takes two optimiser steps through `fettle serve`, with the rewards that the server recorded, and the recipe trains over a shared curriculum.",
    full: "npx tsx interop/trl/run.ts",
    figures: /passed/,
    minutes: [4, 10],
    python: true,
  },
  {
    name: "metrics",
    promise:
      "Event files of a training run, an evaluation and groups for training data, each killed with SIGKILL twice and resumed, hold in TensorBoard's reader and after `wandb sync` what metrics.jsonl holds.",
    full: "npx tsx interop/metrics/run.ts",
    figures: /passed/,
    minutes: [6, 8],
    python: true,
  },
  {
    name: "checkpoint",
    promise: "Checkpoints open with transformers' `from_pretrained`, and their logits agree to 1e-4.",
    full: "npx tsx interop/checkpoint/run.ts",
    figures: /max_abs_difference/,
    minutes: [2, 4],
    python: true,
  },
  {
    name: "gradients",
    promise: "The gradient agrees with PyTorch's on shared weights, to a relative norm of 1e-3 per tensor.",
    full: "npx tsx interop/gradients/run.ts",
    figures: /worst_relative_norm/,
    minutes: [2, 4],
    python: true,
  },
  ...atroposBars,
  ...sandboxBars,
  {
    name: "grpo",
    promise: "A GRPO step, sampling included, is faster than TRL's GRPOTrainer on this CPU for the same shapes.",
    reduced: "npx tsx bench/grpo/index.ts --shape small --steps 1",
    full: "npx tsx bench/grpo/index.ts",
    figures: /parameters|TRL|Fettle|times as fast/,
    minutes: [4, 20],
    python: true,
  },
  {
    name: "ladder",
    promise: "How far up the ladder longer runs get, over three seeds: docs/ladder.md.",
    reduced: null,
    full: "npx tsx scripts/bars/ladder.ts",
    figures: /^ladder/,
    minutes: [1, 240],
  },
];
