/** Properties of values that a function may rely on, as names. */
import type { Call, Value } from "../values/value.ts";
import { encode } from "../values/write.ts";

/** Elements of a collection, characters of a text; 0 for all else. */
export function sizeOf(value: Value): number {
  if ("items" in value) return value.items.length;
  if (value.kind === "dict") return value.entries.length;
  return value.kind === "str" ? value.value.length : 0;
}

/** Below 0, 0 or above 0, by Python's order; null when there is none. */
export function compare(one: Value, other: Value): number | null {
  const number = (value: Value) => (value.kind === "int" || value.kind === "float" ? value.value : null);
  const [left, right] = [number(one), number(other)];
  if (left !== null && right !== null) return left < right ? -1 : left > right ? 1 : 0;
  if (one.kind === "str" && other.kind === "str") return one.value < other.value ? -1 : one.value > other.value ? 1 : 0;
  if (!(one.kind === other.kind && (one.kind === "list" || one.kind === "tuple") && "items" in other)) return null;
  for (const [index, item] of one.items.entries()) {
    const its = other.items[index];
    const order = its ? compare(item, its) : 1;
    if (order !== 0) return order;
  }
  return one.items.length - other.items.length;
}

/** Everything of a kind that holds for a value. */
export function* factsOf(value: Value): Generator<string> {
  switch (value.kind) {
    case "int":
      yield value.value % 2n === 0n ? "even" : "odd";
      if (value.value !== 0n) yield "not 0";
      return;
    case "float":
      yield `${decimals(value.value)} decimals`;
      if (Number.isFinite(value.value)) yield "finite";
      if (value.value !== 0) yield "not 0";
      return;
    case "bool":
      yield String(value.value);
      return;
    case "str":
      yield* factsOfText(value.value);
      return;
    case "dict":
      yield* factsOfLinks(value.entries);
      return;
    case "list":
    case "tuple":
      yield* factsOfSequence(value.items);
  }
}

function decimals(value: number): string {
  const [, digits = ""] = /\.(\d+)$/.exec(String(value)) ?? [];
  return digits.length > 2 ? "many" : String(digits.length);
}

const classes = {
  letters: /^[a-z]*$/i,
  lower: /^[^A-Z]*$/,
  upper: /^[^a-z]*$/,
  digits: /^\d*$/,
  word: /^\w*$/,
  ascii: /^[ -~]*$/,
  words: /^(?:[a-z]+(?: [a-z]+)*)?$/i,
};

function* factsOfText(text: string): Generator<string> {
  for (const [name, pattern] of Object.entries(classes)) if (pattern.test(text)) yield name;
  // "12:30" and "7:05" are alike: numbers around a colon.
  yield `like ${text
    .replaceAll(/\d+/g, "9")
    .replaceAll(/[a-z]+/g, "a")
    .replaceAll(/[A-Z]+/g, "A")}`;
  if (!/^\s|\s$|\s\s/.test(text)) yield "words parted by single spaces";
  if (!/^0\d/.test(text)) yield "no leading 0";
  if (isBalanced(text)) yield "balanced";
  const characters = [...text];
  if (new Set(characters).size === characters.length) yield "distinct";
  if (characters.every((character, index) => index === 0 || (characters[index - 1] ?? "") <= character)) yield "sorted";
  if (text.length % 2 === 0) yield "even length";
}

function isBalanced(text: string): boolean {
  const open: string[] = [];
  const pairs: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{", ">": "<" };
  for (const character of text) {
    if ("([{<".includes(character)) open.push(character);
    else if (character in pairs && open.pop() !== pairs[character]) return false;
  }
  return open.length === 0;
}

function* factsOfSequence(items: readonly Value[]): Generator<string> {
  const steps = items.slice(1).map((item, index) => compare(items[index] as Value, item) ?? Number.NaN);
  if (steps.every((step) => step <= 0)) yield "ascending";
  if (steps.every((step) => step < 0)) yield "strictly ascending";
  if (steps.every((step) => step >= 0)) yield "descending";
  if (new Set(items.map(encode)).size === items.length) yield "distinct";
  if (items.length % 2 === 0) yield "even length";
  if (items.length % 2 === 1) yield "odd length";
  const kinds = new Set(items.map(({ kind }) => kind));
  if (kinds.size <= 1) yield "of one kind";
  const sizes = new Set(items.map(sizeOf));
  if (sizes.size <= 1) yield "rectangular";
  if (sizes.size <= 1 && sizes.has(items.length)) yield "square";
  const firsts = items.map((item) => ("items" in item && item.items[0] ? encode(item.items[0]) : ""));
  if (new Set(firsts).size === items.length) yield "distinct firsts";
}

/** A graph as a dictionary: what is named as a neighbour is there itself. */
function* factsOfLinks(entries: readonly (readonly [Value, Value])[]): Generator<string> {
  const keys = new Set(entries.map(([key]) => encode(key)));
  const inside = entries.flatMap(([, value]) =>
    "items" in value ? value.items : value.kind === "dict" ? value.entries.map(([key]) => key) : [value],
  );
  if (inside.every((item) => keys.has(encode(item)))) yield "links to keys";
}

/** What holds between the arguments of a call. */
export function* relationsOf({ positional }: Call): Generator<string> {
  for (const [i, one] of positional.entries())
    for (const [j, other] of positional.entries()) {
      if (i === j) continue;
      const order = compare(one, other);
      if (i < j && order === 0) yield `${i} = ${j}`;
      if (order !== null && order !== 0) yield `${i} is not ${j}`;
      if (order !== null && order <= 0) yield `${i} <= ${j}`;
      if (i < j && sizeOf(one) === sizeOf(other)) yield `${i} is as long as ${j}`;
      if (sizeOf(one) <= sizeOf(other)) yield `${i} is no longer than ${j}`;
      if (one.kind === "int" && one.value <= BigInt(sizeOf(other))) yield `${i} <= length of ${j}`;
      if (one.kind === "int" && one.value < BigInt(sizeOf(other))) yield `${i} < length of ${j}`;
      const largest = largestInside(other);
      if (one.kind === "int" && (largest === null || largest < one.value)) yield `${i} > all in ${j}`;
      if (one.kind === "int" && (largest === null || largest <= one.value)) yield `${i} >= all in ${j}`;
      if (isWithin(one, other)) yield `${i} in ${j}`;
      if (!isWithin(one, other)) yield `${i} not in ${j}`;
    }
}

/** The largest whole number in a nested list. */
function largestInside(value: Value): bigint | null {
  if (value.kind === "int") return value.value;
  if (!("items" in value)) return null;
  return value.items
    .map(largestInside)
    .reduce((most, item) => (most === null || (item !== null && item > most) ? item : most), null);
}

function isWithin(part: Value, whole: Value): boolean {
  if (part.kind === "str" && whole.kind === "str") return whole.value.includes(part.value);
  const inside = "items" in whole ? whole.items : whole.kind === "dict" ? whole.entries.map(([key]) => key) : [];
  const wanted = encode(part);
  return inside.some((item) => encode(item) === wanted);
}
