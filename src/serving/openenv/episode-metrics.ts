import { EpisodeMeter } from "../../metrics/episode-meter.ts";
import { openMetrics } from "../../metrics/open-metrics.ts";
import type { MetricsKind } from "../../metrics/options.ts";
import type { ServedEpisode } from "./record.ts";

export interface EpisodeMetricsOptions {
  /** Created when missing. A server that is started again with the same folder goes on with its curves. */
  folder: string;
  kinds: readonly MetricsKind[];
  /** Seconds that one point stands for; without an episode there is none. Default 10. */
  every?: number;
  /** Told once when the metrics cannot be written any more: the server goes on without them. */
  onFailure?: (error: unknown) => void;
}

/**
 * Measures the episodes of a server: `serve({ onEpisode: metrics.add })`. A point holds the means over the episodes that
 * ended since the one before; abandoned ones are counted and left out of the means. The step is the number of episodes
 * so far. Throws FettleError `bad_run_folder` when the folder cannot be written.
 */
export function measureEpisodes({ folder, kinds, every = 10, onFailure }: EpisodeMetricsOptions) {
  const sink = openMetrics({ folder, kinds });
  const started = performance.now();
  let [total, abandoned, failed] = [sink.last, 0, false];
  let [meter, since] = [new EpisodeMeter(), started];
  const write = () => {
    const now = performance.now();
    const ended = meter.values();
    const count = ended.episodes + abandoned;
    if (count > 0 && !failed) {
      total += count;
      const [elapsed, episodesPerSecond] = [(now - started) / 1000, (1000 * count) / (now - since)];
      try {
        sink.write(total, { elapsed, episodesPerSecond, abandoned, ...ended }, "serve");
      } catch (error) {
        failed = true;
        onFailure?.(error);
      }
    }
    [meter, since, abandoned] = [new EpisodeMeter(), now, 0];
  };
  const timer = setInterval(write, every * 1000);
  timer.unref();
  return {
    add({ task: level, return: value, solved, end }: ServedEpisode): void {
      if (end === "abandoned") abandoned++;
      else meter.add({ level, return: value, solved });
    },
    /** Writes the last point. */
    close(): void {
      clearInterval(timer);
      write();
      sink.close();
    },
  };
}
