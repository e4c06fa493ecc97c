import type { Bar } from "./bar.ts";

/** What the sandbox promises. */
export const sandboxBars: readonly Bar[] = [
  {
    name: "attacks",
    promise:
      "At least 40 attacks on the sandbox are paid nothing and leave no trace, on both backends, as root and as an unprivileged user, without namespaces and without Landlock.",
    reduced: "npx tsx scripts/bars/sandbox-attacks.ts --reduced",
    full: "npx tsx scripts/bars/sandbox-attacks.ts",
    figures: /^attacks/,
    minutes: [4, 15],
  },
  {
    name: "humanevalpack",
    promise:
      "All 164 canonical solutions of HumanEvalPack pass and all 164 buggy ones fail, with the same verdicts on both backends and the same counts per assertion on the 323 programs that end.",
    full: 'npx tsx scripts/bars/humanevalpack.ts --dataset "$HUMANEVALPACK"',
    figures: /^bar/,
    minutes: [3, 5],
    file: "HUMANEVALPACK",
  },
  {
    name: "sandbox",
    promise:
      "In one run on two cores, the fork server grades at least 2.5 times and gated Pyodide at least 1.0 times as fast as one `python3 -I -S` process per grade, and faster still with endless loops included; 20,000 grades leave memory flat and no verdict wrong.",
    reduced: 'npx tsx bench/sandbox/index.ts --dataset "$HUMANEVALPACK" --every 3 --rounds 2 --soak 500',
    full: 'npx tsx bench/sandbox/index.ts --dataset "$HUMANEVALPACK" --rounds 3 --soak 20000',
    figures: /per slot|^bench/,
    minutes: [3, 30],
    file: "HUMANEVALPACK",
  },
];
