import type { Answer, ChatMessage, Episode } from "../core/environment.ts";
import { describeError, FettleError } from "../core/errors.ts";
import { publicScores, type Score } from "../core/score.ts";
import type { StopReason, TraceTurn, TurnTokens } from "../core/trace.ts";
import { abortable, type Deadline, deadline } from "../models/deadline.ts";
import { ModelError } from "../models/model-error.ts";
import { type Played, rolloutOf } from "./rollout.ts";
import { segmentOf } from "./segments.ts";
import { defaultSampling, type EpisodeRequest, type EpisodeSettings, noLimits, type Rollout } from "./settings.ts";
import { type AnyRole, openSpeaker, type Speaker } from "./speaker.ts";

/**
 * Plays one episode to its end: render, complete, parse, step, until it is over or a limit ends it. An error of ours (the
 * environment, a judge, the endpoint after its own retries) throws the episode away and starts a fresh one, at most
 * `retries` times; then the record says `error` with return null. Rejects only with a `ModelError` that no episode of
 * the run can get past (`refused`: a wrong key or model name).
 */
export async function runEpisode(settings: EpisodeSettings, request: EpisodeRequest): Promise<Rollout> {
  const failures: string[] = [];
  const retries = settings.retries ?? 2;
  const started = performance.now();
  for (let attempt = 0; ; attempt++) {
    const played = await new Play(settings, request, attempt).run();
    const last = attempt >= retries || played.hopeless || settings.signal?.aborted;
    if (played.stop !== "error" || last) {
      const milliseconds = performance.now() - started;
      return rolloutOf(settings.environment, request, played, { failures, milliseconds });
    }
    failures.push(played.error ?? "unknown error");
  }
}

interface Attempt extends Played {
  /** A fresh episode would fail the same way. */
  hopeless: boolean;
}

/** What one role has read and written so far. */
interface Side {
  role: AnyRole;
  speaker: Speaker;
  messages: ChatMessage[];
  turns: number;
  tokens: TurnTokens | null;
}

/** Stops the turn loop with a reason that is an outcome of the policy. */
class Stopped extends Error {
  readonly stop: StopReason;
  constructor(stop: StopReason) {
    super(stop);
    this.stop = stop;
  }
}

/** One attempt at an episode. */
class Play {
  readonly #settings: EpisodeSettings;
  readonly #request: EpisodeRequest;
  readonly #attempt: number;
  readonly #limits;
  readonly #sides = new Map<string, Side>();
  readonly #turns: TraceTurn[] = [];
  readonly #scores: Score[][] = [];
  #observation: unknown = null;
  #tokensUsed = 0;

  constructor(settings: EpisodeSettings, request: EpisodeRequest, attempt: number) {
    this.#settings = settings;
    this.#request = request;
    this.#attempt = attempt;
    this.#limits = { ...noLimits, ...settings.limits };
  }

