import { describe, expect, it } from "vitest";
import { openDoor } from "./door.ts";
import { Session } from "./session.ts";
import { SessionTable } from "./session-table.ts";
import { toy } from "./testing/toy.ts";

function tableOf(max: number, idleMs = 1000) {
  const clock = { now: 0 };
  const door = openDoor(toy);
  const closed: Session[] = [];
  const open = () => {
    const session = new Session(door);
    const close = session.close.bind(session);
    session.close = () => {
      closed.push(session);
      close();
    };
    return session;
  };
  return { clock, closed, open, table: new SessionTable({ max, idleMs, now: () => clock.now }) };
}

describe("SessionTable", () => {
  it("refuses a session too many, and seats it once a slot is free", () => {
    const { table, open } = tableOf(2);
    const first = table.create(open, "socket");
    table.create(open, "request");
    expect(() => table.create(open, "socket")).toThrow("Server at capacity: 2/2 sessions active.");
    table.detach(first);
    expect(table.active).toBe(1);
    table.create(open, "socket");
    expect(table.active).toBe(2);
  });

  it("ends a socket's own session with the socket, and keeps one it only attached to", () => {
    const { table, open, closed } = tableOf(2);
    const own = table.create(open, "socket");
    const lent = table.create(open, "request");
    table.attach(lent.id);
    table.detach(own);
    table.detach(lent);
    expect(closed).toEqual([own.session]);
    expect(table.attach(lent.id)).toBe(lent);
  });

  it("attaches one socket at a time, to sessions it knows", () => {
    const { table, open } = tableOf(2);
    const { id } = table.create(open, "request");
    table.attach(id);
    expect(() => table.attach(id)).toThrow(`Session ${id} already has an attached WebSocket`);
    expect(() => table.attach("none")).toThrow("Unknown session_id: none");
  });

  it("closes a session with a socket when the socket goes", () => {
    const { table, open } = tableOf(2);
    const seat = table.create(open, "request");
    table.attach(seat.id);
    expect(table.close(seat.id)).toBe("closing");
    expect(table.active).toBe(1);
    table.detach(seat);
    expect(table.active).toBe(0);
    expect(table.close(seat.id)).toBe("unknown");
  });

  it("reaps what nobody holds or uses, and never a session with a socket", () => {
    const { table, open, clock } = tableOf(4);
    const held = table.create(open, "socket");
    const used = table.create(open, "request");
    const unused = table.create(open, "request");
    clock.now = 900;
    expect(table.get(used.id)).toBe(used);
    clock.now = 1001;
    expect(table.reapIdle()).toBe(1);
    expect(table.get(unused.id)).toBeUndefined();
    clock.now = 1e9;
    expect(table.reapIdle()).toBe(1);
    expect(table.get(held.id)).toBe(held);
  });

  it("keeps idle sessions for ever when told so", () => {
    const { table, open, clock } = tableOf(1, 0);
    table.create(open, "request");
    clock.now = Number.MAX_SAFE_INTEGER;
    expect(table.reapIdle()).toBe(0);
  });
});
