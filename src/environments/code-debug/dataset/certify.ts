/** From the rows of a dataset to a library of certified bugs: its own, and those that the operators make. */
import { z } from "zod";
import { FettleError } from "../../../core/errors.ts";
import { contentHash } from "../../../core/json.ts";
import type { Sandbox } from "../../../core/sandbox.ts";
import type { Exercise, Library, Mutant, Pair } from "../library.ts";
import { Certifier, NotCertified } from "./certifier.ts";
import type { Row } from "./rows.ts";

export interface CertifyOptions {
  /** Most bugs that operators make in one function. Default 6. */
  made?: number;
  /** Most of these whose accepted lines are searched, which takes most of the time. Default 2. */
  located?: number;
  /** Most pairs of them in one function. Default 4. */
  pairs?: number;
  onProgress?(done: number, total: number): void;
  signal?: AbortSignal;
}

/** A row that no task is made from. */
export interface Excluded {
  id: string;
  why: string;
}

export interface CertifiedDataset {
  library: Library;
  excluded: Excluded[];
}

/** Rows that are worked on at a time: more than any sandbox has slots for. */
const atATime = 8;

/**
 * Certifies every row: its reference passes its test, its bug does not, even with the examples learnt by heart. A row for
 * which that does not hold is excluded, with the reason. Same rows, same library. Throws FettleError `unscored` when the
 * sandbox fails.
 */
export async function certifyDataset(
  rows: readonly Row[],
  sandbox: Sandbox,
  { made = 6, located = 2, pairs = 4, onProgress = () => {}, signal }: CertifyOptions = {},
): Promise<CertifiedDataset> {
  const results: (Certified | Excluded)[] = [];
  let [next, done] = [0, 0];
  const work = async () => {
    for (let index = next++; index < rows.length; index = next++) {
      signal?.throwIfAborted();
      const row = rows[index] as Row;
      results[index] = await certifyRow(row, sandbox, { made, located, pairs });
      onProgress(++done, rows.length);
    }
  };
  await Promise.all(Array.from({ length: atATime }, work));
  const certified = results.filter((result) => "exercise" in result);
  const content = {
    exercises: certified.map(({ exercise }) => exercise),
    mutants: certified.flatMap(({ mutants }) => mutants),
    pairs: certified.flatMap(({ pairs: own }) => own),
    heldOut: { validation: 0.1, test: 0.2 },
  };
  const excluded = results.filter((result) => "why" in result);
  return { library: { ...content, hash: hashOf(content) }, excluded };
}

const keptSchema = z.object({
  library: z.looseObject({ hash: z.string() }),
  excluded: z.array(z.object({ id: z.string(), why: z.string() })),
});

/** Whether data is what `certifyDataset` gave and not damaged since: the library's hash is that of its content. */
export function isCertified(data: unknown): data is CertifiedDataset {
  const kept = keptSchema.safeParse(data);
  if (!kept.success) return false;
  const { hash, ...content } = kept.data.library;
  return hash === hashOf(content);
}

const hashOf = (content: object): string => contentHash(content).slice(0, 12);

interface Certified {
  exercise: Exercise;
  mutants: Mutant[];
  pairs: Pair[];
}

async function certifyRow(
  row: Row,
  sandbox: Sandbox,
  most: { made: number; located: number; pairs: number },
): Promise<Certified | Excluded> {
  const id = row.task_id;
  try {
    const certifier = await Certifier.open(row, sandbox);
    const own = await certifier.own(row);
    const { mutants, edited } = await certifier.made(most, own.body);
    return {
      exercise: certifier.exercise,
      mutants: [own, ...mutants],
      pairs: await certifier.pairs(edited, most.pairs),
    };
  } catch (error) {
    if (error instanceof NotCertified || (FettleError.isInstance(error) && error.code === "no_task"))
      return { id, why: error.message };
    throw error;
  }
}
