import { randomUUID } from "node:crypto";
import type { Answer, AnyEnvironment, Episode, PromptForm, Split, Task } from "../../core/environment.ts";
import { FettleError } from "../../core/errors.ts";
import { publicScores } from "../../core/score.ts";
import { type Group, SharedCurriculum } from "./curricula.ts";
import type { Door } from "./door.ts";
import { detailsOf, InvalidRequest, isRecord, type Turn } from "./protocol.ts";
import { drawSeed, parseReset, type ResetRequest } from "./reset-request.ts";

/** What the server remembers of an episode that ended. For the operator: it names the seed. */
export interface EpisodeRecord {
  episode_id: string;
  environment: string;
  version: string;
  task: string;
  split: Split;
  seed: number;
  curriculum: string | null;
  /** Reward of each step, in order, each in [0, 1]. */
  rewards: number[];
  /** null when a step could not be scored. */
  return: number | null;
  solved: boolean;
  /** `done`: played to its end. `abandoned`: the client reset or left before. `error`: a step could not be scored. */
  end: "done" | "abandoned" | "error";
}

interface Running {
  id: string;
  request: ResetRequest;
  task: Task;
  episode: Episode<unknown, Record<string, unknown>>;
  rewards: number[];
  group: { of: SharedCurriculum; group: Group } | null;
  /** The last public state, once the episode has been settled. */
  final: Record<string, unknown> | null;
}

/** Made once: an error with a stack for every session that ends would be waste. */
const closedReason = new FettleError("interrupted", "The session was closed.");

/** Seeds tried when the server draws them and no task can be certified for one. */
const drawAttempts = 8;

/**
 * One client's place at an environment: an episode at a time, and its own curriculum for `task: "auto"`. Overlapping
 * calls run one after the other, in the order they came.
 */
