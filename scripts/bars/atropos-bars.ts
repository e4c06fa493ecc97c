import type { Bar } from "./bar.ts";

/** What the Atropos doors promise. */
export const atroposBars: readonly Bar[] = [
  {
    name: "rollouts",
    promise:
      "100,000 groups from 64 workers through the Rollout API server: nothing acknowledged is lost or comes twice, also when the server is killed with SIGKILL, memory stays flat, and nobody who was asked to wait comes back earlier.",
    reduced: "npx tsx bench/rollouts/index.ts --groups 6400 --kill-groups 3200 --kills 2 --compare 0",
    full: "npx tsx bench/rollouts/index.ts",
    figures: /^rollouts/,
    minutes: [4, 30],
  },
  {
    name: "atropos",
    promise:
      "An environment on atroposlib's BaseEnv feeds our Rollout API server, and its SFT generator and a trainer read from it; atroposlib's own tests of its API pass against it; our environments feed the original's server.",
    full: "npx tsx interop/atropos/run.ts",
    figures: /passed/,
    minutes: [5, 10],
    python: true,
  },
];
