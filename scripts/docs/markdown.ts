/** A GitHub table. Bars and line breaks in cells are escaped. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** `page` with what stands between `<!-- NAME -->` and `<!-- /NAME -->` replaced. Throws when the marks are missing. */
export function replaceBlock(page: string, name: string, text: string): string {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [page.indexOf(open), page.indexOf(close)];
  if (from < 0 || to < from) throw new Error(`The marks ${open} and ${close} are missing.`);
  return `${page.slice(0, from + open.length)}\n${text.trim()}\n${page.slice(to)}`;
}
