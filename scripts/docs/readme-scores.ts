import { existsSync, readFileSync } from "node:fs";
import { environments } from "../../src/environments/registry.ts";
import { markdownTable, replaceBlock } from "./markdown.ts";

/** A level's line in docs/bars.md, as scripts/bars/validate.ts prints it. */
const line = /^validate (\S+): (\d+) tasks, .*; noop (\S+), random (\S+), best constant (\S+), oracle (\S+)$/;

/** README.md with the table of environments: scores as `npm run bars` measured them last. */
export async function readmePage(page: string): Promise<string> {
  const measured = new Map<string, string[]>();
  const counts = new Set<string>();
  const bars = existsSync("docs/bars.md") ? readFileSync("docs/bars.md", "utf8") : "";
  for (const text of bars.split("\n")) {
    const [, level, count, ...scores] = line.exec(text) ?? [];
    if (level === undefined || count === undefined) continue;
    measured.set(level, scores);
    counts.add(count);
  }
  const rows: string[][] = [];
  for (const open of Object.values(environments)) {
    const { name, levels } = await open();
    for (const level of levels) {
      const scores = measured.get(level.name) ?? ["-", "-", "-", "-"];
      rows.push([
        name,
        level.name,
        `${level.skill}.`,
        ...scores,
        level.promoteAt === null ? "last" : String(level.promoteAt),
      ]);
    }
  }
  const head = ["environment", "level", "skill", "no-op", "random", "best constant answer", "oracle", "promotes at"];
  const note =
    counts.size === 0 ? "" : `\n\nMeasured by \`fettle validate\` on ${[...counts].join(" or ")} tasks per level.`;
  return replaceBlock(page, "scores", `${markdownTable(head, rows)}${note}`);
}
