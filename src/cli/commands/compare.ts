import { defineCommand } from "../command.ts";

export const compare = defineCommand({
  arguments: { a: { about: "Folder of one evaluation" }, b: { about: "Folder of the other" } },
  options: {},
  examples: [["compare runs/new runs/old", "paired differences, new minus old, on the tasks both finished"]],
  async run({ arguments: { a, b } }, terminal) {
    const { compare: between } = await import("../../evaluation/compare.ts");
    const { comparisonTable } = await import("../../evaluation/report.ts");
    const comparison = await between(a, b);
    terminal.result(comparison, comparisonTable(comparison));
    return 0;
  },
});
