/** Kinds of text, each drawn as it looks in real requests. */
import type { Random } from "../../../core/random.ts";
import type { Scene } from "./scene.ts";
import * as words from "./words.ts";

/** Draws one value of its kind. */
export type Draw<T> = (random: Random, scene: Scene) => T;

export const emailOf: Draw<string> = (random, { person }) => {
  const [first, last] = [person.first.toLowerCase(), person.last.toLowerCase()];
  const local = random.pick([`${first}.${last}`, `${first}${last}`, `${first[0]}.${last}`, first]);
  return `${local}@${person.company}.${random.pick(["com", "io", "org", "net"])}`;
};

export const hex = (random: Random, digits: number): string => {
  let text = "";
  while (text.length < digits) text += random.int(0, 0xffffff).toString(16).padStart(6, "0");
  return text.slice(0, digits);
};

/** A version 4 UUID. */
export const uuidOf: Draw<string> = (random) => {
  const digits = hex(random, 30);
  const variant = random.pick(["8", "9", "a", "b"]);
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(12, 15)}-${variant}${digits.slice(15, 18)}-${digits.slice(18)}`;
};

export const thing: Draw<string> = (random) => `${random.pick(words.adjectives)} ${random.pick(words.nouns)}`;
export const kebab = (random: Random) => `${random.pick(words.adjectives)}-${random.pick(words.nouns)}`;
export const service: Draw<string> = (random) =>
  `${random.pick(words.services)}-${random.pick(["api", "worker", "web", "jobs"])}`;
export const sentence: Draw<string> = (random) => random.pick(words.sentences);
export const phrase: Draw<string> = (random) => {
  const verb = random.pick(words.verbs);
  return `${verb[0]?.toUpperCase()}${verb.slice(1)} the ${random.pick(words.codeWords)} ${random.pick(words.codeWords)}`;
};
export const digits =
  (count: number): Draw<string> =>
  (random) =>
    String(random.int(10 ** (count - 1), 10 ** count - 1));
export const oneOf =
  (...values: string[]): Draw<string> =>
  (random) =>
    random.pick(values);
export const ipv4: Draw<string> = (random) => `10.${random.int(0, 255)}.${random.int(0, 255)}.${random.int(1, 254)}`;
export const version = (random: Random) => `${random.int(0, 5)}.${random.int(0, 20)}.${random.int(0, 9)}`;
export const file: Draw<string> = (random) => `${kebab(random)}.${random.pick(["pdf", "csv", "png", "txt"])}`;
export const hostname: Draw<string> = (random, { person }) => `${random.pick(words.services)}.${person.company}.com`;
export const urlOf: Draw<string> = (random, scene) =>
  `https://${hostname(random, scene)}/${random.pick(words.codeWords)}`;

/** A free text that says nothing in particular. */
export const anyText = thing;

/** A key of a free-form map. */
export const anyKey: Draw<string> = (random) => random.pick(words.tags);

/** `customer_id`, `customerId`, `Customer-Id`: "customer id". */
export function plainName(name: string): string {
  return name
    .slice(0, 200)
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/[^A-Za-z0-9]+/g, " ")
    .trim()
    .toLowerCase();
}
