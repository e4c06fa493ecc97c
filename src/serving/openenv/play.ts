import { randomUUID } from "node:crypto";
import type { Episode, Task } from "../../core/environment.ts";
import type { Group, SharedCurriculum } from "./curricula.ts";
import type { Door } from "./door.ts";
import type { ServedEpisode } from "./record.ts";
import type { ResetRequest } from "./reset-request.ts";

/** A drawn task, and the place in a curriculum that it was drawn for. */
export interface Drawn {
  task: Task;
  place: { curriculum: SharedCurriculum; group: Group } | null;
}

/** One episode of a session, from its start until it is settled: once, whatever ends it. */
export class Play {
  readonly id: string;
  readonly request: ResetRequest;
  readonly task: Task;
  /** Reward of each step so far. */
  readonly rewards: number[] = [];
  readonly #door: Door;
  readonly #episode: Episode<unknown, Record<string, unknown>>;
  readonly #place: Drawn["place"];
  /** The last public state, once settled. */
  #final: Record<string, unknown> | null = null;

  constructor(door: Door, request: ResetRequest, drawn: Drawn, episode: Episode<unknown, Record<string, unknown>>) {
    this.id = request.episodeId ?? randomUUID();
    this.request = request;
    this.task = drawn.task;
    this.#door = door;
    this.#place = drawn.place;
    this.#episode = episode;
  }

  get settled(): boolean {
    return this.#final !== null;
  }

  /** Whose turn it is, and on what; null once the episode is over. */
  turn(): { role: string; observation: Record<string, unknown> } | null {
    return this.settled ? null : this.#episode.turn();
  }

  step: Episode<unknown, Record<string, unknown>>["step"] = (role, answer) => this.#episode.step(role, answer);

  outcome(): { return: number; solved: boolean } {
    return this.#episode.outcome();
  }

  state(): Record<string, unknown> {
    return { ...(this.#final ?? this.#episode.state()), episode_id: this.id, step_count: this.rewards.length };
  }

  /** The messages of a turn, in the form asked for at the reset; undefined when none was. */
  messages(turn: { role: string; observation: unknown } | null): unknown {
    const { prompt: form } = this.request;
    if (form === null || !turn) return undefined;
    return this.#door.environment.roles[turn.role]?.render(turn.observation, { turn: this.rewards.length, form });
  }

  /**
   * Ends the episode. An abandoned one counts with what it has earned, as the policy stopped acting; one cut by a lost
   * connection (`byClient` false) before its first step says nothing: it neither counts nor is recorded.
   */
  settle(end: ServedEpisode["end"], byClient: boolean): void {
    if (this.settled) return;
    this.#final = this.#episode.state();
    const outcome = this.outcome();
    const played = byClient || this.rewards.length > 0;
    const counts = played && end !== "error";
    this.#place?.curriculum.leave(this.#place.group, this.task.key, counts ? outcome.return : null);
    if (played) this.#door.onEpisode?.(this.#record(end, outcome));
    // An episode that cannot close must not take the session with it.
    this.#episode.close().catch(() => {});
  }

  #record(end: ServedEpisode["end"], outcome: { return: number; solved: boolean }): ServedEpisode {
    const { name, version } = this.#door.environment;
    return {
      episode_id: this.id,
      environment: name,
      version,
      task: this.task.level,
      split: this.task.split,
      seed: this.task.seed,
      curriculum: this.request.curriculum,
      rewards: this.rewards,
      return: end === "error" ? null : outcome.return,
      solved: end !== "error" && outcome.solved,
      end,
    };
  }
}
