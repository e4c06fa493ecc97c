import { FettleError } from "../../core/errors.ts";
import { offeredBy } from "./faults/index.ts";
import { type Stray, straysOf } from "./faults/strays.ts";
import type { Operation } from "./operation.ts";
import type { FaultLabel } from "./vocabulary.ts";

/** The operations that a split draws from. */
export class Pool {
  readonly operations: readonly Operation[];
  #strays: readonly Stray[] | undefined;
  #leaks: readonly Stray[] | undefined;
  readonly #byLabels = new Map<string, readonly Operation[]>();

  constructor(operations: readonly Operation[]) {
    this.operations = operations;
  }

  /** Members that requests of these operations know. */
  get strays(): readonly Stray[] {
    this.#strays ??= straysOf(this.operations.flatMap(({ body }) => (body ? [body.schema] : [])));
    return this.#strays;
  }

  /** Members that answers of these operations know. */
  get leaks(): readonly Stray[] {
    this.#leaks ??= straysOf(this.operations.flatMap(({ success }) => (success.schema ? [success.schema] : [])));
    return this.#leaks;
  }

  /** Operations that may offer all of these faults; the list is shared, do not change it. */
  offering(labels: readonly FaultLabel[]): readonly Operation[] {
    const key = labels.join();
    let found = this.#byLabels.get(key);
    if (!found) {
      found = this.operations.filter((operation) => labels.every((label) => offeredBy(operation).has(label)));
      this.#byLabels.set(key, found);
    }
    return found;
  }
}

/** The error of a request for which no task can be certified. */
export function noTask({ level, split }: { level: string; split: string }, { operations }: Pool): FettleError {
  if (operations.length === 0)
    return new FettleError(
      "no_task",
      `There is no operation in the ${split} split: fewer than three are all in train. Ask for --split train, or give more.`,
    );
  return new FettleError("no_task", `No certified "${level}" task can be made from ${operations.length} operations.`, {
    hint: "Give documents with more operations, or ask for another level.",
  });
}
