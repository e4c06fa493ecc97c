import { builtInLibrary } from "../../src/environments/code-debug/built-in.ts";
import { openCodeDebug } from "../../src/environments/code-debug/index.ts";
import { bugTypes } from "../../src/environments/code-debug/mutation/mutant.ts";
import { operators } from "../../src/environments/code-debug/mutation/operators/index.ts";
import { codeHackReasons } from "./code-hack-reasons.ts";
import { levelsTable } from "./levels-table.ts";
import { markdownTable, replaceBlock } from "./markdown.ts";

/** docs/code-debug.md with its tables made from the environment. */
export function codeDebugPage(page: string): string {
  const { levels, roles } = openCodeDebug();
  const { exercises, mutants, pairs } = builtInLibrary();
  const hacks = Object.entries(roles.agent?.policies ?? {}).filter(([, { kind }]) => kind === "hack");
  const blocks: Record<string, string> = {
    bugs: markdownTable(
      ["type", "operators", "certified bugs"],
      bugTypes.map((type) => [
        type,
        operators
          .filter(({ bugType }) => bugType === type)
          .map(({ name }) => `\`${name}\``)
          .join(", "),
        String(mutants.filter(({ bugType }) => bugType === type).length),
      ]),
    ),
    levels: levelsTable(levels),
    hacks: markdownTable(
      ["policy", "what it submits", "why it fails", "levels"],
      hacks.map(([name, { about, levels: on }]) => [
        `\`${name}\``,
        about,
        reasonFor(name),
        on === undefined ? "all" : on.length > 1 ? "repairs" : on.join(", "),
      ]),
    ),
  };
  const topics = new Set(exercises.map(({ topic }) => topic)).size;
  const size = `built-in corpus (${exercises.length} functions on ${topics} topics, ${mutants.length} bugs, ${pairs.length} pairs)`;
  const sized = page.replace(/<!-- corpus -->.*?<!-- \/corpus -->/, `<!-- corpus -->${size}<!-- /corpus -->`);
  return Object.entries(blocks).reduce((text, [name, block]) => replaceBlock(text, name, block), sized);
}

/** Throws an Error for a hack whose reason is missing. */
function reasonFor(name: string): string {
  const reason = codeHackReasons[name];
  if (reason === undefined) throw new Error(`scripts/docs/code-hack-reasons.ts does not say why "${name}" fails.`);
  return reason;
}
