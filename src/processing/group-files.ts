import { LineFile } from "../rollouts/line-file.ts";
import { scoredGroup } from "../rollouts/scored-group.ts";
import { TraceReader } from "../rollouts/trace-reader.ts";
import { rowsOf } from "./formats/index.ts";
import type { FinishedGroup } from "./group-ledger.ts";
import type { ProcessPlan } from "./plan.ts";
import type { ReportWriter } from "./report/writer.ts";
import type { ProcessSummary, ProcessTally } from "./summary.ts";

/** UTF-16 units that may wait for the disk. */
const mostWaiting = 16 << 20;

/** Writes finished groups, read back from the run folder one by one, into the file and the page beside it. */
export class GroupFiles {
  readonly #plan: ProcessPlan;
  readonly #tally: ProcessTally;
  readonly #reader: TraceReader;
  readonly #rows: LineFile;
  readonly #report: ReportWriter | null;

  private constructor(
    plan: ProcessPlan,
    tally: ProcessTally,
    reader: TraceReader,
    rows: LineFile,
    report: ReportWriter | null,
  ) {
    this.#plan = plan;
    this.#tally = tally;
    this.#reader = reader;
    this.#rows = rows;
    this.#report = report;
  }

  /** The run folder must be open. Throws FettleError `bad_input_file` for a file that cannot be written. */
  static async open(plan: ProcessPlan, tally: ProcessTally): Promise<GroupFiles> {
    const rows = await LineFile.create(plan.out);
    rows.write("");
    const reader = await TraceReader.open(plan.run);
    if (plan.report === null) return new GroupFiles(plan, tally, reader, rows, null);
    const { ReportWriter } = await import("./report/writer.ts");
    return new GroupFiles(plan, tally, reader, rows, await ReportWriter.create(plan));
  }

  async write(groups: Iterable<FinishedGroup>): Promise<void> {
    const { environment, format } = this.#plan;
    for (const { index, spans } of groups) {
      const traces = await Promise.all(spans.map((span) => this.#reader.read(span)));
      const group = scoredGroup(environment, traces);
      const rows = rowsOf(group, format);
      for (const row of rows) this.#rows.write(`${JSON.stringify(row)}\n`);
      this.#tally.finished(group, rows.length);
      this.#report?.add(group, index);
      // A disk slower than the policy must not fill the memory.
      if (this.#rows.backlog > mostWaiting) await this.flush();
    }
    await this.flush();
  }

  async flush(): Promise<void> {
    await this.#rows.flush();
    await this.#report?.flush();
  }

  /** Completes the page. */
  async finish(summary: ProcessSummary): Promise<void> {
    await this.#report?.finish(summary);
  }

  async close(): Promise<void> {
    try {
      await this.#rows.close();
    } finally {
      await this.#reader.close();
      await this.#report?.close();
    }
  }
}