  async run(): Promise<Attempt> {
    const { environment, services = {}, signal } = this.#settings;
    const limit = deadline(signal, this.#limits.episodeMs);
    let episode: Episode<unknown, unknown> | undefined;
    try {
      const opening = environment.start(this.#request.task, { signal: limit.signal, services });
      episode = opening instanceof Promise ? await opening : opening;
      await this.#loop(episode, limit);
      return this.#played(this.#naturalStop(episode), episode);
    } catch (error) {
      if (signal?.aborted) return this.#played("cancelled", episode);
      if (error instanceof Stopped) return this.#played(error.stop, episode);
      if (ModelError.isInstance(error) && error.kind === "refused") throw error;
      const hopeless = ModelError.isInstance(error) && !error.retryable;
      const code = FettleError.isInstance(error) ? { code: error.code } : {};
      return { ...this.#played("error", episode), error: describeError(error), ...code, hopeless };
    } finally {
      limit.dispose();
      for (const side of this.#sides.values()) side.speaker.release();
      await episode?.close().catch(() => {});
    }
  }

  async #loop(episode: Episode<unknown, unknown>, limit: Deadline): Promise<void> {
    for (let next = episode.turn(); next; next = episode.turn()) {
      const turnLimit = this.#limits.turnMs === null ? limit : deadline(limit.signal, this.#limits.turnMs);
      try {
        await this.#turn(episode, next, turnLimit.signal);
      } finally {
        if (turnLimit !== limit) turnLimit.dispose();
      }
    }
  }

  async #turn(
    episode: Episode<unknown, unknown>,
    { role: name, observation }: { role: string; observation: unknown },
    signal: AbortSignal,
  ): Promise<void> {
    const { model } = this.#settings;
    const side = this.#side(name);
    const tokensLeft = (this.#limits.episodeTokens ?? Number.POSITIVE_INFINITY) - this.#tokensUsed;
    if (tokensLeft <= 0) throw new Stopped("max_tokens");
    const added = side.role.render(observation, { turn: side.turns, form: model.form });
    side.messages.push(...added);
    const sampling = side.speaker.sampling(side.turns, tokensLeft);
    const asked = performance.now();
    const speaking = side.speaker.speak({ turn: side.turns, observation, messages: side.messages, sampling }, signal);
    const completion = speaking instanceof Promise ? await this.#orTimeout(speaking, signal) : speaking;
    if (completion === "context_overflow") throw new Stopped("context_overflow");
    const answered = performance.now();
    side.messages.push({ role: "assistant", content: completion.text });
    side.turns++;
    const answer: Answer<unknown> = side.role.parse(completion.text, { observation, form: model.form });
    const result = await abortable(episode.step(name, answer), signal);
    const tokens = completion.tokens && { ...completion.tokens, segment: segmentOf(side.tokens, completion.tokens) };
    side.tokens = tokens;
    const usage =
      completion.usage ?? (tokens && { prompt: tokens.prompt.length, completion: tokens.completion.length });
    this.#tokensUsed += usage?.completion ?? 0;
    this.#observation = result.observation;
    this.#scores.push(result.scores);
    this.#turns.push({
      role: name,
      policy: model.id,
      weightsVersion: completion.weightsVersion,
      sampling,
      messages: added,
      completion: completion.text,
      reasoning: completion.reasoning,
      tokens,
      usage,
      finish: completion.finish,
      action: "action" in answer ? answer.action : null,
      problem: "problem" in answer ? answer.problem : null,
      scores: publicScores(result.scores),
      reward: result.reward,
      timing: { model: answered - asked, environment: performance.now() - answered },
    });
    if (result.reward === null)
      throw new FettleError(
        "unscored",
        result.error ?? "the step could not be scored, and the environment gave no reason",
      );
  }

  /** A model that is too slow is an outcome; an environment that is too slow (not wrapped by this) is an error. */
  async #orTimeout<T>(speaking: Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      return await speaking;
    } catch (error) {
      if (signal.aborted && !this.#settings.signal?.aborted) throw new Stopped("timeout");
      throw error;
    }
  }

  #side(name: string): Side {
    const known = this.#sides.get(name);
    if (known) return known;
    const { environment, model, sampling } = this.#settings;
    const { task, sample, group } = this.#request;
    const role = environment.roles[name];
    if (!role) throw new Error(`the environment gave the turn to "${name}", which is not one of its roles`);
    const stream = `${group ?? task.key}/${sample}/${name}`;
    const conversation = `${stream}#${this.#attempt}`;
    const speaker = openSpeaker({
      player: model,
      role,
      task,
      stream,
      conversation,
      sampling: { ...defaultSampling, ...sampling },
    });
    const side: Side = { role, speaker, messages: [], turns: 0, tokens: null };
    this.#sides.set(name, side);
    return side;
  }

  #naturalStop(episode: Episode<unknown, unknown>): StopReason {
    if (episode.outcome().solved) return "solved";
    return this.#turns.at(-1)?.finish === "length" ? "max_tokens" : "max_turns";
  }

  #played(stop: StopReason, episode: Episode<unknown, unknown> | undefined): Attempt {
    const outcome = (stop !== "error" && episode?.outcome()) || { return: 0, solved: false };
    return {
      turns: this.#turns,
      scores: this.#scores,
      observation: this.#observation,
      stop,
      outcome,
      error: null,
      hopeless: false,
    };
  }
}
