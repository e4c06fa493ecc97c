import type { Values } from "./values.ts";

/** What a meter has to know of an episode that ended. */
export interface MeteredEpisode {
  level: string;
  /** In [0, 1]; null for an error, which is counted and left out of the means. */
  return: number | null;
  solved: boolean;
}

/** Counts of some episodes. */
class Tally {
  #scored = 0;
  #sum = 0;
  #solved = 0;
  #errors = 0;

  add({ return: value, solved }: MeteredEpisode): void {
    if (value === null) this.#errors++;
    else {
      this.#scored++;
      this.#sum += value;
      if (solved) this.#solved++;
    }
  }

  /** Mean return and share solved, over episodes with a return; null when there are none. */
  values() {
    const share = (sum: number) => (this.#scored === 0 ? null : sum / this.#scored);
    return {
      episodes: this.#scored + this.#errors,
      errors: this.#errors,
      return: share(this.#sum),
      solved: share(this.#solved),
    };
  }
}

/** Means over episodes, of all and by level. */
export class EpisodeMeter {
  readonly #all = new Tally();
  readonly #levels = new Map<string, Tally>();

  add(episode: MeteredEpisode): void {
    this.#all.add(episode);
    const level = this.#levels.get(episode.level) ?? new Tally();
    this.#levels.set(episode.level, level);
    level.add(episode);
  }

  /** `episodes`, `errors`, `return`, `solved`, and the same below `levels` by name. */
  values(): ReturnType<Tally["values"]> & { levels: Values } {
    const levels = Object.fromEntries([...this.#levels].map(([name, tally]) => [name, tally.values()]));
    return { ...this.#all.values(), levels };
  }
}
