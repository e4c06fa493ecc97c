/**
 * What recorded calls have in common. Properties that hold in all of them are taken for what the function may rely on
 * (likely invariants: Ernst et al., "Dynamically discovering likely program invariants", IEEE TSE 27(2), 2001): a changed
 * input has to have them too.
 */
import type { Call, Value } from "../values/value.ts";
import { compare, factsOf, relationsOf, sizeOf } from "./facts.ts";

/** What was recorded at one place: an argument, or the elements of a list that is one. */
export interface Place {
  values: Value[];
  kinds: Set<string>;
  /** Facts that hold for every value here. */
  facts: Set<string>;
  /** Smallest and largest number here, by kind. */
  numbers: Map<string, readonly [Value, Value]>;
  /** Smallest and largest number of elements or characters here, by kind. */
  sizes: Map<string, readonly [number, number]>;
}

/** Places by path: `0` for the first argument, `0[]` for its elements, `0.1` for the second part of a tuple. */
export class Profile {
  readonly places = new Map<string, Place>();
  readonly #relations: ReadonlySet<string>;

  constructor(calls: readonly Call[]) {
    for (const call of calls) for (const [path, value] of walkCall(call)) this.#see(path, value);
    const [first = [], ...others] = calls.map((call) => [...relationsOf(call)]);
    this.#relations = new Set(first.filter((relation) => others.every((known) => known.includes(relation))));
  }

  #see(path: string, value: Value): void {
    const facts = new Set(factsOf(value));
    const fresh: Place = { values: [], kinds: new Set(), facts, numbers: new Map(), sizes: new Map() };
    const known = this.places.get(path) ?? fresh;
    this.places.set(path, known);
    if (known.values.length < 200) known.values.push(value);
    known.kinds.add(value.kind);
    for (const fact of known.facts) if (!facts.has(fact)) known.facts.delete(fact);
    if (value.kind === "int" || value.kind === "float") {
      const [low, high] = known.numbers.get(value.kind) ?? [value, value];
      known.numbers.set(value.kind, [
        (compare(value, low) ?? 0) < 0 ? value : low,
        (compare(value, high) ?? 0) > 0 ? value : high,
      ]);
    }
    const size = sizeOf(value);
    const [least, most] = known.sizes.get(value.kind) ?? [size, size];
    known.sizes.set(value.kind, [Math.min(least, size), Math.max(most, size)]);
  }

  /** Whether a call has all that the recorded ones have in common. */
  allows(call: Call): boolean {
    for (const [path, value] of walkCall(call)) if (!this.#fits(path, value)) return false;
    const relations = new Set(relationsOf(call));
    return [...this.#relations].every((relation) => relations.has(relation));
  }

  /** Whether a value is of a kind that was recorded, all of its parts too. */
  knowsKinds(path: string, value: Value): boolean {
    for (const [at, part] of walk(path, value)) if (!this.places.get(at)?.kinds.has(part.kind)) return false;
    return true;
  }

  #fits(path: string, value: Value): boolean {
    const place = this.places.get(path);
    if (!place?.kinds.has(value.kind)) return false;
    const [low, high] = place.numbers.get(value.kind) ?? [value, value];
    if ((compare(value, low) ?? 0) < 0 || (compare(value, high) ?? 0) > 0) return false;
    const [least, most] = place.sizes.get(value.kind) ?? [0, 0];
    const size = sizeOf(value);
    if (size < least || size > most) return false;
    const facts = new Set(factsOf(value));
    return [...place.facts].every((fact) => facts.has(fact));
  }
}

function* walkCall({ positional, named }: Call): Generator<[path: string, value: Value]> {
  for (const [index, value] of positional.entries()) yield* walk(String(index), value);
  for (const [name, value] of named) yield* walk(name, value);
}

/** A value and all of its parts, each with its place. */
export function* walk(path: string, value: Value): Generator<[path: string, value: Value]> {
  yield [path, value];
  if (value.kind === "dict")
    for (const [key, item] of value.entries) {
      yield* walk(`${path}{}`, key);
      yield* walk(`${path}[]`, item);
    }
  else if ("items" in value)
    for (const [index, item] of value.items.entries()) yield* walk(partOf(path, value, index), item);
}

/** The place of an element. Parts of short tuples mean different things; elements of all else are alike. */
export function partOf(path: string, { kind, items }: Extract<Value, { items: unknown }>, index: number): string {
  return kind === "tuple" && items.length <= 4 ? `${path}.${index}` : `${path}[]`;
}
