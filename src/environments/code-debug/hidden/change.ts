/** Changing recorded inputs a little, by their types. */
import type { Random } from "../../../core/random.ts";
import type { Call, Value } from "../values/value.ts";
import { encode } from "../values/write.ts";
import { type Profile, partOf } from "./profile.ts";

/** A call with one to three small changes. */
export function changed(call: Call, profile: Profile, random: Random): Call {
  let result = call;
  for (let left = random.pick([1, 1, 2, 2, 3]); left > 0; left--) result = changeOnce(result, profile, random);
  return result;
}

function changeOnce({ positional, named }: Call, profile: Profile, random: Random): Call {
  const at = random.int(0, Math.max(0, positional.length + named.length - 1));
  const change = (path: string, value: Value) => changeValue(value, path, profile, random);
  return {
    positional: positional.map((value, index) => (index === at ? change(String(index), value) : value)),
    named: named.map(([name, value], index) => [name, index + positional.length === at ? change(name, value) : value]),
  };
}

/** A value with a change in itself or in one of its parts. */
function changeValue(value: Value, path: string, profile: Profile, random: Random): Value {
  const recorded = profile.places.get(path)?.values ?? [];
  if (recorded.length > 1 && random.chance(0.15)) return random.pick(recorded);
  switch (value.kind) {
    case "int":
      return { kind: "int", value: changeInteger(value.value, recorded, random) };
    case "float":
      return { kind: "float", value: changeFloat(value.value, random) };
    case "bool":
      return { kind: "bool", value: !value.value };
    case "str":
      return { kind: "str", value: changeText(value.value, recorded, random) };
    case "dict":
      return changeDictionary(value, path, profile, random);
    case "none":
    case "other":
      return value;
    default:
      return changeItems(value, path, profile, random);
  }
}

function changeInteger(value: bigint, recorded: readonly Value[], random: Random): bigint {
  const other = random.pick(recorded.length > 0 ? recorded : [{ kind: "int", value } as const]);
  const between = other.kind === "int" ? (value + other.value) / 2n : value;
  return random.pick([value + 1n, value - 1n, value + 2n, value - 2n, -value, between, between + 1n, 0n, 1n]);
}

function changeFloat(value: number, random: Random): number {
  const [, digits = ""] = /\.(\d+)$/.exec(String(value)) ?? [];
  const step = 10 ** -digits.length;
  // Through decimal text, so that 0.1 + 0.2 stays short.
  const moved = Number((value + random.pick([1, -1, 2, -2, 5, -5]) * step).toFixed(digits.length));
  return random.pick([moved, moved, value + 1, -value]);
}

function changeText(text: string, recorded: readonly Value[], random: Random): string {
  const characters = [...text];
  const donor = random.pick(recorded.length > 0 ? recorded : [{ kind: "str", value: text } as const]);
  const given = donor.kind === "str" && donor.value !== "" ? [...donor.value] : characters;
  if (characters.length === 0) return given.slice(0, 1).join("");
  const at = random.int(0, characters.length - 1);
  const own = characters[at] ?? "";
  const flipped = own === own.toLowerCase() ? own.toUpperCase() : own.toLowerCase();
  const edits: (() => string[])[] = [
    () => characters.toSpliced(at, 1),
    () => characters.toSpliced(at, 0, own),
    () => swapped(characters, at),
    () => characters.with(at, flipped),
    () => characters.with(at, random.pick(given)),
    () => characters.toSpliced(at, 0, random.pick(given)),
  ];
  return random.pick(edits)().join("");
}

function changeItems(value: Extract<Value, { items: unknown }>, path: string, profile: Profile, random: Random): Value {
  const { items } = value;
  const isSet = value.kind === "set" || value.kind === "frozenset";
  const put = (all: readonly Value[]): Value => ({ ...value, items: isSet ? distinct(all) : all });
  const spare = profile.places.get(partOf(path, value, 0))?.values ?? [];
  if (items.length === 0) return spare.length > 0 ? put([random.pick(spare)]) : value;
  const at = random.int(0, items.length - 1);
  const own = items[at] as Value;
  const within = () => items.with(at, changeValue(own, partOf(path, value, at), profile, random));
  const edits: (() => readonly Value[])[] = [
    within,
    within,
    within,
    () => items.toSpliced(at, 1),
    () => items.toSpliced(at, 0, own),
    () => swapped(items, at),
    () => items.toSpliced(at, 0, random.pick(spare.length > 0 ? spare : [own])),
    () => random.shuffle(items),
    () => [],
  ];
  return put(random.pick(edits)());
}

function changeDictionary(
  value: Extract<Value, { kind: "dict" }>,
  path: string,
  profile: Profile,
  random: Random,
): Value {
  const { entries } = value;
  const [first] = entries;
  if (!first) return value;
  const at = random.int(0, entries.length - 1);
  const [key, item] = entries[at] ?? first;
  const edits: (() => Value)[] = [
    () => ({ kind: "dict", entries: entries.with(at, [key, changeValue(item, `${path}[]`, profile, random)]) }),
    () => ({ kind: "dict", entries: entries.toSpliced(at, 1) }),
    () => ({ kind: "dict", entries: swapped(entries, at) }),
  ];
  return random.pick(edits)();
}

/** With the element at a place and the next one, or the first, changed over. */
function swapped<T>(items: readonly T[], at: number): T[] {
  const next = (at + 1) % items.length;
  return items.with(at, items[next] as T).with(next, items[at] as T);
}

function distinct(items: readonly Value[]): Value[] {
  return [...new Map(items.map((item) => [encode(item), item])).values()];
}
