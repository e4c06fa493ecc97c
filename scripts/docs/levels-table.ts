import type { Level } from "../../src/core/environment.ts";
import { markdownTable } from "./markdown.ts";

/** The ladder of an environment. */
export function levelsTable(levels: readonly Level[]): string {
  return markdownTable(
    ["level", "skill", "turns", "promotes at"],
    levels.map(({ name, skill, maxTurns, promoteAt }) => [
      name,
      `${skill}.`,
      String(maxTurns),
      promoteAt === null ? "last" : String(promoteAt),
    ]),
  );
}
