import type { Random } from "../../../core/random.ts";
import { companies, firstNames, lastNames } from "./words.ts";

export interface Person {
  first: string;
  last: string;
  company: string;
}

/** What the values of one task have in common, so that names match addresses and dates make sense. */
export interface Scene {
  /** The task's current time, in milliseconds since 1970, on a whole minute. */
  now: number;
  /** Whom the values are about. */
  person: Person;
  /** A moment some days from now, on a quarter of an hour: where a "start" lies and an "end" follows. */
  moment: number;
}

export const minute = 60_000;
export const day = 24 * 60 * minute;

const earliest = Date.UTC(2025, 0, 6);
const latest = Date.UTC(2026, 11, 18);

/** The setting of one task: its time lies in 2025 or 2026. */
export function drawScene(random: Random): Scene {
  return nextScene(random, earliest + random.int(0, (latest - earliest) / minute) * minute);
}

/** The same time, another person and another moment: for each item of a list. */
export function nextScene(random: Random, now: number): Scene {
  const person = { first: random.pick(firstNames), last: random.pick(lastNames), company: random.pick(companies) };
  const quarter = 15 * minute;
  const moment = Math.floor((now + random.int(1, 20) * day) / quarter) * quarter + random.int(0, 40) * quarter;
  return { now, person, moment };
}
