import type { Answer, PromptForm } from "../../core/environment.ts";
import { FettleError } from "../../core/errors.ts";
import { publicScores } from "../../core/score.ts";
import { SharedCurriculum } from "./curricula.ts";
import type { Door } from "./door.ts";
import { type Drawn, Play } from "./play.ts";
import { detailsOf, InvalidRequest, isRecord, type Turn } from "./protocol.ts";
import { drawSeed, parseReset, type ResetRequest } from "./reset-request.ts";

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
  #play: Play | null = null;
  #ownCurriculum: SharedCurriculum | null = null;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(door: Door) {
    this.#door = door;
  }

  /** Starts an episode; one still in play ends as abandoned. Throws InvalidRequest, or FettleError of `generate`. */
  reset(data: Record<string, unknown>): Promise<Turn> {
    return this.#inTurn(() => this.#reset(data));
  }

  /**
   * Plays one turn; before any reset it starts an episode with default settings. Throws InvalidRequest for an action
   * that does not fit the schema (no turn is used up) and FettleError `unscored` or `episode_over`.
   */
  step(data: unknown): Promise<Turn> {
    return this.#inTurn(() => this.#step(data));
  }

  /** Public state of the current episode; never a key, a seed or the truth. */
  state(): Record<string, unknown> {
    return this.#play?.state() ?? { episode_id: null, step_count: 0 };
  }

  /** What puts the current turn to a model, as one text; starts an episode if none is in play. */
  prompt(form: PromptForm): Promise<string> {
    return this.#inTurn(async () => {
      if (!this.#play || this.#play.settled) await this.#reset({});
      const turn = this.#play?.turn();
      const role = turn && this.#door.environment.roles[turn.role];
      if (!turn || !role) return "";
      const messages = role.render(turn.observation, { turn: this.#play?.rewards.length ?? 0, form });
      return messages.map((message) => message.content).join("\n\n");
    });
  }

  close(): void {
    this.#abort.abort(closedReason);
    this.#play?.settle("abandoned", false);
  }

  async #reset(data: Record<string, unknown>): Promise<Turn> {
    const { environment, services } = this.#door;
    const request = parseReset(this.#door, data);
    this.#play?.settle("abandoned", true);
    const drawn = await this.#draw(request);
    let play: Play;
    try {
      const episode = await environment.start(drawn.task, { signal: this.#abort.signal, services });
      play = new Play(this.#door, request, drawn, episode);
    } catch (error) {
      drawn.place?.curriculum.leave(drawn.place.group, drawn.task.key, null);
      throw error;
    }
    this.#play = play;
    const first = play.turn();
    if (!first) throw new FettleError("episode_over", "The environment started an episode without a turn.");
    if (this.#abort.signal.aborted) play.settle("abandoned", false);
    const metadata: Record<string, unknown> = { task: play.task.level, split: play.task.split };
    if (request.curriculum !== null) metadata.curriculum = request.curriculum;
    if (request.ignored.length > 0) metadata.ignored = request.ignored;
    if (request.prompt !== null) metadata.messages = play.messages(first);
    return { observation: first.observation, reward: null, done: false, metadata };
  }

  async #step(data: unknown): Promise<Turn> {
    if (!this.#play) await this.#reset({});
    const play = this.#play;
    const turn = play?.turn();
    if (!play || !turn) throw new FettleError("episode_over", "The episode has ended: send a reset first.");
    const answer = this.#answer(turn, data, play.request.prompt ?? "full");
    let result: Awaited<ReturnType<Play["step"]>>;
    try {
      result = await play.step(turn.role, answer);
    } catch (error) {
      if (!(FettleError.isInstance(error) && error.code === "bad_action")) play.settle("error", true);
      throw error;
    }
    if (play.settled) throw new FettleError("interrupted", "The session was closed while the step ran.");
    const { reward, done, observation, scores } = result;
    if (reward === null || !Number.isFinite(reward)) {
      play.settle("error", true);
      throw new FettleError("unscored", `The step could not be scored: ${result.error ?? "no reason was given"}.`, {
        hint: "Its episode is over and does not count; send a reset to start another.",
      });
    }
    play.rewards.push(reward);
    const outcome = play.outcome();
    const metadata: Record<string, unknown> = { task: play.task.level, return: outcome.return };
    if (done) {
      metadata.solved = outcome.solved;
      metadata.scores = Object.fromEntries(publicScores(scores).map(({ name, value }) => [name, value]));
      play.settle("done", true);
    } else if (play.request.prompt !== null) metadata.messages = play.messages(play.turn());
    return { observation, reward, done, metadata };
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

  async #draw(request: ResetRequest): Promise<Drawn> {
    const { split, options } = request;
    for (let attempt = 1; ; attempt++) {
      const seed = request.seed ?? drawSeed();
      const place = this.#enter(request, seed);
      const level = place?.group.level ?? request.task;
      try {
        return { task: await this.#door.task({ level, seed, split, options }), place };
      } catch (error) {
        place?.curriculum.leave(place.group, "", null);
        const again = request.seed === null && FettleError.isInstance(error) && error.code === "no_task";
        if (!again || attempt >= drawAttempts) throw error;
      }
    }
  }

  #enter({ task, curriculum: id, split, options }: ResetRequest, seed: number): Drawn["place"] {
    if (task !== "auto") return null;
    this.#ownCurriculum ??= new SharedCurriculum(this.#door.environment.levels);
    const curriculum = id === null ? this.#ownCurriculum : this.#door.curricula.get(id);
    return { curriculum, group: curriculum.enter(`${seed} ${split} ${JSON.stringify(options)}`) };
  }
}

/** Typed clients send OpenEnv's base field `metadata` with every action; it is not part of the answer. */
function withoutMetadata(data: unknown): unknown {
  if (!isRecord(data) || !("metadata" in data)) return data;
  const { metadata: _metadata, ...action } = data;
  return action;
}
