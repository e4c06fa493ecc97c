import type { z } from "zod";
import { FettleError } from "../../../core/errors.ts";
import { firstIssue } from "../../../core/issues.ts";
import type { Trace } from "../../../core/trace.ts";
import { type Deadline, deadline, sleep } from "../../../models/deadline.ts";
import { isScripted } from "../../../models/scripted.ts";
import { atroposRecord } from "../../../rollouts/atropos-record.ts";
import { ErrorStreak } from "../../../rollouts/error-streak.ts";
import { type GroupSettings, runGroups } from "../../../rollouts/run-groups.ts";
import { isUniform, type ScoredGroup, scoredGroup } from "../../../rollouts/scored-group.ts";
import { defaultSampling, type Group } from "../../../rollouts/settings.ts";
import { type EnvStatus, RolloutClient } from "./client.ts";
import { Crew, type InPlay } from "./crew.ts";
import { type EvalMetrics, Evaluator } from "./evaluate.ts";
import { join, type Membership } from "./join.ts";
import { type TrainMetrics, WorkerMeter } from "./meter.ts";
import { type WorkerOptions, workerOptions } from "./options.ts";
import { hasPassed, isEnough, isTooMuch, type PaceSettings, wantedWorkers } from "./pace.ts";
import { sharedModel } from "./shared-model.ts";
import { TaskSource } from "./tasks.ts";

export interface WorkSettings extends Omit<GroupSettings, "onEpisode" | "concurrency"> {
  /** Of the Rollout API server. */
  url: string;
  options?: WorkerOptions;
  /** Called when the trainer's step has risen, and after each evaluation. */
  onMetrics?: (step: number, metrics: TrainMetrics | EvalMetrics) => void;
  /** Told what a person should know, one line at a time. */
  note?: (line: string) => void;
  /** Milliseconds between two looks at the server. Default 100. */
  pollMs?: number;
}

export interface WorkSummary {
  /** The name that the server gave. */
  name: string;
  /** The trainer's last step. */
  step: number;
  /** Groups the server took. */
  sent: number;
  /** Groups that were played and not taken, by reason. */
  left: { uniform: number; tooLong: number; silent: number; failed: number; refused: number; late: number };
}

/** Groups in a row that came to nothing (no task, or no room for an answer), after which others will not either. */
const mostBarren = 20;
const hint = "Is the model's endpoint up, and the environment whole? What was sent stays with the trainer.";
/** Milliseconds that groups on their way have at the end. */
const patience = 5000;
/** Groups to report at least, so that a mean says something. */
const leastSent = 2;

/**
 * Plays groups for a Rollout API server until its trainer has enough, or the signal fires. Throws FettleError
 * `unknown_level`; `bad_option` for options that do not fit, a model that cannot say what it read and wrote as tokens, or a
 * group larger than a batch; `connection_failed` when the server stays away; `model_failed`, `environment_failed` and `no_task`
 * when groups cannot be played; `interrupted`.
 */
export async function work(settings: WorkSettings): Promise<WorkSummary> {
  const stop = deadline(settings.signal, null);
  try {
    return await new Work(settings, stop).run();
  } catch (error) {
    if (settings.signal?.aborted) throw new FettleError("interrupted", "Stopped.", { cause: error });
    throw error;
  } finally {
    stop.abort();
    stop.dispose();
  }
}

class Work {
  readonly #settings: WorkSettings;
  readonly #options;
  readonly #signal: AbortSignal;
  readonly #abandon: () => void;
  readonly #client: RolloutClient;
  readonly #share: (share: number) => void;
  readonly #groups: GroupSettings;
  readonly #crew: Crew;
  readonly #meter = new WorkerMeter();
  readonly #streak: ErrorStreak;
  readonly #evaluator: Evaluator;
  readonly #note: (line: string) => void;
  readonly #left = { uniform: 0, tooLong: 0, silent: 0, failed: 0, refused: 0, late: 0 };
  #tasks!: TaskSource;
  /** Like `#tasks`, there from the first `#join` on. */
  #member!: Membership;
  #step = 0;
  #sent = 0;
  #barren = 0;

