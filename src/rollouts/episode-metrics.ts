import { EpisodeMeter, type MeteredEpisode } from "../metrics/episode-meter.ts";
import { openMetrics } from "../metrics/open-metrics.ts";
import type { MetricsKind } from "../metrics/options.ts";
import type { MetricsSink } from "../metrics/sink.ts";

/** Points of a curve over a whole run. */
const points = 100;

export interface EpisodeMetricsOptions {
  /** The run folder. */
  folder: string;
  kinds: readonly MetricsKind[];
  /** What the curves are grouped under in TensorBoard: the command's name. */
  group: string;
  /** Episodes of the whole run. */
  total: number;
  /** Episodes that earlier sessions finished. */
  kept: Iterable<MeteredEpisode>;
}

/**
 * Writes how a run of episodes stands, a hundred times over the run: the step is the number of episodes finished, the
 * values are means over all of them. A resumed run goes on with the same curves.
 */
export class EpisodeMetrics {
  readonly #meter = new EpisodeMeter();
  readonly #sink: MetricsSink;
  readonly #group: string;
  readonly #every: number;
  readonly #started = performance.now();
  #done = 0;
  #before: number;
  #written: number;

  /** Throws FettleError `bad_run_folder`, as `add` and `close` do. */
  constructor({ folder, kinds, group, total, kept }: EpisodeMetricsOptions) {
    for (const episode of kept) {
      this.#meter.add(episode);
      this.#done++;
    }
    this.#before = this.#done;
    this.#sink = openMetrics({ folder, kinds, after: this.#done });
    this.#written = this.#sink.last;
    this.#group = group;
    this.#every = Math.max(1, Math.round(total / points));
  }

  add(episode: MeteredEpisode): void {
    this.#meter.add(episode);
    this.#done++;
    if (this.#done % this.#every === 0) this.#write();
  }

  /** Writes the last point. */
  close(): void {
    if (this.#written < this.#done) this.#write();
    this.#sink.close();
  }

  #write(): void {
    const elapsed = (performance.now() - this.#started) / 1000;
    const rate = (this.#done - this.#before) / elapsed;
    this.#sink.write(this.#done, { elapsed, episodesPerSecond: rate, ...this.#meter.values() }, this.#group);
    this.#written = this.#done;
  }
}