export class Session {
  readonly #door: Door;
  /** Ends whatever an episode is waiting for when the session goes. */
  readonly #abort = new AbortController();
  #running: Running | null = null;
  #ownCurriculum: SharedCurriculum | null = null;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(door: Door) {
    this.#door = door;
  }

  /** Starts an episode; one still in play ends as abandoned. Throws InvalidRequest, or FettleError of `generate`. */
  reset(data: Record<string, unknown>): Promise<Turn> {
    return this.#inTurn(() => this.#reset(data));
  }

  async #reset(data: Record<string, unknown>): Promise<Turn> {
    const request = parseReset(this.#door, data);
    this.#settle("abandoned", true);
    const { task, group } = await this.#draw(request);
    let episode: Running["episode"];
    try {
      episode = await this.#door.environment.start(task, { signal: this.#abort.signal, services: this.#door.services });
    } catch (error) {
      if (group) group.of.leave(group.group, task.key, null);
      throw error;
    }
    const id = request.episodeId ?? randomUUID();
    this.#running = { id, request, task, episode, rewards: [], group, final: null };
    if (this.#abort.signal.aborted) this.#settle("abandoned", false);
    const first = episode.turn();
    if (!first) throw new FettleError("episode_over", "The environment started an episode without a turn.");
    const metadata: Record<string, unknown> = { task: task.level, split: task.split };
    if (request.curriculum !== null) metadata.curriculum = request.curriculum;
    if (request.ignored.length > 0) metadata.ignored = request.ignored;
    addPrompt(metadata, this.#door.environment, first, 0, request.prompt);
    return { observation: first.observation, reward: null, done: false, metadata };
  }

  /**
   * Plays one turn; before any reset it starts an episode with default settings. Throws InvalidRequest for an action
   * that does not fit the schema (no turn is used up) and FettleError `unscored` or `episode_over`.
   */
  step(data: unknown): Promise<Turn> {
    return this.#inTurn(() => this.#step(data));
  }

  async #step(data: unknown): Promise<Turn> {
    if (!this.#running) await this.#reset({});
    const running = this.#running;
    const turn = running?.final ? null : running?.episode.turn();
    if (!running || !turn) throw new FettleError("episode_over", "The episode has ended: send a reset first.");
    const answer = this.#answer(turn, data, running.request.prompt ?? "full");
    let result: Awaited<ReturnType<Running["episode"]["step"]>>;
    try {
      result = await running.episode.step(turn.role, answer);
    } catch (error) {
      if (FettleError.isInstance(error) && error.code === "bad_action") throw error;
      this.#settle("error", true);
      throw error;
    }
    if (running.final) throw new FettleError("interrupted", "The session was closed while the step ran.");
    const { reward, done, observation, scores } = result;
    if (reward === null || !Number.isFinite(reward)) {
      this.#settle("error", true);
      throw new FettleError("unscored", `The step could not be scored: ${result.error ?? "no reason was given"}.`, {
        hint: "Its episode is over and does not count; send a reset to start another.",
      });
    }
    running.rewards.push(reward);
    const outcome = running.episode.outcome();
    const metadata: Record<string, unknown> = { task: running.task.level, return: outcome.return };
    if (done) {
      metadata.solved = outcome.solved;
      metadata.scores = Object.fromEntries(publicScores(scores).map(({ name, value }) => [name, value]));
      this.#settle("done", true);
    } else {
      const next = running.episode.turn();
      if (next) addPrompt(metadata, this.#door.environment, next, running.rewards.length, running.request.prompt);
    }
    return { observation, reward, done, metadata };
  }

  /** Public state of the current episode; never a key, a seed or the truth. */
  state(): Record<string, unknown> {
    const running = this.#running;
    if (!running) return { episode_id: null, step_count: 0 };
    return {
      ...(running.final ?? running.episode.state()),
      episode_id: running.id,
      step_count: running.rewards.length,
    };
  }

  /** The messages that put the current turn to a model, starting an episode if none is in play. */
  prompt(form: PromptForm): Promise<string> {
    return this.#inTurn(async () => {
      if (!this.#running || this.#running.final) await this.#reset({});
      const turn = this.#running?.episode.turn();
      const role = turn && this.#door.environment.roles[turn.role];
      if (!turn || !role) return "";
      const messages = role.render(turn.observation, { turn: this.#running?.rewards.length ?? 0, form });
      return messages.map((message) => message.content).join("\n\n");
    });
  }

  close(): void {
    this.#abort.abort(closedReason);
    this.#settle("abandoned", false);
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => {});
    return result;
  }

  /** An action of the schema, or `{completion}`: text as a model wrote it, which the environment reads. */
  #answer(turn: { role: string; observation: unknown }, data: unknown, form: PromptForm): Answer<unknown> {
    const role = this.#door.environment.roles[turn.role];
    if (!role) throw new FettleError("episode_over", `The environment has no role "${turn.role}".`);
    const given = withoutMetadata(data);
    if (this.#door.takesCompletions && isRecord(given) && typeof given.completion === "string")
      return role.parse(given.completion, { observation: turn.observation, form });
    const parsed = role.action.safeParse(given);
    if (parsed.success) return { action: parsed.data };
    throw new InvalidRequest("Invalid message", detailsOf(parsed.error, data));
  }

  async #draw(request: ResetRequest): Promise<{ task: Task; group: Running["group"] }> {
    const { split, options } = request;
    for (let attempt = 1; ; attempt++) {
      const seed = request.seed ?? drawSeed();
      const group = this.#enter(request, seed);
      const level = group?.group.level ?? request.task;
      try {
        return { task: await this.#door.task({ level, seed, split, options }), group };
      } catch (error) {
        if (group) group.of.leave(group.group, "", null);
        const again = request.seed === null && FettleError.isInstance(error) && error.code === "no_task";
        if (!again || attempt >= drawAttempts) throw error;
      }
    }
  }

  #enter(request: ResetRequest, seed: number): Running["group"] {
    if (request.task !== "auto") return null;
    const { curriculum, split, options } = request;
    const of =
      curriculum === null
        ? (this.#ownCurriculum ??= new SharedCurriculum(this.#door.environment.levels))
        : this.#door.curricula.get(curriculum);
    return { of, group: of.enter(`${seed} ${split} ${JSON.stringify(options)}`) };
  }

  /**
   * Ends the current episode. An abandoned one counts with what it has earned, as the policy stopped acting; one cut by
   * a lost connection before its first step says nothing: it neither counts nor is recorded.
   */
  #settle(end: EpisodeRecord["end"], byClient: boolean): void {
    const running = this.#running;
    if (!running || running.final) return;
    running.final = running.episode.state();
    const outcome = running.episode.outcome();
    const { group, task, rewards } = running;
    const played = byClient || rewards.length > 0;
    if (group) group.of.leave(group.group, task.key, played && end !== "error" ? outcome.return : null);
    if (played) this.#record(running, end, outcome);
    // An episode that cannot close must not take the session with it.
    running.episode.close().catch(() => {});
  }

  #record(
    { id, request, task, rewards }: Running,
    end: EpisodeRecord["end"],
    outcome: { return: number; solved: boolean },
  ): void {
    this.#door.onEpisode?.({
      episode_id: id,
      environment: this.#door.environment.name,
      version: this.#door.environment.version,
      task: task.level,
      split: task.split,
      seed: task.seed,
      curriculum: request.curriculum,
      rewards,
      return: end === "error" ? null : outcome.return,
      solved: end !== "error" && outcome.solved,
      end,
    });
  }
}

/** Typed clients send OpenEnv's base field `metadata` with every action; it is not part of the answer. */
function withoutMetadata(data: unknown): unknown {
  if (!isRecord(data) || !("metadata" in data)) return data;
  const { metadata: _metadata, ...action } = data;
  return action;
}

function addPrompt(
  metadata: Record<string, unknown>,
  environment: AnyEnvironment,
  turn: { role: string; observation: unknown },
  played: number,
  form: PromptForm | null,
): void {
  if (form !== null) metadata.messages = environment.roles[turn.role]?.render(turn.observation, { turn: played, form });
}
