import { describe, expect, it } from "vitest";
import { Pool } from "./pool.ts";

class Worker {
  usable = true;
  closed = false;
  async close() {
    this.closed = true;
  }
}

function workers(size: number) {
  const started: Worker[] = [];
  const pool = new Pool(size, async () => {
    const worker = new Worker();
    started.push(worker);
    return worker;
  });
  return { started, pool };
}

const tick = () => new Promise((resolve) => setTimeout(resolve, 1));

describe("Pool", () => {
  it("never lends one member twice at a time, nor more members than its size", async () => {
    const { pool, started } = workers(3);
    const busy = new Set<Worker>();
    let most = 0;
    const work = () =>
      pool.use(async (worker) => {
        expect(busy.has(worker)).toBe(false);
        busy.add(worker);
        most = Math.max(most, busy.size);
        await tick();
        busy.delete(worker);
      });
    await Promise.all(Array.from({ length: 40 }, work));
    expect(most).toBe(3);
    expect(started).toHaveLength(3);
  });

  it("replaces a member that is no longer usable, and closes it", async () => {
    const { pool, started } = workers(1);
    await pool.use(async (worker) => {
      worker.usable = false;
    });
    await pool.use(async (worker) => expect(worker).toBe(started[1]));
    expect(started[0]?.closed).toBe(true);
  });

  it("lets the next one in when the work, or the start, fails", async () => {
    let starts = 0;
    const pool = new Pool(1, async () => {
      if (++starts === 1) throw new Error("no start");
      return new Worker();
    });
    const outcomes = await Promise.allSettled([
      pool.use(async () => 1),
      pool.use(async () => {
        throw new Error("no work");
      }),
      pool.use(async () => 3),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
  });

  it("closes everything once those at work are done, and lends nothing afterwards", async () => {
    const { pool, started } = workers(2);
    let done = 0;
    const work = [1, 2].map(() => pool.use(async () => tick().then(() => done++)));
    const late = pool.use(async () => {});
    await Promise.all([pool.close(), ...work, expect(late).rejects.toThrow("closed")]);
    expect(done).toBe(2);
    expect(started.every(({ closed }) => closed)).toBe(true);
    await expect(pool.use(async () => {})).rejects.toThrow("closed");
  });
});
