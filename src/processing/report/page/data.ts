import type { PageGroup, PageIndex } from "../data.ts";

/** JSON of a data block. Throws an Error when the page was cut off. */
function block(id: string): string {
  const text = document.getElementById(id)?.textContent;
  if (!text) throw new Error("This page is not complete.");
  return text;
}

export function readIndex(): PageIndex {
  return JSON.parse(block("index"));
}

const kept = new Map<number, PageGroup>();
const mostKept = 50;

/** The group at a row of the list; only those looked at lately are kept parsed. */
export function readGroup(row: number): PageGroup {
  const known = kept.get(row);
  const group: PageGroup = known ?? JSON.parse(block(`group-${row}`));
  kept.delete(row);
  kept.set(row, group);
  for (const oldest of kept.keys()) {
    if (kept.size <= mostKept) break;
    kept.delete(oldest);
  }
  return group;
}
