import { createHash } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { inOrder } from "../../core/printable.ts";
import { fileFailure } from "../../rollouts/files.ts";
import { LineFile } from "../../rollouts/line-file.ts";
import type { ScoredGroup } from "../../rollouts/scored-group.ts";
import { type ProcessPlan, placeOf } from "../plan.ts";
import type { ProcessSummary } from "../summary.ts";
import { pageAssets } from "./assets.ts";
import type { PageIndex, PageRow } from "./data.ts";
import { pageGroup } from "./page-group.ts";

/**
 * Writes the page beside a file: one HTML file that needs nothing else. Groups go out as they come, each as JSON text of
 * its own, so that neither writing nor opening the page needs all of them in memory. The page is put in place when it is
 * complete.
 */
export class ReportWriter {
  readonly #plan: ProcessPlan;
  readonly #path: string;
  readonly #file: LineFile;
  readonly #script: string;
  readonly #rows: PageRow[] = [];
  #open = true;

  private constructor(plan: ProcessPlan, path: string, file: LineFile, script: string) {
    this.#plan = plan;
    this.#path = path;
    this.#file = file;
    this.#script = script;
  }

  /** `plan.report` names the page. Throws FettleError `bad_input_file`. */
  static async create(plan: ProcessPlan): Promise<ReportWriter> {
    const path = plan.report ?? "";
    const { script, style } = await pageAssets();
    const file = await LineFile.create(join(dirname(path), `.${basename(path)}.part`));
    file.write(head(script, style));
    return new ReportWriter(plan, path, file, script);
  }

  /** Groups beyond `reportGroups` are left out. */
  add(group: ScoredGroup, index: number): void {
    if (this.#rows.length >= this.#plan.reportGroups) return;
    this.#file.write(dataBlock(`group-${this.#rows.length}`, pageGroup(group)));
    this.#rows.push({
      index,
      level: placeOf(this.#plan, index).level,
      scores: [...group.scores],
      solved: group.traces.filter(({ solved }) => solved).length,
    });
  }

  async flush(): Promise<void> {
    await this.#file.flush();
  }

  async finish({ environment, version, model, groups, episodes }: ProcessSummary): Promise<void> {
    const { least, most, mean, count, solved } = episodes;
    const index: PageIndex = {
      file: basename(this.#plan.out),
      ...{ environment, version, model, mean, split: this.#plan.split },
      rows: this.#rows,
      finished: groups.finished,
      planned: groups.planned,
      incomplete: groups.incomplete,
      solved: count > 0 ? solved / count : null,
      range: [Math.min(0, least ?? 0), Math.max(1, most ?? 1)],
    };
    this.#file.write(`${dataBlock("index", index)}<script type="module">${this.#script}</script>\n</body>\n</html>\n`);
    this.#open = false;
    await this.#file.close();
    await rename(this.#file.path, this.#path).catch((error: unknown) => {
      throw fileFailure(this.#path, error);
    });
  }

  /** Removes what was not finished. */
  async close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    await this.#file.close();
    await rm(this.#file.path, { force: true });
  }
}

/** No text of a model, a task or a file name is part of the markup: it is all in the data blocks. */
function head(script: string, style: string): string {
  const policy = [
    "default-src 'none'",
    `script-src '${sourceHash(script)}'`,
    `style-src '${sourceHash(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Groups of rollouts</title>
<style>${style}</style>
</head>
<body>
<noscript>This page needs JavaScript. It loads nothing from anywhere.</noscript>
<div id="app"></div>
`;
}

/** A source of a Content-Security-Policy: the only inline code that may run. */
function sourceHash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/**
 * JSON inside HTML: without "<" nothing in it can end the block or begin a comment. What turns text round is spelled out
 * in it (`\u202e`), so that the page shows every text as it is written.
 */
function dataBlock(id: string, value: unknown): string {
  const json = JSON.stringify(value, (_, part: unknown) => (typeof part === "string" ? inOrder(part) : part));
  return `<script type="application/json" id="${id}">${json.replaceAll("<", "\\u003c")}</script>\n`;
}
