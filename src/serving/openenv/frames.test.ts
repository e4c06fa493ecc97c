import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { type Door, openDoor } from "./door.ts";
import { handleFrame } from "./frames.ts";
import type { McpHost } from "./mcp.ts";
import type { ServedEpisode } from "./record.ts";
import { Session } from "./session.ts";
import { SessionTable } from "./session-table.ts";
import { answerOf, toy } from "./testing/toy.ts";

let door: Door;
let session: Session;
let host: McpHost;
let records: ServedEpisode[];

beforeEach(() => {
  records = [];
  door = openDoor(toy, { onEpisode: (record) => records.push(record) });
  session = new Session(door);
  const sessions = new SessionTable({ max: 4, idleMs: 0 });
  host = { door, sessions, seat: null, openSession: () => new Session(door) };
});

const text = (frame: unknown, on = session) =>
  handleFrame(typeof frame === "string" ? frame : JSON.stringify(frame), on, host);
// biome-ignore lint/suspicious/noExplicitAny: replies are checked member by member below
const say = async (frame: unknown, on = session): Promise<any> => JSON.parse((await text(frame, on)) ?? "null");

describe("reset and step", () => {
  it("answers in the envelopes of the protocol", async () => {
    expect(await say({ type: "reset", data: { seed: 3, episode_id: "abc" } })).toEqual({
      type: "observation",
      data: {
        observation: {
          task: "narrow",
          low: expect.any(Number),
          high: expect.any(Number),
          feedback: "",
          metadata: { task: "narrow", split: "train" },
        },
        reward: null,
        done: false,
        metadata: { task: "narrow", split: "train" },
      },
    });
    const wrong = await say({ type: "step", data: { guess: -9 } });
    expect(wrong.data).toMatchObject({ reward: 0, done: false });
    const right = await say({
      type: "step",
      data: { guess: await answerOf("narrow", 3), metadata: { from: "client" } },
    });
    expect(right.data).toMatchObject({ reward: 0.75, done: true });
    expect(right.data.metadata).toEqual({ task: "narrow", return: 0.75, solved: true, scores: { found: 1 } });
    expect(await say({ type: "state" })).toEqual({
      type: "state",
      data: { episode_id: "abc", step_count: 2, turns: 2 },
    });
    expect(await text({ type: "close" })).toBeNull();
  });

  it("gives the same task for the same seed, and others without one", async () => {
    const [a, b] = [await text({ type: "reset", data: { seed: 5 } }), await text({ type: "reset", data: { seed: 5 } })];
    expect(a).toBe(b);
    const drawn = new Set<string | null>();
    for (let i = 0; i < 20; i++) drawn.add(await text({ type: "reset" }));
    expect(drawn.size).toBeGreaterThan(5);
    expect(new Set(records.slice(2).map((record) => record.seed)).size).toBeGreaterThan(15);
  });

  it("starts an episode by itself when a step comes first", async () => {
    expect((await say({ type: "step", data: { guess: -9 } })).data).toMatchObject({ reward: 0, done: false });
    expect((await say({ type: "state" })).data.step_count).toBe(1);
  });

  it("plays the level, split and options asked for", async () => {
    const { data } = await say({ type: "reset", data: { task: "wide", split: "test", spread: 50, seed: 1 } });
    expect(data.observation.task).toBe("wide");
    expect(data.observation.high - data.observation.low).toBe(49);
    expect(data.metadata.split).toBe("test");
  });

  it("names the keys it does not know instead of dropping them in silence", async () => {
    const { data } = await say({ type: "reset", data: { sprad: 50 } });
    expect(data.metadata.ignored).toEqual(["sprad"]);
  });

  it("adds the rendered messages on request", async () => {
    const { data } = await say({ type: "reset", data: { seed: 1, prompt: "compact" } });
    expect(data.metadata.messages).toEqual([{ role: "user", content: expect.stringMatching(/^Turn 0: /) }]);
    const next = await say({ type: "step", data: { guess: -9 } });
    expect(next.data.metadata.messages[0].content).toMatch(/^Turn 1: /);
  });

  it("finds a task of the Task API by its index", async () => {
    const { data } = await say({ type: "reset", data: { split: "train", index: 7 } });
    expect(data.observation.task).toBe("wide");
    await session.step({ guess: await answerOf("wide", 3) });
    expect(records.at(-1)).toMatchObject({ seed: 3, return: 1 });
  });

  it("reads a completion as the environment does", async () => {
    await say({ type: "reset", data: { seed: 3 } });
    const wrong = await say({ type: "step", data: { completion: "-9" } });
    expect(wrong.data).toMatchObject({ reward: 0, metadata: { task: "narrow", return: 0 } });
    const right = await say({ type: "step", data: { completion: String(await answerOf("narrow", 3)) } });
    expect(right.data).toMatchObject({ reward: 0.75, done: true });
  });

  it("leaks neither key, seed, reasons nor held-out scores", async () => {
    const seen = [await text({ type: "reset", data: { seed: 987654321 } })];
    for (let turn = 0; turn < 3; turn++) seen.push(await text({ type: "step", data: { guess: -9 } }));
    seen.push(await text({ type: "state" }));
    const { key } = await toy.generate({ level: "narrow", seed: 987654321, split: "train", options: { spread: 10 } });
    const all = seen.join("");
    for (const secret of [key, "987654321", "it was", "hidden"]) expect(all).not.toContain(secret);
  });
});

