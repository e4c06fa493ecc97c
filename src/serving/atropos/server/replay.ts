/** How a journal is read again, line by line: everything the server knew when it stopped. */
import { z } from "zod";
import { FettleError } from "../../../core/errors.ts";
import { isKept, type Place } from "./journal.ts";
import {
  applyChange,
  changeSchema,
  emptyState,
  groupSchema,
  type RolloutState,
  stateSchema,
  submitGroups,
} from "./state.ts";

/** What a submission came to: per group, null where it went to the queue, else the sequences that wait (see state.ts). */
export type Receipt = (number | null)[];

/** Submissions whose keys are remembered. */
const mostKeys = 8192;

const receiptSchema = z.array(z.int().nullable());
const placeSchema = z.object({ offset: z.int(), length: z.int() });
const submissionSchema = z.object({
  op: z.literal("submit"),
  key: z.string().nullable(),
  groups: z.array(groupSchema.omit({ id: true })),
  /** Bytes of each text. */
  lengths: z.array(z.int()),
});
/** First line after the kept texts of a journal that was rewritten. */
export const snapshotSchema = z.object({
  op: z.literal("snapshot"),
  state: stateSchema,
  places: z.array(z.tuple([z.int(), placeSchema])),
  keys: z.array(z.tuple([z.string(), receiptSchema])),
});
/** In a line with texts, what comes before the first of them. */
export const textsFrom = '"data":[';

export interface Submission {
  key: string | null;
  groups: readonly { env: number | null; size: number }[];
  places: readonly Place[];
}

/** Takes a submission in, the same way when it comes and when it is read again. */
export function submitted(
  state: RolloutState,
  places: Map<number, Place>,
  keys: Map<string, Receipt>,
  { key, groups, places: texts }: Submission,
): Receipt {
  for (const [i, place] of texts.entries()) places.set(state.nextGroup + i, place);
  const receipt = submitGroups(
    state,
    groups.map(({ env, size }) => ({ env, size })),
  );
  if (key !== null) {
    keys.set(key, receipt);
    const [oldest] = keys.keys();
    if (keys.size > mostKeys && oldest !== undefined) keys.delete(oldest);
  }
  return receipt;
}

/** Rebuilds everything from the lines of a journal. */
export class Replay {
  readonly #folder: string;
  state = emptyState();
  places = new Map<number, Place>();
  keys = new Map<string, Receipt>();
  #lines = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Throws FettleError `bad_run_folder` for a line that is none. */
  read(line: string, offset: number): void {
    this.#lines++;
    if (isKept(line)) return;
    try {
      if (line.startsWith('{"op":"submit"')) this.#submission(line, offset);
      else if (line.startsWith('{"op":"snapshot"')) this.#snapshot(line);
      else applyChange(this.state, changeSchema.parse(JSON.parse(line)));
    } catch (cause) {
      throw new FettleError("bad_run_folder", `Line ${this.#lines} of the journal in ${this.#folder} cannot be read.`, {
        hint: "Was it written by another version, or edited? Restore it, or use another folder.",
        cause,
      });
    }
  }

  #submission(line: string, offset: number): void {
    const head = line.slice(0, line.indexOf(textsFrom) + textsFrom.length);
    const { key, groups, lengths } = submissionSchema.parse(JSON.parse(`${head}]}`));
    let at = offset + Buffer.byteLength(head);
    const places = lengths.map((length) => {
      const place = { offset: at, length };
      at += length + 1;
      return place;
    });
    submitted(this.state, this.places, this.keys, { key, groups, places });
  }

  #snapshot(line: string): void {
    const { state, places, keys } = snapshotSchema.parse(JSON.parse(line));
    this.state = state;
    this.places = new Map(places);
    this.keys = new Map(keys);
  }
}
