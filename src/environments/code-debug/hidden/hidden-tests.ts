import type { PreparedTask, Sandbox } from "../../../core/sandbox.ts";

export interface HiddenOptions {
  /** Names the drawing: the same seed draws the same inputs. */
  seed: string | number;
  /** Most inputs to draw. Default 24. */
  count?: number;
}

/**
 * A test that is not shown: inputs made by changing recorded ones, with what the reference gives for them. Grade with it
 * like with the task itself. null when no changed input is one the reference is sure of.
 */
export async function hiddenTests(
  _sandbox: Sandbox,
  _task: PreparedTask,
  _options: HiddenOptions,
): Promise<PreparedTask | null> {
  return null;
}
