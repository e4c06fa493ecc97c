import { closing } from "../answers/python-text.ts";

/** Stands for the call of the function within an assertion. */
export const hole = "\u25a1";

/** What is compared with what: an expression with the hole, `□` for the result itself. */
export type Comparison = string;

/** Assertions are kept up to this length, and cut there. */
const longestSite = 200;

/**
 * How a test compares results, told from the texts of its assertions: `sorted(□)` when it does not look at the order, say.
 * null when that cannot be told, or differs: then a right answer may differ from the reference's.
 */
export function comparisonOf(sites: readonly string[], entry: string): Comparison | null {
  const found = new Set<Comparison>();
  for (const site of sites) {
    const shape = shapeOf(site, entry);
    if (shape === null) return null;
    if (shape !== "") found.add(shape);
  }
  const special = [...found].filter((shape) => shape !== hole);
  return special.length > 1 ? null : (special[0] ?? (found.size > 0 ? hole : null));
}

/** The shape of one assertion; "" when it says nothing, null when it compares in a way that is not understood. */
function shapeOf(site: string, entry: string): Comparison | "" | null {
  const call = new RegExp(`(?<![\\w.])${entry}\\(`, "g");
  let shape = site;
  let calls = 0;
  for (let at = shape.search(call); at >= 0; at = shape.search(call)) {
    const end = closing(shape, at + entry.length, "(", ")");
    if (end === null) return site.length >= longestSite ? "" : null;
    shape = shape.slice(0, at) + hole + shape.slice(end + 1);
    calls++;
  }
  // Calls that are compared with each other, as in `f(x) == f(y)`, tell nothing of how results are compared.
  if (calls > 1) return "";
  if (calls === 0) return /^(?:True|1)$/.test(site) ? "" : null;
  if (near.some((pattern) => pattern.test(shape)) || plain.some((pattern) => pattern.test(shape))) return hole;
  const side = /^(.+?) == (.+)$/
    .exec(shape)
    ?.slice(1)
    .find((text) => text.includes(hole));
  if (side === undefined) return null;
  return eachOf.test(side) ? hole : side;
}

/** The result itself is compared, or stands for true or false. */
const plain = [/^□$/, /^not □$/, /^□ (?:==|is|is not|!=|in) /, / (?:==|is) □$/];

/** Numbers are compared within a tolerance, as is done here with all of them. */
const near = [
  /^(?:abs|math\.fabs|fabs)\(□ - .+\) <=? [\d.e-]+$/,
  /^(?:abs|math\.fabs|fabs)\(.+ - □\) <=? [\d.e-]+$/,
  /\bisclose\(□, /,
];

/** `[f(x) for x in ...]`: every result is compared as it is. */
const eachOf = /^[[({]□ for [^□]+[\])}]$/;
