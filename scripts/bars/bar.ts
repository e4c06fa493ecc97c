/** A promise of the project, kept by a command that measures it. */
export interface Bar {
  /** Kebab-case; `npm run bars -- --only NAME`. */
  name: string;
  /** What has to hold. */
  promise: string;
  /** Shell command behind docs/bars.md. */
  full: string;
  /** Shell command for `.ci/run`, the same one when absent; null when a short form would say nothing. */
  reduced?: string | null;
  /** Which of the lines printed are the figures; the last one when absent. */
  figures?: RegExp;
  /** Minutes after which it counts as failed, reduced and full. */
  minutes: [reduced: number, full: number];
  /** Needs the Python packages of `interop/setup.sh trl atropos metrics`. */
  python?: boolean;
  /** Environment variable that has to name a file, for a bar over data that is not part of the project. */
  file?: string;
}

export interface BarResult {
  bar: Bar;
  outcome: "held" | "broken" | "skipped";
  /** Lines with the figures, or why it was skipped or broke. */
  figures: string[];
  seconds: number;
}
