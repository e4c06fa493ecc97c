import { describe, expect, it } from "vitest";
import { hasPassed, isEnough, isTooMuch, wantedWorkers } from "./pace.ts";

const status = {
  current_step: 0,
  queue_size: 0,
  unallocated_fraction: 1,
  self_queue_size: 0,
  max_group_size: 4,
  env_weight: 1,
};
const settings = { groupSize: 4, batchSize: 16, maxBatchesOffpolicy: 3, minBatchAllocation: null, maxWorkers: 8 };

describe("the pace of a worker", () => {
  /** Computed with the expressions of atroposlib 0.4.0 (`env_manager` and `add_train_workers`). */
  it.each<[number, number, number, number | null, number, number, number, number, number, boolean, number]>([
    [2, 16, 2, 0.5, 16, 12, 0, 8, 1.0, false, 24],
    [8, 32, 3, null, 4, 30, 5, 8, 0.5, true, 0],
    [8, 64, 3, null, 4, 30, 1, 8, 0.75, true, 0],
    [1, 8, 1, null, 8, 100, 0, 4, 0.75, true, 0],
    [8, 64, 2, 0.5, 4, 3, 0, 8, 1.0, false, 9],
    [8, 16, 2, 0.5, 16, 100, 2, 8, 0.5, true, 1],
    [8, 32, 3, 0.5, 16, 1, 2, 8, 1.0, false, 16],
    [4, 16, 3, 0.25, 16, 12, 0, 8, 0.5, false, 8],
    [2, 32, 2, null, 4, 7, 5, 2, 0.75, false, 4],
    [1, 64, 1, null, 8, 7, 5, 1, 1.0, false, 8],
    [1, 64, 3, 0.25, 16, 3, 1, 1, 0.75, false, 48],
    [1, 8, 1, null, 4, 7, 2, 8, 0.75, false, 0],
    [2, 8, 2, 0.25, 8, 1, 5, 4, 0.75, false, 7],
    [8, 8, 3, 0.25, 8, 30, 1, 8, 0.75, true, 1],
    [4, 32, 3, 0.25, 4, 100, 5, 8, 0.75, false, 5],
    [1, 64, 3, null, 4, 30, 2, 4, 0.75, false, 4],
    [4, 32, 3, 0.5, 4, 12, 0, 8, 1.0, false, 16],
    [4, 32, 3, 0.5, 8, 12, 2, 4, 0.75, false, 11],
    [2, 32, 2, 0.25, 8, 100, 5, 2, 1.0, false, 4],
    [2, 32, 3, null, 16, 100, 2, 2, 0.75, true, 0],
    [2, 64, 3, null, 4, 12, 2, 4, 0.5, false, 4],
    [2, 64, 1, null, 8, 30, 1, 8, 0.75, false, 0],
    [4, 16, 1, null, 16, 1, 2, 8, 1.0, false, 3],
    [4, 32, 3, null, 16, 3, 1, 4, 0.75, false, 15],
    [2, 16, 1, 0.5, 16, 12, 5, 8, 0.5, true, 15],
    [2, 8, 3, 0.25, 4, 100, 1, 2, 1.0, false, 3],
    [1, 16, 3, null, 16, 30, 5, 1, 0.5, false, 0],
    [2, 8, 2, 0.5, 16, 30, 5, 8, 1.0, true, 15],
    [8, 8, 2, 0.5, 16, 3, 5, 8, 0.75, true, 0],
    [8, 16, 1, 0.25, 8, 12, 2, 8, 0.75, true, 0],
    [4, 16, 3, 0.25, 16, 30, 5, 8, 0.5, true, 3],
    [4, 16, 2, 0.5, 4, 7, 5, 8, 0.5, false, 3],
    [4, 32, 1, 0.25, 8, 12, 2, 4, 1.0, true, 1],
    [4, 16, 3, null, 4, 30, 1, 8, 0.5, true, 0],
    [8, 32, 1, 0.25, 8, 7, 5, 8, 1.0, true, 0],
    [2, 16, 1, null, 4, 12, 5, 8, 1.0, true, 0],
    [4, 32, 1, null, 16, 7, 0, 8, 0.5, false, 0],
    [4, 32, 1, null, 4, 7, 0, 4, 0.5, false, 0],
    [2, 8, 2, 0.5, 4, 100, 5, 8, 0.5, true, 15],
    [8, 32, 2, null, 16, 7, 5, 8, 0.5, false, 0],
  ])(
    "group %i batch %i offpolicy %i minimum %s workers %i, queue %i own %i largest %i free %f: too much %s, wanted %i",
    (groupSize, batchSize, maxBatchesOffpolicy, minBatchAllocation, maxWorkers, queue, own, largest, free, tooMuch, wanted) => {
      const given = { groupSize, batchSize, maxBatchesOffpolicy, minBatchAllocation, maxWorkers };
      const said = {
        ...status,
        queue_size: queue,
        self_queue_size: own,
        max_group_size: largest,
        unallocated_fraction: free,
      };
      expect([isTooMuch(given, said), wantedWorkers(given, said)]).toEqual([tooMuch, wanted]);
    },
  );

  it("limits workers while an evaluation runs", () => {
    expect(wantedWorkers(settings, status, 0.5)).toBe(4);
    expect(wantedWorkers(settings, status, 0)).toBe(0);
  });

  it("ends once what waits is enough for the steps that are left", () => {
    expect(isEnough(settings, { ...status, current_step: 8, queue_size: 11 }, 10)).toBe(false);
    expect(isEnough(settings, { ...status, current_step: 8, queue_size: 12 }, 10)).toBe(true);
  });

  it("evaluates when a multiple of the interval is passed, and not at the start", () => {
    expect(hasPassed(100, 0, 0)).toBe(false);
    expect(hasPassed(100, 99, 100)).toBe(true);
    expect(hasPassed(100, 95, 103)).toBe(true);
    expect(hasPassed(100, 100, 101)).toBe(false);
    expect(hasPassed(100, 99, 250)).toBe(true);
    expect(hasPassed(1, 0, 1)).toBe(true);
    expect(hasPassed(0, 99, 100)).toBe(false);
  });
});
