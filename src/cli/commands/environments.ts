import Table from "cli-table3";
import type { AnyEnvironment } from "../../core/environment.ts";
import type { LoadedDocuments } from "../../environments/api-debug/openapi/load.ts";
import { environments as registry } from "../../environments/registry.ts";
import { plain } from "../../evaluation/plain-table.ts";
import { defineCommand } from "../command.ts";
import { taskOptions } from "../environments.ts";

export const environments = defineCommand({
  arguments: {},
  options: { openapi: taskOptions.openapi },
  examples: [
    ["environments", "names, levels, turns, thresholds"],
    ["environments --openapi ./specs", "what api-debug can use of your documents, and what it skips and why"],
  ],
  async run({ options: { openapi } }, terminal) {
    if (openapi.length > 0) {
      const { readDocuments } = await import("../../environments/api-debug/index.ts");
      const { documents, operations, skipped, rejected } = await readDocuments(openapi);
      terminal.result(
        { documents, usable: operations.map(({ id }) => id), skipped, rejected },
        documentsText({ documents, skipped, rejected }),
      );
      return 0;
    }
    const found = await Promise.all(Object.values(registry).map((open) => open()));
    const data = found.map(({ name, version, description, levels }) => ({ name, version, description, levels }));
    terminal.result(data, found.map(environmentText).join("\n\n"));
    return 0;
  },
});

function environmentText({ name, version, description, levels }: AnyEnvironment): string {
  const table = new Table({ head: ["level", "skill", "turns", "promotes at"], ...plain });
  for (const level of levels) table.push([level.name, level.skill, level.maxTurns, level.promoteAt ?? "last"]);
  return `${name} ${version}: ${description}\n${table.toString()}`;
}

function documentsText({ documents, skipped, rejected }: Omit<LoadedDocuments, "operations" | "hash">): string {
  const table = new Table({ head: ["document", "title", "usable", "skipped"], ...plain });
  for (const { file, title, usable, skipped: left } of documents) table.push([file, title, usable, left]);
  return [
    table.toString(),
    ...skipped.map(({ operation, reason }) => `skipped ${operation}: ${reason}`),
    // The reason names the file.
    ...rejected.map(({ reason }) => `not usable ${reason}`),
  ].join("\n");
}