  constructor(settings: WorkSettings, { signal, abort }: Deadline) {
    const { environment, model, url, note = () => {}, onMetrics: _, pollMs: __, options, ...play } = settings;
    if (isScripted(model)) throw noTokens(`The policy "${model.scripted}" has`);
    this.#settings = settings;
    this.#options = parseOptions(options);
    for (const level of this.#options.levels ?? []) environment.level(level);
    this.#signal = signal;
    this.#abandon = abort;
    this.#note = note;
    this.#client = new RolloutClient({ url, signal, note });
    const shared = sharedModel(model, this.#options.maxRequests);
    this.#share = shared.setShare;
    this.#groups = { ...play, environment, model: shared.model, concurrency: this.#options.groupSize };
    const { evalTasks: tasks, evalTemperature: temperature, seed } = this.#options;
    this.#evaluator = new Evaluator({ ...this.#groups, signal }, { tasks, temperature, seed });
    this.#streak = new ErrorStreak(this.#options.groupSize * this.#options.maxWorkers);
    this.#crew = new Crew((group) => this.#playAndSend(group), signal);
  }

  async run(): Promise<WorkSummary> {
    try {
      await this.#join();
      for (;;) {
        const status = await this.#client.status(this.#member.id);
        this.#crew.check();
        if (!status) {
          this.#note("The server does not know this environment any more: registering again.");
          await this.#join();
          continue;
        }
        if (isEnough(this.#pace(), status, this.#options.totalSteps ?? this.#member.steps)) {
          this.#step = status.current_step;
          break;
        }
        this.#keepUp(status);
        await sleep(this.#settings.pollMs ?? 100, this.#signal);
      }
    } finally {
      // A trainer that has enough may never make room for what is on its way.
      const cut = setTimeout(this.#abandon, patience);
      await this.#crew.stop();
      clearTimeout(cut);
      if (this.#member) await this.#client.disconnect(this.#member.id);
      this.#client.close();
      this.#report();
    }
    const { name } = this.#member;
    return { name, step: this.#step, sent: this.#sent, left: this.#left };
  }

  async #join(): Promise<void> {
    const { environment, sampling } = this.#settings;
    const {
      groupSize,
      weight,
      minBatchAllocation = null,
      name = environment.name,
      seed,
      levels = "auto",
    } = this.#options;
    const { maxTokens } = { ...defaultSampling, ...sampling };
    const request = { groupSize, weight, minBatchAllocation, name, maxTokens };
    this.#member = await join(this.#client, request, { signal: this.#signal, note: this.#note });
    const { name: given, startingStep } = this.#member;
    this.#step = startingStep;
    // A worker that starts again at a later step does not repeat the tasks of the first.
    this.#tasks ??= new TaskSource({ environment, groupSize, levels, name: `${seed}/${given}/${startingStep}` });
  }

  #pace(): PaceSettings {
    const { groupSize, maxBatchesOffpolicy, minBatchAllocation = null, maxWorkers } = this.#options;
    return { groupSize, batchSize: this.#member.batchSize, maxBatchesOffpolicy, minBatchAllocation, maxWorkers };
  }

  /** Adjusts to what the server says: share of the model, evaluation, how many groups are in play. */
  #keepUp(status: EnvStatus): void {
    const { stepsPerEval, evalHandling, evalLimitRatio, workerTimeout } = this.#options;
    this.#share(status.env_weight);
    const before = this.#step;
    this.#step = status.current_step;
    if (before !== this.#step && this.#meter.sent >= leastSent) this.#report();
    if (hasPassed(stepsPerEval, before, this.#step)) this.#evaluate();
    if (workerTimeout > 0) this.#left.late += this.#crew.dropOlderThan(workerTimeout * 1000).length;
    const paused = (this.#evaluator.running && evalHandling === "stop") || isTooMuch(this.#pace(), status);
    const share = this.#evaluator.running && evalHandling === "limit" ? evalLimitRatio : 1;
    const wanted = paused ? 0 : wantedWorkers(this.#pace(), status, share);
    for (const plan of this.#crew.reduceTo(wanted)) this.#tasks.putBack(plan);
    while (this.#crew.size < wanted) this.#crew.start(this.#tasks.next());
  }

  async #playAndSend(playing: InPlay): Promise<void> {
    const { environment, model } = this.#groups;
    for await (const group of runGroups({ ...this.#groups, signal: playing.signal }, [playing.plan])) {
      if (!group.complete || !group.task) return this.#failed(group);
      this.#streak.check(group, hint);
      const traces = group.episodes.map(({ trace }) => trace);
      const silent = traces.find(({ turns }) => turns.length === 0);
      if (silent) return this.#silent(silent);
      this.#barren = 0;
      const scored = scoredGroup(environment, traces);
      const record = atroposRecord(scored, { messages: this.#options.messages });
      if (!record.tokens) throw noTokens(`"${model.id}" sent`);
      this.#meter.add(scored);
      this.#climb(playing.plan.level, group.task.key, traces);
      const why = this.#reasonToLeave(scored, record.tokens);
      if (why) return this.#leave(why);
      playing.sending = true;
      const sent = await this.#client.send({ ...record, env_id: this.#member.id });
      if (!sent.accepted) {
        this.#note(sent.why);
        return this.#leave("refused");
      }
      this.#sent++;
      this.#meter.sent++;
    }
  }

  #reasonToLeave(group: ScoredGroup, tokens: readonly number[][]): "uniform" | "tooLong" | null {
    if (this.#options.mixedOnly && group.scores.length > 1 && isUniform(group)) return "uniform";
    return tokens.some(({ length }) => length >= this.#member.tooLong) ? "tooLong" : null;
  }

  #leave(why: keyof WorkSummary["left"]): void {
    this.#left[why]++;
    this.#meter.rejected++;
  }

  #failed(group: Group): void {
    this.#leave("failed");
    this.#streak.check(group, hint);
    if (group.task || ++this.#barren < mostBarren) return;
    throw new FettleError("no_task", `${mostBarren} tasks in a row could not be made: ${group.error}`);
  }

  /** An episode ended before its first answer: there is nothing of it to learn from. */
  #silent({ stop }: Trace): void {
    this.#leave("silent");
    if (++this.#barren < mostBarren) return;
    throw new FettleError("bad_option", `${mostBarren} groups in a row had an episode without an answer (${stop}).`, {
      hint: "Is the model's context long enough for these tasks, and --turn-timeout? --form compact makes prompts short.",
    });
  }

  #climb(level: string, task: string, traces: readonly Trace[]): void {
    const mean = traces.reduce((sum, trace) => sum + (trace.return ?? 0), 0) / traces.length;
    const next = this.#tasks.record(level, task, mean);
    if (next !== null) this.#note(`Step ${this.#step}: on to level ${next}.`);
  }

  #evaluate(): void {
    const step = this.#step;
    if (this.#evaluator.running) {
      this.#note(`Step ${step}: the last evaluation still runs, so there is none now.`);
      return;
    }
    const evaluation = this.#evaluator.run(this.#tasks.levels).then((metrics) => {
      if (metrics) this.#settings.onMetrics?.(step, metrics);
    });
    this.#crew.run(evaluation, this.#signal);
  }

  #report(): void {
    const metrics = this.#meter.take();
    if (metrics) this.#settings.onMetrics?.(this.#step, metrics);
  }
}

function parseOptions(given: WorkerOptions = {}): z.output<typeof workerOptions> {
  const options = workerOptions.safeParse(given);
  if (options.success) return options.data;
  throw new FettleError("bad_option", `Options of the worker are not usable: ${firstIssue(options.error)}.`);
}

function noTokens(who: string): FettleError {
  return new FettleError("bad_option", `${who} no token ids, which an Atropos trainer cannot do without.`, {
    hint: "Use the folder of a training run or checkpoint, or an endpoint of vLLM or SGLang, which send them when asked.",
  });
}
