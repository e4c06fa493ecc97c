import type { AnyCommand, Argument } from "../../src/cli/command.ts";
import { commands } from "../../src/cli/commands.ts";
import { type Option, type OptionTable, shapeOf } from "../../src/cli/options.ts";
import { commonFlags, showDefault } from "../../src/cli/program.ts";
import { markdownTable } from "./markdown.ts";

/** docs/cli.md, from the option tables. */
export async function cliPage(): Promise<string> {
  const sections = await Promise.all(
    commands.map(async ({ name, about, load }) => commandSection(name, about, await load())),
  );
  const common = commonFlags.map(([flag, about]) => [`\`${flag}\``, about]);
  return [
    "# Command line",
    "",
    "Made from the option tables by `npm run docs`.",
    "",
    "A flag wins over its environment variable, which wins over the configuration file (`--config`), which wins over the",
    "default. In the file, options have their names in camel case (`groupSize`). Every command also takes:",
    "",
    markdownTable(["flag", "meaning"], common),
    "",
    "With `--json`, stdout holds one JSON value a line and nothing else; progress and messages always go to stderr.",
    "Exit codes: 0 done; 1 a check did not hold; 2 unusable input; 3 a service failed; 70 a defect of ours; 130",
    "interrupted. [Errors](errors.md) lists them by name.",
    "",
    ...sections,
  ].join("\n");
}

function commandSection(name: string, about: string, command: AnyCommand): string {
  const args: [string, Argument][] = Object.entries(command.arguments);
  const usage = ["fettle", name, ...args.map(([key, { optional }]) => (optional ? `[${key}]` : `<${key}>`))].join(" ");
  const options: OptionTable = command.options;
  const rows = Object.entries(options).map(([key, entry]) => optionRow(key, entry));
  return [
    `## fettle ${name}`,
    "",
    `${about}.`,
    "",
    "```text",
    `${usage} [options]`,
    "```",
    "",
    ...args.map(([key, argument]) => `- \`${key}\`: ${argument.about}.`),
    ...(args.length > 0 ? [""] : []),
    ...(rows.length > 0 ? [markdownTable(["option", "meaning", "default"], rows), ""] : []),
    ...(command.examples.length > 0
      ? [
          "```sh",
          ...command.examples.map(([line, what]: readonly [string, string]) => `fettle ${line}   # ${what}`),
          "```",
          "",
        ]
      : []),
  ].join("\n");
}

function optionRow(name: string, entry: Option): string[] {
  const { flag, about, kind, default: fallback, required, choices } = shapeOf(name, entry);
  const choice = choices && `${kind === "list" ? "Any" : "One"} of ${choices.join(", ")}.`;
  const notes = [choice, entry.env && `Environment: \`${entry.env}\`.`];
  const given = kind === "switch" || showDefault(fallback) === "" ? "" : `\`${showDefault(fallback)}\``;
  return [`\`${flag}\``, [`${about}.`, ...notes.filter(Boolean)].join(" "), required ? "required" : given];
}
