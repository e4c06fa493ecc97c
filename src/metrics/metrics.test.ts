import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EpisodeMeter } from "./episode-meter.ts";
import { openMetrics } from "./open-metrics.ts";
import { crc32c } from "./tensorboard/crc32c.ts";
import { encodeEvent } from "./tensorboard/event.ts";
import { decodeRecords, encodeRecord } from "./tensorboard/records.ts";
import { scalarsOf } from "./values.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fettle-metrics-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const lines = () =>
  readFileSync(join(folder, "metrics.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
const eventFiles = () =>
  readdirSync(join(folder, "tensorboard"))
    .sort()
    .map((name) => join(folder, "tensorboard", name));

describe("checksums", () => {
  // RFC 3720, B.4, and the check value of the CRC catalogue.
  it.each([
    [Buffer.alloc(32), 0x8a9136aa],
    [Buffer.alloc(32, 0xff), 0x62a8ab43],
    [Buffer.from(Array.from({ length: 32 }, (_, i) => i)), 0x46dd794e],
    [Buffer.from(Array.from({ length: 32 }, (_, i) => 31 - i)), 0x113fdb5c],
    [Buffer.from("123456789"), 0xe3069283],
  ])("are Castagnoli's (%#)", (bytes, expected) => {
    expect(crc32c(bytes)).toBe(expected);
  });
});

describe("records", () => {
  const textsOf = (file: Buffer) => [...decodeRecords(file)].map(({ data }) => String(data));

  it("are what TensorFlow writes", () => {
    // As TensorBoard's own RecordWriter wrote it.
    const record = encodeRecord(Buffer.from("hi"));
    expect(record.toString("hex")).toBe("020000000000000078270b34686913d60856");
    expect(textsOf(record)).toEqual(["hi"]);
  });

  it("end where a write was torn, wherever that is", () => {
    const file = Buffer.concat(["one", "two"].map((text) => encodeRecord(Buffer.from(text))));
    for (let length = 19; length < file.length; length++)
      expect(textsOf(file.subarray(0, length)), `${length}`).toEqual(["one"]);
  });

  it("end where a bit has flipped", () => {
    const file = Buffer.concat(["one", "two"].map((text) => encodeRecord(Buffer.from(text))));
    for (let at = 19; at < file.length; at++) {
      const damaged = Buffer.from(file);
      damaged[at]! ^= 1;
      expect(textsOf(damaged), `${at}`).toEqual(["one"]);
    }
  });
});

it("events are protobuf messages of event.proto", () => {
  const hex = (what: Parameters<typeof encodeEvent>[0]["what"], step: number) =>
    Buffer.from(encodeEvent({ wallTime: 1, step, what })).toString("hex");
  const head = "09000000000000f03f";
  expect(hex("version", 0)).toBe(`${head}10001a0d${Buffer.from("brain.Event:2").toString("hex")}`);
  expect(hex("restart", 300)).toBe(`${head}10ac023a020801`);
  // summary { value { tag: "a" simple_value: 0.5 } }
  expect(hex(new Map([["a", 0.5]]), 1)).toBe(`${head}10012a0a0a080a0161150000003f`);
});

it("curves are named by path, and only numbers have one", () => {
  const values = { reward: { mean: 0.5, none: null }, level: "easy", nan: Number.NaN, on: true, steps: 0 };
  expect([...scalarsOf(values, "grpo")]).toEqual([
    ["grpo/reward/mean", 0.5],
    ["grpo/steps", 0],
  ]);
});

describe("openMetrics", () => {
  it("goes on after a kill in the middle of a line", () => {
    const first = openMetrics({ folder, kinds: ["jsonl", "tensorboard"] });
    expect(first.last).toBe(0);
    for (const step of [1, 2, 3]) first.write(step, { loss: 1 / step });
    first.close();
    appendFileSync(join(folder, "metrics.jsonl"), '{"step":4,"lo');
    truncateSync(eventFiles()[0]!, readFileSync(eventFiles()[0]!).length - 5);

    const second = openMetrics({ folder, kinds: ["jsonl"] });
    expect(second.last).toBe(3);
    second.write(4, { loss: 0 });
    second.close();
    expect(lines()).toEqual([...[1, 2, 3].map((step) => ({ step, loss: 1 / step })), { step: 4, loss: 0 }]);
    const third = openMetrics({ folder, kinds: ["tensorboard"] });
    expect(third.last).toBe(2);
    third.close();
  });

  it("forgets what was written beyond the step it goes on from, by whatever name the step has", () => {
    const first = openMetrics({ folder, kinds: ["jsonl", "tensorboard"], counter: "row" });
    for (const row of [1, 2, 3, 4]) first.write(row, { step: 0, row });
    first.close();
    const second = openMetrics({ folder, kinds: ["jsonl", "tensorboard"], counter: "row", after: 2 });
    expect(second.last).toBe(2);
    second.write(3, { again: 1 });
    second.close();
    expect(lines()).toEqual([
      { row: 1, step: 0 },
      { row: 2, step: 0 },
      { row: 3, again: 1 },
    ]);
    const third = openMetrics({ folder, kinds: ["tensorboard"] });
    expect(third.last).toBe(3);
    third.close();
  });

  it("names event files in order, whatever the clock does", () => {
    const now = vi.spyOn(Date, "now");
    for (const time of [5e12, 4e12, 4e12]) {
      now.mockReturnValue(time);
      openMetrics({ folder, kinds: ["tensorboard"] }).close();
    }
    now.mockRestore();
    expect(eventFiles().map((path) => path.split(".").at(-2))).toEqual(["5000000000", "5000000001", "5000000002"]);
  });

  it("writes nothing when nothing is wanted, and says what is wrong with a folder", () => {
    const none = openMetrics({ folder: join(folder, "none"), kinds: [] });
    none.write(1, { loss: 1 });
    none.close();
    expect(readdirSync(folder)).toEqual([]);
    writeFileSync(join(folder, "file"), "");
    expect(() => openMetrics({ folder: join(folder, "file"), kinds: ["jsonl"] })).toThrow(
      expect.objectContaining({ code: "bad_run_folder" }),
    );
  });
});

it("a meter keeps errors out of its means", () => {
  const meter = new EpisodeMeter();
  expect(meter.values()).toMatchObject({ episodes: 0, return: null, solved: null });
  meter.add({ level: "easy", return: 1, solved: true });
  meter.add({ level: "easy", return: null, solved: false });
  meter.add({ level: "hard", return: 0.5, solved: false });
  expect(meter.values()).toEqual({
    ...{ episodes: 3, errors: 1, return: 0.75, solved: 0.5 },
    levels: {
      easy: { episodes: 2, errors: 1, return: 1, solved: 1 },
      hard: { episodes: 1, errors: 0, return: 0.5, solved: 0 },
    },
  });
});