describe("frames that cannot be carried out", () => {
  const refused: [string, unknown, object][] = [
    ["no JSON", "{bad", { code: "INVALID_JSON" }],
    ["nothing", "", { code: "INVALID_JSON" }],
    ["NaN", '{"type":"step","data":{"guess":NaN}}', { code: "INVALID_JSON" }],
    ["a list", [1, 2], { code: "VALIDATION_ERROR" }],
    ["a number", 5, { code: "VALIDATION_ERROR" }],
    ["null", "null", { code: "VALIDATION_ERROR" }],
    ["an unknown type", { type: "foo" }, { code: "UNKNOWN_TYPE", message: "Unknown message type: foo" }],
    ["no type", {}, { code: "UNKNOWN_TYPE" }],
    ["a type of the prototype", { type: "constructor" }, { code: "UNKNOWN_TYPE" }],
    ["a step without data", { type: "step" }, { errors: [{ type: "missing", loc: ["data"], msg: "Field required" }] }],
    ["data that is a list", { type: "step", data: [] }, { code: "VALIDATION_ERROR" }],
    [
      "a state with data",
      { type: "state", data: {} },
      { errors: [{ type: "extra_forbidden", loc: ["data"], msg: "Unknown field" }] },
    ],
    ["a correlation id", { type: "state", id: 1 }, { code: "VALIDATION_ERROR" }],
    [
      "a missing field",
      { type: "step", data: {} },
      { errors: [{ type: "missing", loc: ["guess"], msg: "Field required" }] },
    ],
    [
      "a foreign field",
      { type: "step", data: { guess: 1, zz: 1 } },
      { errors: [{ type: "extra_forbidden", loc: ["zz"], msg: "Unknown field" }] },
    ],
    ["an infinite number", '{"type":"step","data":{"guess":1e999}}', { code: "VALIDATION_ERROR" }],
    ["a negative seed", { type: "reset", data: { seed: -1 } }, { message: "The seed is at least 0" }],
    ["a fractional seed", { type: "reset", data: { seed: 1.5 } }, { code: "VALIDATION_ERROR" }],
    ["a seed in words", { type: "reset", data: { seed: "abc" } }, { code: "VALIDATION_ERROR" }],
    ["a long episode_id", { type: "reset", data: { episode_id: "x".repeat(256) } }, { code: "VALIDATION_ERROR" }],
    [
      "an unknown task",
      { type: "reset", data: { task: "nope" } },
      { message: 'Unknown task "nope". Tasks: narrow, wide, auto.' },
    ],
    [
      "a bad option",
      { type: "reset", data: { spread: 0 } },
      { errors: [{ type: "too_small", loc: ["spread"], msg: expect.any(String) }] },
    ],
    [
      "a level and a curriculum",
      { type: "reset", data: { task: "wide", curriculum: "c" } },
      { code: "VALIDATION_ERROR" },
    ],
    ["an index beyond the list", { type: "reset", data: { index: 1e9 } }, { message: "Invalid task index" }],
  ];

  it.each(refused)("refuses %s and goes on with the episode", async (_name, frame, expected) => {
    await say({ type: "reset", data: { seed: 1, episode_id: "kept" } });
    const reply = await say(frame);
    expect(reply.type).toBe("error");
    expect(reply.data).toMatchObject(expected);
    expect((await say({ type: "state" })).data).toMatchObject({ episode_id: "kept", step_count: 0 });
    expect((await say({ type: "step", data: { guess: -9 } })).data.reward).toBe(0);
  });

  it("survives any text and any JSON", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((data) => `{"type":"step","data":${data}}`),
        ),
        async (frame) => {
          const reply = await text(frame);
          expect(reply === null ? "close" : JSON.parse(reply).type).toMatch(/^(close|error|observation|state|mcp)$/);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("survives nesting beyond any stack", async () => {
    const deep = `{"type":"step","data":{"guess":${"[".repeat(200_000)}${"]".repeat(200_000)}}}`;
    expect((await say(deep)).type).toBe("error");
    expect((await say({ type: "reset" })).type).toBe("observation");
  });

  it("keeps an answer with thousands of faults short", async () => {
    const data = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, 1]));
    expect((await text({ type: "step", data }))?.length).toBeLessThan(5000);
  });
});

