import type { Call, Value } from "./value.ts";

const brackets = { list: ["[", "]"], tuple: ["(", ")"], set: ["{", "}"], frozenset: ["frozenset([", "])"] } as const;

/** A value as it is written in Python. */
export function literal(value: Value): string {
  switch (value.kind) {
    case "none":
      return "None";
    case "bool":
      return value.value ? "True" : "False";
    case "int":
      // Python reads no more than 4,300 decimal digits.
      return String(value.value).length > 4000 ? hexadecimal(value.value) : String(value.value);
    case "float":
      return floating(value.value);
    case "str":
      // An escaped surrogate is a character of its own in Python, so that pairs have to stand there as they are.
      return JSON.stringify(value.value);
    case "dict":
      return `{${value.entries.map(([key, item]) => `${literal(key)}: ${literal(item)}`).join(", ")}}`;
    case "other":
      return value.literal;
    default: {
      if (value.kind === "set" && value.items.length === 0) return "set()";
      const [open, close] = brackets[value.kind];
      const items = value.items.map(literal).join(", ");
      return `${open}${items}${value.kind === "tuple" && value.items.length === 1 ? "," : ""}${close}`;
    }
  }
}

/** The arguments as they are written between the brackets of a call. */
export function literalArguments({ positional, named }: Call): string {
  return [...positional.map(literal), ...named.map(([name, value]) => `${name}=${literal(value)}`)].join(", ");
}

/** The line that `readCall` reads. */
export function encodeCall({ positional, named }: Call): string {
  const pairs = named.map(([name, value]) => `[${JSON.stringify(name)},${encode(value)}]`);
  return `[[${positional.map(encode)}],[${pairs}]]`;
}

const tags = { tuple: "t", set: "s", frozenset: "f" } as const;

/** The text that stands for a value in such a line. */
export function encode(value: Value): string {
  switch (value.kind) {
    case "none":
      return "null";
    case "bool":
      return String(value.value);
    case "int":
      return value.value === BigInt.asIntN(63, value.value)
        ? String(value.value)
        : `{"i":"${hexadecimal(value.value)}"}`;
    case "float":
      return Number.isFinite(value.value) ? floating(value.value) : String(value.value);
    case "str":
      return JSON.stringify(value.value);
    case "list":
      return `[${value.items.map(encode)}]`;
    case "dict":
      return `{"d":[${value.entries.map(([key, item]) => `[${encode(key)},${encode(item)}]`)}]}`;
    case "other":
      return value.encoded;
    default:
      return `{"${tags[value.kind]}":[${value.items.map(encode)}]}`;
  }
}

function hexadecimal(value: bigint): string {
  return value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`;
}

function floating(value: number): string {
  if (!Number.isFinite(value)) return `float("${String(value).toLowerCase()}")`;
  if (Object.is(value, -0)) return "-0.0";
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? `${value}.0` : String(value);
}
