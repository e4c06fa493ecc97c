import fc from "fast-check";
import { expect, it } from "vitest";
import { GroupLedger } from "./group-ledger.ts";

const span = (at: number) => ({ start: at, end: at + 1 });

it("hands finished groups out once and in order, whatever order they finish in", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 19 }), { minLength: 20, maxLength: 20 }),
      fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
      (order, whole) => {
        const ledger = new GroupLedger(20, 2);
        const out: number[] = [];
        for (const index of order) {
          ledger.place(index, 1, span(2 * index + 1));
          ledger.place(index, 0, whole[index] ? span(2 * index) : null);
          ledger.settle(index);
          out.push(...[...ledger.ready()].map((group) => group.index));
        }
        expect(out).toEqual(order.filter((index) => whole[index]).sort((a, b) => a - b));
        expect([...ledger.rest()]).toEqual([]);
      },
    ),
  );
});

it("waits for groups that are being played, and at the end goes on without them", () => {
  const ledger = new GroupLedger(4, 1);
  for (const index of [0, 2, 3]) {
    ledger.place(index, 0, span(index));
    if (index !== 3) ledger.settle(index);
  }
  expect([...ledger.ready()]).toEqual([{ index: 0, spans: [span(0)] }]);
  expect([...ledger.rest()].map(({ index }) => index)).toEqual([2, 3]);
});

it("takes the newest record of an episode", () => {
  const ledger = new GroupLedger(1, 1);
  ledger.place(0, 0, null);
  expect(ledger.has(0, 0)).toBe(false);
  ledger.place(0, 0, span(7));
  expect(ledger.has(0, 0)).toBe(true);
  ledger.settle(0);
  expect([...ledger.ready()]).toEqual([{ index: 0, spans: [span(7)] }]);
});
