import { type Field, fields } from "../../src/cli/atropos/fields.ts";
import { flagOf } from "../../src/cli/options.ts";
import { markdownTable, replaceBlock } from "./markdown.ts";

/** docs/process.md with its table of Atropos' flags, from the table that reads them. */
export function processPage(page: string): string {
  const rows = Object.entries(fields).map(([name, field]) => [`\`--${name}\``, meaning(field)]);
  return replaceBlock(page, "flags", markdownTable(["flag", "comes to"], rows));
}

function meaning(field: Field): string {
  if ("ignored" in field) return `nothing: ${field.ignored}`;
  if ("variable" in field) return `the environment variable \`${field.variable}\``;
  if ("refused" in field) return `refused, unless off: ${field.refused.replace(/--extra '.*?'/, "`$&`")}`;
  const notes = [field.about, field.only && `${field.only} only`].filter(Boolean);
  return `\`--${flagOf(field.option)}\`${notes.length > 0 ? ` (${notes.join("; ")})` : ""}`;
}
