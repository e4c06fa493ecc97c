import type { TableConstructorOptions } from "cli-table3";

/** Tables without colours in the frame and without a rule between rows. */
export const plain = {
  style: { head: [], border: [] },
  chars: { mid: "", "left-mid": "", "mid-mid": "", "right-mid": "" },
} satisfies TableConstructorOptions;
