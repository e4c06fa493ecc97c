import { catalogue } from "../../src/environments/api-debug/catalogue/index.ts";
import { openApiDebug } from "../../src/environments/api-debug/index.ts";
import { faultLabels, type Label, meanings, responseIssues } from "../../src/environments/api-debug/vocabulary.ts";
import { hackReasons } from "./hack-reasons.ts";
import { levelsTable } from "./levels-table.ts";
import { markdownTable, replaceBlock } from "./markdown.ts";

/** docs/api-debug.md with its tables made from the environment. */
export function apiDebugPage(page: string): string {
  const { levels, roles } = openApiDebug();
  const operations = catalogue();
  const count = (of: "provider" | "domain") => new Set(operations.map((operation) => operation[of])).size;
  const labels = (names: readonly Label[]) => names.map((name) => [`\`${name}\``, `${meanings[name]}.`]);
  const policies = Object.entries(roles.agent?.policies ?? {}).filter(([, { kind }]) => kind === "hack");
  const blocks: Record<string, string> = {
    levels: levelsTable(levels),
    faults: markdownTable(["fault", "meaning"], labels(faultLabels)),
    issues: markdownTable(["issue", "meaning"], labels(responseIssues)),
    hacks: markdownTable(
      ["policy", "what it submits", "why it fails", "levels", "most it may earn"],
      policies.map(([name, { about, levels: on, ceilings, belowBestConstant }]) => [
        `\`${name}\``,
        about,
        reasonFor(name),
        on?.join(", ") ?? "all",
        [
          ...Object.entries(ceilings ?? {}).map(([score, most]) => `${score} ${most}`),
          ...(belowBestConstant ? ["the best constant answer"] : []),
        ].join(", "),
      ]),
    ),
  };
  const size = `${operations.length} operations of ${count("provider")} providers in ${count("domain")} domains`;
  const sized = page.replace(
    /<!-- catalogue -->.*?<!-- \/catalogue -->/,
    `<!-- catalogue -->${size}<!-- /catalogue -->`,
  );
  return Object.entries(blocks).reduce((text, [name, block]) => replaceBlock(text, name, block), sized);
}

/** Throws an Error for a hack whose reason is missing. */
function reasonFor(name: string): string {
  const reason = hackReasons[name];
  if (reason === undefined) throw new Error(`scripts/docs/hack-reasons.ts does not say why "${name}" fails.`);
  return reason;
}