describe("steps that could not be scored", () => {
  it("answers EXECUTION_ERROR, never a reward, and the next reset goes on", async () => {
    await say({ type: "reset", data: { seed: 1 } });
    const { type, data } = await say({ type: "step", data: { guess: -1 } });
    expect({ type, code: data.code }).toEqual({ type: "error", code: "EXECUTION_ERROR" });
    expect(data.message).toContain("the judge is away");
    expect(data).not.toHaveProperty("reward");
    expect(records).toMatchObject([{ end: "error", return: null, rewards: [] }]);
    expect((await say({ type: "step", data: { guess: 1 } })).data.code).toBe("EXECUTION_ERROR");
    expect((await say({ type: "reset" })).type).toBe("observation");
  });

  it("keeps the details of a bug to us", async () => {
    const failures: unknown[] = [];
    host.onFailure = (error) => failures.push(error);
    const { data } = await say({ type: "step", data: { guess: -3 } });
    expect(data).toEqual({ code: "EXECUTION_ERROR", message: "The environment failed." });
    expect(String(failures[0])).toContain("secret detail");
  });

  it("says that a seed gives no task", async () => {
    const { data } = await say({ type: "reset", data: { seed: 13 } });
    expect(data).toEqual({ code: "EXECUTION_ERROR", message: "No task can be made of seed 13." });
  });

  it("says that the episode is over", async () => {
    await say({ type: "reset", data: { seed: 1 } });
    await say({ type: "step", data: { guess: await answerOf("narrow", 1) } });
    expect((await say({ type: "step", data: { guess: 1 } })).data).toEqual({
      code: "EXECUTION_ERROR",
      message: "The episode has ended: send a reset first.",
    });
  });
});

describe("auto", () => {
  const win = async (on: Session, seed: number, level: string) => {
    await say({ type: "step", data: { guess: await answerOf(level, seed) } }, on);
  };

  it("climbs within a session and says which level was drawn", async () => {
    for (let seed = 100; seed < 110; seed++) {
      const { data } = await say({ type: "reset", data: { seed, task: "auto" } });
      expect(data.metadata.task).toBe("narrow");
      await win(session, seed, "narrow");
    }
    expect((await say({ type: "reset", data: { seed: 1, task: "auto" } })).data.metadata.task).toBe("wide");
    expect((await say({ type: "reset", data: { task: "auto" } }, new Session(door))).data.metadata.task).toBe("narrow");
  });

  it("climbs together in a named curriculum, and one seed is one task for a whole group", async () => {
    const group = [new Session(door), new Session(door), new Session(door)];
    for (let seed = 100; seed < 110; seed++) {
      const frames = await Promise.all(
        group.map((one) => text({ type: "reset", data: { seed, curriculum: "c" } }, one)),
      );
      expect(new Set(frames).size).toBe(1);
      for (const one of group) await win(one, seed, "narrow");
    }
    expect(door.curricula.peek("c")?.summary()).toMatchObject({ level: "wide", recorded: 10 });
    const { data } = await say({ type: "reset", data: { curriculum: "c" } });
    expect(data.metadata).toMatchObject({ task: "wide", curriculum: "c" });
    expect((await say({ type: "reset", data: { curriculum: "other" } })).data.metadata.task).toBe("narrow");
  });

  it("counts an episode that its client gave up, not one whose connection was lost before the first step", async () => {
    await say({ type: "reset", data: { seed: 1, curriculum: "c" } });
    await say({ type: "reset", data: { seed: 2, curriculum: "c" } });
    session.close();
    expect(door.curricula.peek("c")?.summary()).toMatchObject({ recorded: 1, mean: 0 });
    expect(records).toMatchObject([{ seed: 1, end: "abandoned", return: 0 }]);
  });
});
