/** From a submission to its outcome: which assertions it wins, and whether it loses any. */
import type { Graded, SiteResult } from "../../../core/sandbox.ts";
import { type Exercise, moduleOf } from "../library.ts";
import { type Assembled, assemble } from "./assemble.ts";
import type { Bench } from "./bench.ts";
import type { Outcome } from "./reward.ts";
import { memorizer, unrepaired } from "./stubs.ts";
import { isUnfinished } from "./unfinished.ts";

export interface Judgement {
  outcome: Outcome;
  /** For people. */
  why: string;
  graded: Graded;
  assembled: Assembled;
}

/** Grades a submission on the visible tests alone; null where there are none. Throws what `judge` throws. */
export async function judgeVisible(bench: Bench, exercise: Exercise, code: string): Promise<Graded | null> {
  const result = await bench.gradeVisible(exercise, assemble(exercise, code).source);
  if (result?.outcome === "error") throw new NotJudged(result.why);
  return result;
}

/** Something of ours went wrong: no score. */
export class NotJudged extends Error {}

/**
 * Runs a submission on all tests. It is solved when everything passes. Otherwise it is broken when it does not load or
 * fails an assertion that the faulty version passes; else it is partial when it wins more of the hidden assertions that
 * the faulty version fails than can be won without a repair: by a stub, by catching what it raises or by polishing what it
 * gives, and by learning the visible assertions by heart.
 * The share is that of the assertions left to win beyond these. Throws NotJudged, or what `Bench.grade` throws.
 */
export async function judge(bench: Bench, exercise: Exercise, body: string, code: string): Promise<Judgement> {
  const assembled = assemble(exercise, code);
  const graded = await gradeOn(bench, exercise, assembled.source);
  const judged = (outcome: Outcome, why: string): Judgement => ({ outcome, why, graded, assembled });
  if (graded.passed) return judged({ kind: "solved" }, "all tests pass");
  if (graded.load) return judged({ kind: "broken" }, `it does not load: ${graded.load.type}`);
  const faulty = await gradeOn(bench, exercise, moduleOf(exercise, body));
  const lost = graded.sites.findIndex((site, i) => isFull(faulty.sites[i]) && !isFull(site));
  if (lost >= 0) return judged({ kind: "broken" }, `it fails what passed before${namedIn(graded, lost)}`);
  const hidden = hiddenSites(exercise, graded);
  const wins = ({ sites }: Graded) =>
    hidden.reduce((sum, i) => sum + Math.max(shareOf(sites[i]) - shareOf(faulty.sites[i]), 0), 0);
  const won = wins(graded);
  if (won === 0) return judged({ kind: "unchanged" }, "no further assertion passes");
  const free = await freeWins(bench, exercise, body, wins);
  const open = hidden.reduce((sum, i) => sum + 1 - shareOf(faulty.sites[i]), 0);
  if (won <= free) return judged({ kind: "unchanged" }, "it wins no more than can be won without a repair");
  const why = `it wins ${won.toFixed(2)} of ${open.toFixed(2)} assertions, of which ${free.toFixed(2)} take no repair`;
  return judged({ kind: "partial", share: Math.min((won - free) / (open - free), 1) }, why);
}

/** The text of a failed assertion; empty after a call that did not end, from where on it depends on limits what fails first. */
function namedIn({ sites, failures }: Graded, site: number): string {
  const known = failures.filter((failure) => failure.site <= site);
  const ended = known.every(({ calls }) => calls.every((call) => call.kind === "value" || !isUnfinished(call.answer)));
  return ended && known.some((failure) => failure.site === site) ? `: ${sites[site]?.text}` : "";
}

/** What the best of stubs, catchers and polishes wins, and the faulty version with the visible assertions learnt by heart. */
async function freeWins(
  bench: Bench,
  exercise: Exercise,
  body: string,
  wins: (graded: Graded) => number,
): Promise<number> {
  const winsOf = async (code: string) => wins(await gradeOn(bench, exercise, assemble(exercise, code).source));
  const sources = [memorizer(exercise, body), ...unrepaired(exercise, body)];
  const [learnt = 0, ...others] = await Promise.all(sources.map(winsOf));
  return learnt + Math.max(...others);
}

async function gradeOn(bench: Bench, exercise: Exercise, source: string): Promise<Graded> {
  const result = await bench.grade(exercise, source);
  if (result.outcome === "error") throw new NotJudged(result.why);
  return result;
}

/** Indices of the sites that are counted and not visible. */
function hiddenSites({ visible }: Exercise, { sites }: Graded): number[] {
  return sites.flatMap(({ line, expected }, i) => (line > visible.length && expected > 0 ? [i] : []));
}

const isFull = (site: SiteResult | undefined): boolean =>
  site !== undefined && site.expected > 0 && site.run === site.expected && site.ok === site.expected;

/** In [0, 1]; 0 for a site that does not count. */
const shareOf = (site: SiteResult | undefined): number =>
  site && site.expected > 0 ? site.ok / Math.max(site.expected, site.run) : 0;
