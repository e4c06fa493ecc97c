import { cpus, totalmem } from "node:os";
import type { Bar, BarResult } from "./bar.ts";

/** The section of one bar in docs/bars.md. */
function section({ bar, outcome, figures, seconds }: BarResult): string {
  const minutes = seconds < 90 ? `${seconds.toFixed(0)} s` : `${(seconds / 60).toFixed(1)} min`;
  return [
    `## ${bar.name}`,
    "",
    bar.promise,
    "",
    `\`${bar.full}\` (${outcome}, ${minutes})`,
    "",
    "```text",
    ...figures,
    "```",
    "",
  ].join("\n");
}

/**
 * docs/bars.md with the sections of these results; sections of bars that did not run now are kept from `before`, and
 * those of bars that no longer exist are dropped.
 */
export function barsPage(table: readonly Bar[], results: readonly BarResult[], before: string): string {
  const kept = new Map(
    before
      .split(/^(?=## )/m)
      .slice(1)
      .map((text) => [text.slice(3, text.indexOf("\n")), `${text.trimEnd()}\n`]),
  );
  for (const result of results) if (result.outcome !== "skipped") kept.set(result.bar.name, section(result));
  const machine = `${cpus().length} x ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node.js ${process.version}`;
  const intro = [
    "# Bars",
    "",
    "What Fettle promises, each with the command that measures it. `npm run bars` runs all of them and writes this page;",
    "`npm run bars -- --only NAME` renews one section. Last run on: ",
  ].join("\n");
  const sections = table.flatMap(({ name }) => kept.get(name) ?? []);
  return `${intro}${machine}.\n\n${sections.join("\n")}`;
}
