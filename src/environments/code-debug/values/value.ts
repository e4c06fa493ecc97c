/** Python values as the sandbox writes them, taken apart: without loss, unlike JSON numbers. */
import { parse } from "lossless-json";

export type Value =
  | { kind: "none" }
  | { kind: "bool"; value: boolean }
  | { kind: "int"; value: bigint }
  /** Finite, infinite or not a number. */
  | { kind: "float"; value: number }
  | { kind: "str"; value: string }
  | { kind: "list" | "tuple" | "set" | "frozenset"; items: readonly Value[] }
  | { kind: "dict"; entries: readonly (readonly [Value, Value])[] }
  /** A value that is not taken apart: how it is written in Python, and by the sandbox. */
  | { kind: "other"; type: string; literal: string; encoded: string };

/** Arguments of one call. */
export interface Call {
  positional: readonly Value[];
  named: readonly (readonly [name: string, value: Value])[];
}

/** The text holds something that is no data, or is no text of the sandbox. */
export class NoValue extends Error {}

/** One line of `PreparedTask.calls`. Throws NoValue. */
export function readCall(line: string): Call {
  const [positional, named] = pair(readJson(line));
  return {
    positional: list(positional).map(toValue),
    named: list(named).map((entry) => {
      const [name, value] = pair(entry);
      if (typeof name !== "string") throw new NoValue("an argument without a name");
      return [name, toValue(value)];
    }),
  };
}

/** The result in a frame of `Answers.frames`; null when the call gave none. Throws NoValue when it is no data. */
export function readResult(frame: string): Value | null {
  const [kind, result] = list(readJson(frame));
  return kind === "v" || kind === "m" ? toValue(result) : null;
}

/** Whole numbers become bigint, others number. The sandbox also writes NaN and Infinity, which JSON does not know. */
function readJson(text: string): unknown {
  const known = text.replaceAll(/"(?:[^"\\]|\\.)*"|-?Infinity|NaN/g, (token) =>
    token.startsWith('"') ? token : `{"n":"${token}"}`,
  );
  try {
    return parse(known, undefined, (digits) => (/^-?\d+$/.test(digits) ? BigInt(digits) : Number(digits)));
  } catch (error) {
    throw new NoValue("it is no JSON", { cause: error });
  }
}

function toValue(data: unknown): Value {
  if (data === null) return { kind: "none" };
  if (typeof data === "boolean") return { kind: "bool", value: data };
  if (typeof data === "bigint") return { kind: "int", value: data };
  if (typeof data === "number") return { kind: "float", value: data };
  if (typeof data === "string") return { kind: "str", value: data };
  if (Array.isArray(data)) return { kind: "list", items: data.map(toValue) };
  const [[tag, body] = [], ...more] = Object.entries(data ?? {});
  if (tag === undefined || more.length > 0) throw new NoValue("it is no value");
  return tagged(tag, body);
}

function tagged(tag: string, body: unknown): Value {
  switch (tag) {
    case "t":
      return { kind: "tuple", items: list(body).map(toValue) };
    case "s":
      return { kind: "set", items: list(body).map(toValue) };
    case "f":
      return { kind: "frozenset", items: list(body).map(toValue) };
    case "d":
      return {
        kind: "dict",
        entries: list(body).map((entry) => {
          const [key, value] = pair(entry);
          return [toValue(key), toValue(value)];
        }),
      };
    case "n":
      return { kind: "float", value: Number(body) };
    case "i": {
      const [, sign, digits] = /^(-?)(0x[0-9a-f]+)$/.exec(String(body)) ?? [];
      if (digits === undefined) throw new NoValue("it is no number");
      return { kind: "int", value: sign === "-" ? -BigInt(digits) : BigInt(digits) };
    }
    case "b":
      return other("bytes", `bytes.fromhex("${hex(body)}")`, { b: body });
    case "B":
      return other("bytearray", `bytearray.fromhex("${hex(body)}")`, { B: body });
    case "r": {
      const parts = list(body).map((part) => {
        if (typeof part !== "bigint") throw new NoValue("a range beyond 63 bits");
        return String(part);
      });
      return { kind: "other", type: "range", literal: `range(${parts.join(", ")})`, encoded: `{"r":[${parts}]}` };
    }
    default:
      throw new NoValue(`a value of tag ${tag}`);
  }
}

const other = (type: string, literal: string, encoded: unknown): Value => ({
  kind: "other",
  type,
  literal,
  encoded: JSON.stringify(encoded),
});

function hex(body: unknown): string {
  if (typeof body !== "string" || !/^[0-9a-f]*$/.test(body)) throw new NoValue("these are no bytes");
  return body;
}

function list(data: unknown): unknown[] {
  if (!Array.isArray(data)) throw new NoValue("it is no list");
  return data;
}

function pair(data: unknown): [unknown, unknown] {
  const [first, second, ...more] = list(data);
  if (more.length > 0) throw new NoValue("it is no pair");
  return [first, second];
}
