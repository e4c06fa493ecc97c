import type { Exercise } from "./exercise.ts";

/** The built-in corpus: functions with tests, by topic. */
export const corpus: readonly Exercise[] = [];
