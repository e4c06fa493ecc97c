import { contentHash } from "../../core/json.ts";
import type { Split } from "../../core/splits.ts";
import type { Library } from "./library.ts";

/** The split of every exercise, fixed by the names alone: the test part, then the validation part, the rest trains. */
export function splitExercises({ exercises, heldOut }: Library): ReadonlyMap<string, Split> {
  const ranked = exercises.map(({ id }) => ({ id, rank: contentHash(`code-debug/${id}`) }));
  ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const test = Math.round(exercises.length * heldOut.test);
  const validation = Math.round(exercises.length * heldOut.validation);
  const splitAt = (index: number): Split =>
    index < test ? "test" : index < test + validation ? "validation" : "train";
  return new Map(ranked.map(({ id }, index) => [id, splitAt(index)]));
}
