/** TensorBoard's `Event` message (event.proto, summary.proto), as far as curves need it. */
import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";

export interface Event {
  /** Seconds since 1970. */
  wallTime: number;
  /** A whole number >= 0. */
  step: number;
  /**
   * `version`: the first event of a file. `restart`: a session that begins with `step`; readers forget what came before
   * at this step or a later one. Numbers by name are points of curves, in single precision.
   */
  what: "version" | "restart" | ReadonlyMap<string, number>;
}

/** Field numbers. */
const event = { wallTime: 1, step: 2, version: 3, summary: 5, session: 7 } as const;
const summaryValue = 1;
const value = { tag: 1, number: 2 } as const;
const sessionStatus = 1;
const sessionStart = 1;

export function encodeEvent({ wallTime, step, what }: Event): Uint8Array {
  const writer = new BinaryWriter()
    .tag(event.wallTime, WireType.Bit64)
    .double(wallTime)
    .tag(event.step, WireType.Varint)
    .int64(step);
  if (what === "version") writer.tag(event.version, WireType.LengthDelimited).string("brain.Event:2");
  else if (what === "restart")
    writer
      .tag(event.session, WireType.LengthDelimited)
      .fork()
      .tag(sessionStatus, WireType.Varint)
      .int32(sessionStart)
      .join();
  else writer.tag(event.summary, WireType.LengthDelimited).bytes(encodeSummary(what));
  return writer.finish();
}

function encodeSummary(scalars: ReadonlyMap<string, number>): Uint8Array {
  const writer = new BinaryWriter();
  for (const [tag, number] of scalars)
    writer
      .tag(summaryValue, WireType.LengthDelimited)
      .fork()
      .tag(value.tag, WireType.LengthDelimited)
      .string(tag)
      .tag(value.number, WireType.Bit32)
      .float(number)
      .join();
  return writer.finish();
}

/** What an encoded event says of the steps of its run. */
export function readEvent(data: Uint8Array): { step: number; restart: boolean } {
  const reader = new BinaryReader(data);
  const found = { step: 0, restart: false };
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag();
    if (field === event.step) found.step = Number(reader.int64());
    else {
      if (field === event.session) found.restart = true;
      reader.skip(type, field);
    }
  }
  return found;
}
