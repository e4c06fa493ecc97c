import type { Bar } from "./bar.ts";

/** Every bar, in the order in which they run. */
export const bars: readonly Bar[] = [
  {
    name: "start",
    promise: "`fettle --help` takes under 0.3 s, and `fettle serve` answers a first reset within 1 s (medians).",
    reduced: "npx tsx bench/start/index.ts",
    full: "npx tsx bench/start/index.ts",
    figures: /median/,
    minutes: [2, 2],
  },
  {
    name: "pack",
    promise:
      "The packed npm package works in an empty folder with install scripts off, with the native engine and without it.",
    reduced: "npx tsx scripts/bars/pack.ts",
    full: "npx tsx scripts/bars/pack.ts",
    figures: /^pack:/,
    minutes: [4, 4],
  },
];
