import type { Values } from "./values.ts";

/** Where what is measured is written. */
export interface MetricsSink {
  /** The last step written by an earlier session, as far as it is kept; 0 when there is none. */
  readonly last: number;
  /**
   * Writes what was measured at a step; steps rise. `group` is put before the names of TensorBoard's curves
   * (`evaluate/return`). Throws FettleError `bad_run_folder` when it cannot be written.
   */
  write(step: number, values: Values, group?: string): void;
  close(): void;
}
