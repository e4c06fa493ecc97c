import Table from "cli-table3";
import { environments as registry } from "../../environments/registry.ts";
import { defineCommand } from "../command.ts";

export const environments = defineCommand({
  arguments: {},
  options: {},
  examples: [["environments --json", "the same, for programs"]],
  async run(_input, terminal) {
    const found = await Promise.all(Object.values(registry).map((open) => open()));
    const data = found.map(({ name, version, description, levels }) => ({ name, version, description, levels }));
    const text = data.map(({ name, version, description, levels }) => {
      const table = new Table({
        head: ["level", "skill", "turns", "promotes at"],
        style: { head: [], border: [] },
      });
      for (const level of levels) table.push([level.name, level.skill, level.maxTurns, level.promoteAt ?? "last"]);
      return `${name} ${version}: ${description}\n${table.toString()}`;
    });
    terminal.result(data, text.join("\n\n"));
    return 0;
  },
});
