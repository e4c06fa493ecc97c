import { describe, expect, it } from "vitest";
import type { Task } from "../core/environment.ts";
import { traceSchema } from "../core/trace.ts";
import type { Completion, CompletionRequest, Model } from "../models/model.ts";
import { ModelError } from "../models/model-error.ts";
import { scriptedModel } from "../models/scripted.ts";
import { runEpisode } from "./run-episode.ts";
import { longestCompletion } from "./settings.ts";
import { numberRepair } from "./testing/number-repair.ts";

const environment = numberRepair();
const makeTask = (seed = 1): Task => environment.generate({ level: "two", seed, split: "test", options: {} }) as Task;

const completion = (text: string, extra: Partial<Completion> = {}): Completion => ({
  text,
  reasoning: null,
  tokens: null,
  usage: null,
  finish: "stop",
  weightsVersion: null,
  ...extra,
});

function model(
  complete: (request: CompletionRequest, signal: AbortSignal) => Promise<Completion | "context_overflow">,
): Model {
  return { id: "test", form: "full", complete };
}

const play = (player: Model | ReturnType<typeof scriptedModel>, extra = {}) =>
  runEpisode({ environment, model: player, ...extra }, { task: makeTask(), sample: 3 });

describe("scripted episodes", () => {
  it("plays the oracle to a full, valid, public trace", async () => {
    const { trace, truth } = await play(scriptedModel("oracle"));
    expect(traceSchema.parse(trace)).toEqual(trace);
    expect(trace).toMatchObject({ stop: "solved", return: 1, solved: true, sample: 3, id: `${trace.task.key}/3` });
    expect(JSON.stringify(trace)).not.toContain("truth:");
    expect(trace.turns[0]?.scores.map(({ name }) => name)).toEqual(["repaired", "fault"]);
    expect(truth.scores[0]?.map(({ name }) => name)).toContain("secret");
    expect(truth.scores[0]?.[0]?.why).toContain("truth:");
  });

  it("fixes the transcript of a random policy by task and sample", async () => {
    const strip = ({ trace }: Awaited<ReturnType<typeof play>>) => trace.turns.map(({ timing: _, ...turn }) => turn);
    expect(strip(await play(scriptedModel("random")))).toEqual(strip(await play(scriptedModel("random"))));
    const other = await runEpisode({ environment, model: scriptedModel("random") }, { task: makeTask(), sample: 4 });
    expect(strip(other)).not.toEqual(strip(await play(scriptedModel("random"))));
  });

  it("reports a policy that does not exist as an error, not as a return", async () => {
    const { trace } = await play(scriptedModel("toString"));
    expect(trace).toMatchObject({ stop: "error", return: null });
    expect(trace.error).toContain("oracle, noop, random");
  });
});

