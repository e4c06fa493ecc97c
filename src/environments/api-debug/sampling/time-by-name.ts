import { day, minute } from "./scene.ts";
import { type Draw, plainName } from "./texts.ts";

const ago =
  (from: number, to: number): Draw<number> =>
  (random, { now }) =>
    now - random.int(from, to) * minute;
const ahead =
  (from: number, to: number): Draw<number> =>
  (random, { now }) =>
    now + random.int(from, to) * minute;
const dayInMinutes = day / minute;

/** When a member of that name lies, in milliseconds since 1970; first match wins. */
const byName: readonly [RegExp, Draw<number>][] = [
  [/birth/, (random, { now }) => now - random.int(20 * 365, 65 * 365) * day],
  [/hire|joined/, ago(30 * dayInMinutes, 900 * dayInMinutes)],
  [/creat|register|opened|submitted|member since/, ago(12 * dayInMinutes, 400 * dayInMinutes)],
  [
    /(updat|modifi|resolv|finish|complet|delet|start|rotat|receiv|deliver|count|queu|issu|verifi)ed|last|seen|paid|sent|occurred|stamp|consent|placed|cancelled/,
    ago(5, 10 * dayInMinutes),
  ],
  [/since|after|from|newer/, ago(20 * dayInMinutes, 90 * dayInMinutes)],
  [
    /\b(end|ends|until|to|finish|max)\b|before/,
    (random, { moment }) => moment + random.pick([30, 45, 60, 90, 120]) * minute,
  ],
  [/expir|due|valid|renew|deadline|contract/, ahead(20 * dayInMinutes, 300 * dayInMinutes)],
  [/.*/, (_, { moment }) => moment],
];

function timeByName(name: string): Draw<number> {
  const plain = plainName(name);
  return byName.find(([expression]) => expression.test(plain))?.[1] ?? ((_, { moment }) => moment);
}

/** An RFC 3339 date-time in UTC without fractions. */
export function dateTimeByName(name: string): Draw<string> {
  const time = timeByName(name);
  return (random, scene) => `${new Date(time(random, scene)).toISOString().slice(0, 19)}Z`;
}

export function dateByName(name: string): Draw<string> {
  const time = timeByName(name);
  return (random, scene) => new Date(time(random, scene)).toISOString().slice(0, 10);
}
