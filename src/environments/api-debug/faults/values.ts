/** Values gone wrong in the ways people get them wrong. */
import type { Json } from "../../../core/json.ts";
import type { Random } from "../../../core/random.ts";
import { isRecord } from "../pointer.ts";
import { strayWords } from "./words.ts";

/** A value of another JSON type, where possible the same content written wrongly. */
export function ofAnotherType(value: Json, random: Random): Json {
  if (typeof value === "string") return random.pick<Json>([random.int(1, 99_999), random.chance(0.5), [value]]);
  if (typeof value === "number") return random.pick<Json>([String(value), String(value), [value], true]);
  if (typeof value === "boolean") return random.pick<Json>([String(value), value ? "yes" : "no", value ? 1 : 0]);
  if (Array.isArray(value)) {
    const [first] = value;
    const alone = first === undefined || isRecord(first) ? "none" : String(first);
    return random.pick<Json>([
      alone,
      value.length,
      value.map((item) => (isRecord(item) ? "item" : String(item))).join(","),
    ]);
  }
  return random.pick<Json>([random.pick(strayWords), random.int(1, 999), Object.keys(value ?? {})]);
}

export function notAnEmail(value: string, random: Random): string {
  const [user = "user", domain = "example.com"] = value.split("@");
  return random.pick([
    `${user}.${domain}`,
    `${user}@`,
    `@${domain}`,
    `${user}@@${domain}`,
    `${user} @${domain}`,
    `${user} at ${domain}`,
    `${user}@.${domain}`,
    `${user}@${domain}.`,
    user,
  ]);
}

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** The same day (and time) in a notation that is not RFC 3339. */
export function notADateTime(value: string, random: Random): string {
  const [date = "2026-01-01", time = ""] = value.split("T");
  const [year = "", month = "", day = ""] = date.split("-");
  const seconds = Math.floor(Date.parse(value) / 1000);
  return random.pick([
    `${month}/${day}/${year}`,
    `${day}.${month}.${year}`,
    `${months[Number(month) - 1] ?? "May"} ${Number(day)}, ${year}`,
    `${year}/${month}/${day}${time === "" ? "" : ` ${time.slice(0, 5)}`}`,
    time === "" ? `${date} 00:00` : `${date} ${time.slice(0, 8)}`,
    String(Number.isFinite(seconds) ? seconds : 1_711_929_600),
    `${year}${month}${day}`,
  ]);
}

/** A value of the same type that the list does not hold. */
export function notInList(value: Json, list: readonly Json[], random: Random): Json {
  if (typeof value === "number") {
    const high = Math.max(...list.map(Number));
    return high + random.int(1, 50);
  }
  const text = String(value);
  const wrong = [text.toUpperCase(), `${text}s`, text.slice(0, -1), `${text}_v2`, ...random.sample(strayWords, 4)];
  const options = wrong.filter((word) => word !== "" && !list.some((allowed) => String(allowed) === word));
  return random.pick(options);
}

/** Text in place of a value that no JSON parser takes, though everything around it stays readable. */
export function malformedToken(value: Json, random: Random): string {
  const anything = ["undefined", "NaN", "<null>"];
  if (typeof value === "string") {
    const bare = /^[A-Za-z_][\w @.:-]*$/.test(value) && !/^(true|false|null)$/.test(value) ? [value] : [];
    const quoted = /^[^'",\n\]}]+$/.test(value) ? [`'${value}'`, `"${value}`] : [];
    return random.pick([...bare, ...quoted, ...anything]);
  }
  if (typeof value === "number")
    return random.pick([`+${Math.abs(value)}`, `0${Math.abs(value)}`, `${value}.`, `${value}%`, ...anything]);
  if (typeof value === "boolean") return random.pick([value ? "True" : "False", value ? "yes" : "no", ...anything]);
  return random.pick(anything);
}