describe("models", () => {
  it("get the whole conversation, and a seed of their own for every turn", async () => {
    const requests: CompletionRequest[] = [];
    const { trace } = await play(
      model(async (request) => {
        requests.push(request);
        return completion("nonsense");
      }),
      { sampling: { seed: 5, temperature: 0.5 } },
    );
    expect(trace).toMatchObject({ stop: "max_turns", return: 0, solved: false });
    expect(trace.turns.map(({ problem }) => problem)).toEqual(["no JSON", "no JSON", "no JSON"]);
    expect(requests.map(({ messages }) => messages.map(({ role }) => role).join())).toEqual([
      "system,user",
      "system,user,assistant,user",
      "system,user,assistant,user,assistant,user",
    ]);
    expect(new Set(requests.map(({ sampling }) => sampling.seed)).size).toBe(3);
    expect(trace.turns[1]?.messages).toHaveLength(1);
  });

  it("ends with what was earned when the context is full", async () => {
    let turn = 0;
    const task = makeTask();
    const partly = { numbers: task.public && (task.public as { broken: number[] }).broken, fault: task.labels[0] };
    const { trace } = await play(
      model(async () => (turn++ === 0 ? completion(JSON.stringify(partly)) : "context_overflow")),
    );
    expect(trace).toMatchObject({ stop: "context_overflow", return: 0.1, error: null });
    expect(trace.turns).toHaveLength(1);
  });

  it("keeps token ids as they are and starts a segment where a prompt does not extend the last one", async () => {
    const prompts = [
      [1, 2],
      [1, 2, 9, 3],
      [1, 2, 8, 3, 9, 4],
    ];
    let turn = 0;
    const { trace } = await play(
      model(async () =>
        completion("x", {
          tokens: {
            prompt: prompts[turn++] ?? [],
            completion: [9],
            logprobs: [-1],
            segment: 77,
            tokenizer: "t",
            template: "u",
          },
        }),
      ),
    );
    expect(trace.turns.map(({ tokens }) => tokens?.segment)).toEqual([0, 0, 1]);
    expect(trace.totals).toMatchObject({ prompt: 12, completion: 3 });
  });

  it("stops at the token budget of the episode and shrinks the last turn to fit", async () => {
    const asked: number[] = [];
    const { trace } = await play(
      model(async ({ sampling }) => {
        asked.push(sampling.maxTokens);
        return completion("x", { usage: { prompt: 1, completion: 60 }, finish: "length" });
      }),
      { limits: { episodeTokens: 100 }, sampling: { maxTokens: 80 } },
    );
    expect(asked).toEqual([80, 40]);
    expect(trace).toMatchObject({ stop: "max_tokens", return: 0 });
  });

  it("cuts an endless completion", async () => {
    const { trace } = await play(model(async () => completion("x".repeat(longestCompletion + 5))));
    expect(trace.turns[0]).toMatchObject({ finish: "length" });
    expect(trace.turns[0]?.completion).toHaveLength(longestCompletion);
    expect(trace.stop).toBe("max_tokens");
  });
});

describe("limits, failures and cancelling", () => {
  const never = model(() => new Promise(() => {}));

  it.each(["turnMs", "episodeMs"])("ends a silent model at %s as a timeout", async (limit) => {
    const { trace } = await play(never, { limits: { [limit]: 30 } });
    expect(trace).toMatchObject({ stop: "timeout", return: 0, error: null });
  });

  it("calls an environment that hangs an error", async () => {
    const hanging = {
      ...environment,
      start: (task: Task) => ({
        ...environment.start(task as never, {} as never),
        step: () => new Promise<never>(() => {}),
      }),
    };
    const { trace } = await runEpisode(
      { environment: hanging as never, model: scriptedModel("oracle"), limits: { turnMs: 20 }, retries: 0 },
      { task: makeTask(), sample: 0 },
    );
    expect(trace).toMatchObject({ stop: "error", return: null });
  });

  it("cancels promptly", async () => {
    const controller = new AbortController();
    const playing = play(never, { signal: controller.signal });
    controller.abort();
    expect((await playing).trace).toMatchObject({ stop: "cancelled", return: null });
  });

  it("retries an error with a fresh episode and keeps the reasons", async () => {
    let calls = 0;
    const conversations = new Set<string>();
    const { trace } = await play(
      model(async ({ conversation }) => {
        conversations.add(conversation);
        if (++calls < 3) throw new ModelError("server", `broken ${calls}`);
        return completion("nonsense");
      }),
    );
    expect(trace).toMatchObject({ stop: "max_turns", return: 0, failures: ["broken 1", "broken 2"] });
    expect(trace.turns).toHaveLength(3);
    expect(conversations.size).toBe(3);
  });

  it("gives up after the retries with an error outcome, never a 0", async () => {
    const { trace } = await runEpisode(
      { environment: numberRepair({ unscoredEvery: 1 }), model: scriptedModel("oracle"), retries: 1 },
      { task: makeTask(), sample: 0 },
    );
    expect(trace).toMatchObject({ stop: "error", return: null, solved: false, failures: ["the judge is away"] });
    expect(trace.error).toBe("the judge is away");
  });

  it("does not retry what was rejected, and passes on what concerns the whole run", async () => {
    let calls = 0;
    const { trace } = await play(
      model(async () => {
        calls++;
        throw new ModelError("rejected", "no such parameter");
      }),
    );
    expect([calls, trace.stop, trace.failures]).toEqual([1, "error", []]);
    const refused = model(async () => {
      throw new ModelError("refused", "wrong key");
    });
    await expect(play(refused)).rejects.toThrow("wrong key");
  });
});
