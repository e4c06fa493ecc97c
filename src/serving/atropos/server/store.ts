import type { z } from "zod";
import type { SubmittedGroup } from "./group.ts";
import { Journal, type Place } from "./journal.ts";
import { type Receipt, Replay, type snapshotSchema, submitted, textsFrom } from "./replay.ts";
import { applyChange, type Change, type RolloutState } from "./state.ts";

/**
 * The state with the journal behind it. A change is written first and applied then, both at once; `sync` says when it may
 * be acknowledged.
 */
export class RolloutStore {
  readonly #journal: Journal;
  readonly #state: RolloutState;
  readonly #places: Map<number, Place>;
  readonly #keys: Map<string, Receipt>;
  readonly #smallest: number;
  #rewriting: Promise<void> | null = null;
  /** Counts changes. */
  version = 0;

  private constructor(journal: Journal, { state, places, keys }: Replay, smallest: number) {
    this.#journal = journal;
    this.#state = state;
    this.#places = places;
    this.#keys = keys;
    this.#smallest = smallest;
  }

  /**
   * Goes on with what is in a folder, or begins there. `smallest`: bytes below which the journal is not rewritten. Throws
   * FettleError `bad_run_folder`.
   */
  static async open(folder: string, smallest = 64 << 20): Promise<RolloutStore> {
    const replay = new Replay(folder);
    const journal = await Journal.open(folder, (line, offset) => replay.read(line, offset));
    return new RolloutStore(journal, replay, smallest);
  }

  get state(): Readonly<RolloutState> {
    return this.#state;
  }

  apply(change: Change): void {
    this.#journal.append(JSON.stringify(change));
    const arrived = change.op === "arrived" ? this.#state.taken[change.batch] : undefined;
    applyChange(this.#state, change);
    this.version++;
    for (const { groups } of arrived ?? [])
      for (const { id } of groups) if (id !== this.#state.latest) this.#places.delete(id);
    if (change.op === "arrived" || change.op === "reset") this.#rewriteIfWorth();
  }

  /** `key` names the submission: see `receiptOf`. */
  submit(groups: readonly SubmittedGroup[], key: string | null): Receipt {
    const head = JSON.stringify({
      op: "submit",
      key,
      groups: groups.map(({ env, size }) => ({ env, size })),
      lengths: groups.map(({ text }) => Buffer.byteLength(text)),
    });
    const texts = groups.flatMap(({ text }, i) => (i === 0 ? [text] : [",", text]));
    const places = this.#journal.append(`${head.slice(0, -1)},${textsFrom}`, ...texts, "]}");
    const textPlaces = places.slice(1, -1).filter((_, i) => i % 2 === 0);
    this.version++;
    return submitted(this.#state, this.#places, this.#keys, { key, groups, places: textPlaces });
  }

  /** What an earlier submission with this key came to. */
  receiptOf(key: string): Receipt | undefined {
    return this.#keys.get(key);
  }

  sync(): Promise<void> {
    return this.#journal.sync();
  }

  /** The text of a group that waits, was taken, or is the latest. */
  text(group: number): Promise<Buffer> {
    const place = this.#places.get(group);
    if (place) return this.#journal.read(place);
    return Promise.reject(new Error(`group ${group} is not there`));
  }

  /** Rejects when the journal could not be rewritten or written. */
  async close(): Promise<void> {
    await this.#rewriting?.catch(() => {});
    await this.#journal.close();
  }

  /** Rewrites once more than half of a large journal is about groups that are gone: work in proportion to what was sent. */
  #rewriteIfWorth(): void {
    if (this.#rewriting || this.#journal.size < this.#smallest) return;
    const live = liveGroups(this.#state);
    for (const id of this.#places.keys()) if (!live.has(id)) this.#places.delete(id);
    const kept = [...this.#places.values()];
    if (kept.reduce((sum, { length }) => sum + length, 0) > this.#journal.size / 2) return;
    this.#rewriting = this.#journal
      .rewrite(kept, (moved) => {
        const live = liveGroups(this.#state);
        for (const [id, place] of this.#places)
          if (live.has(id)) this.#places.set(id, moved(place));
          else this.#places.delete(id);
        const snapshot: z.infer<typeof snapshotSchema> = {
          op: "snapshot",
          state: this.#state,
          places: [...this.#places],
          keys: [...this.#keys],
        };
        return JSON.stringify(snapshot);
      })
      // The journal remembers its failure: the next request meets it.
      .catch(() => {})
      .finally(() => {
        this.#rewriting = null;
      });
  }
}

/** Groups whose texts may still be asked for. */
function liveGroups({ queue, taken, buffers, latest }: RolloutState): Set<number> {
  const units = [queue, ...Object.values(taken)].flat();
  const groups = [...units.flatMap(({ groups }) => groups), ...Object.values(buffers).flat()];
  return new Set([...groups.map(({ id }) => id), ...(latest === null ? [] : [latest])]);
}
