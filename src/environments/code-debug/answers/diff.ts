/** Unified diffs as models write them: line numbers and counts are often wrong, so hunks are found by their lines. */

interface Hunk {
  /** Line of the original it claims to start at, counted from 1; null when it does not say. */
  at: number | null;
  lines: { mark: " " | "-" | "+"; text: string }[];
}

/** Longest diff that is applied, in lines: finding hunks takes time in the square of it. */
const mostLines = 2000;

const header = /^@@(?:\s*-(\d+)(?:,\d+)?\s+\+\d+(?:,\d+)?\s*@@)?/;

/** Whether a text reads as a diff: a hunk's header or a pair of file names, and lines that go or come. */
export function looksLikeDiff(text: string): boolean {
  const marked = /^@@/m.test(text) || (/^--- /m.test(text) && /^\+\+\+ /m.test(text));
  return marked && /^[-+](?![-+]{2} )/m.test(text);
}

/** The source after a diff, or what is wrong with the diff. */
export function applyDiff(source: string, diff: string): { source: string } | { problem: string } {
  const lines = source.replace(/\n$/, "").split("\n");
  if (diff.split("\n", mostLines + 1).length > mostLines)
    return { problem: `the diff is longer than ${mostLines} lines` };
  const hunks = hunksOf(diff);
  const texts = (hunk: Hunk, without: string) =>
    hunk.lines.filter(({ mark }) => mark !== without).map(({ text }) => text);
  if (hunks.every((hunk) => texts(hunk, "+").join("\n") === texts(hunk, "-").join("\n")))
    return { problem: "the diff changes nothing" };
  let shift = 0;
  for (const [index, hunk] of hunks.entries()) {
    const before = texts(hunk, "+");
    const place = locate(lines, before, hunk.at === null ? null : hunk.at - 1 + shift);
    if (place === null) return { problem: `hunk ${index + 1} of the diff does not fit the code` };
    // Context stays as it is in the source, whatever spaces the diff gives it.
    const after: string[] = [];
    let next = place;
    for (const { mark, text } of hunk.lines) {
      if (mark === "+") after.push(text);
      else if (mark === " ") after.push(lines[next++] ?? text);
      else next++;
    }
    lines.splice(place, before.length, ...after);
    shift += after.length - before.length;
  }
  return { source: `${lines.join("\n")}\n` };
}

function hunksOf(diff: string): Hunk[] {
  const hunks: Hunk[] = [];
  let current: Hunk | null = null;
  const lines = diff.replaceAll("\r\n", "\n").replace(/\n$/, "").split("\n");
  for (const [index, line] of lines.entries()) {
    const match = header.exec(line);
    if (match) {
      current = { at: match[1] === undefined ? null : Number(match[1]), lines: [] };
      hunks.push(current);
      continue;
    }
    if (/^(?:diff |index |\\ )/.test(line)) continue;
    if (line.startsWith("--- ") && lines[index + 1]?.startsWith("+++ ")) continue;
    if (line.startsWith("+++ ") && lines[index - 1]?.startsWith("--- ")) {
      // Without a header of its own what follows is one hunk.
      current = { at: null, lines: [] };
      hunks.push(current);
      continue;
    }
    if (!current) continue;
    const mark = line[0];
    if (mark === "-" || mark === "+" || mark === " ") current.lines.push({ mark, text: line.slice(1) });
    // Models drop the space before an empty line of context.
    else current.lines.push({ mark: " ", text: line });
  }
  for (const { lines: own } of hunks) while (own.at(-1)?.mark === " " && own.at(-1)?.text === "") own.pop();
  return hunks.filter(({ lines: own }) => own.length > 0);
}

/** The line at which `wanted` stands, the nearest to `hint`; without a hint it has to be the only place. */
function locate(lines: readonly string[], wanted: readonly string[], hint: number | null): number | null {
  if (wanted.length === 0) return hint === null ? null : Math.min(Math.max(hint, 0), lines.length);
  const same = (at: number) => wanted.every((line, i) => lines[at + i]?.trimEnd() === line.trimEnd());
  const places = lines.map((_, at) => at).filter(same);
  if (hint === null) return places.length === 1 ? (places[0] ?? null) : null;
  return places.sort((a, b) => Math.abs(a - hint) - Math.abs(b - hint))[0] ?? null;
}
