import type { Exercise } from "./exercise.ts";
import { gridWalks } from "./topics/grid-walks.ts";
import { grids } from "./topics/grids.ts";

/** The built-in corpus: functions with tests, by topic. */
export const corpus: readonly Exercise[] = [...grids, ...gridWalks];
