import { levelNames } from "../levels.ts";

/** The levels on which code is asked for. */
export const repairLevels = levelNames.filter((name) => name !== "locate");
