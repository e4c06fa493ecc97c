/** Answers that a search for the best constant one tries, made from what the oracle answers. */
import { canonicalJson } from "../core/json.ts";

/** Moves tried per field and kind; the most frequent oracle values come first. */
const width = 8;

/** Members that any of the answers has. */
export function fieldsOf(answers: readonly unknown[]): string[] {
  return [...new Set(answers.flatMap((answer) => (isRecord(answer) ? Object.keys(answer) : [])))];
}

/** Where the search begins: the most frequent answers, and those made of the most frequent members. */
export function starts(answers: readonly unknown[], fields: readonly string[]): unknown[] {
  const modes = Object.fromEntries(fields.map((field) => [field, mode(answers, field)]));
  return [...mostFrequent(answers, width), modes, recurring(answers, fields)];
}

/** `current` with one member changed: replaced by a frequent value, dropped, or with one frequent part toggled. */
export function* moves(current: unknown, field: string, answers: readonly unknown[]): Generator<unknown> {
  if (!isRecord(current)) return;
  const values = answers.flatMap((answer) => (isRecord(answer) && answer[field] !== undefined ? [answer[field]] : []));
  for (const value of mostFrequent(values, width)) yield { ...current, [field]: value };
  const { [field]: member, ...rest } = current;
  yield rest;
  const numbers = values.filter((value) => typeof value === "number");
  if (numbers.length > 0) yield { ...current, [field]: Math.max(...numbers) };
  const list = Array.isArray(member) ? member : [];
  for (const part of mostFrequent(values.filter(Array.isArray).flat(), width)) {
    const name = canonicalJson(part);
    const without = list.filter((item) => canonicalJson(item) !== name);
    yield { ...current, [field]: without.length < list.length ? without : [...list, part] };
  }
  const record = isRecord(member) ? member : {};
  for (const [key, value] of mostFrequent(values.filter(isRecord).flatMap(Object.entries), width)) {
    const { [key]: present, ...others } = record;
    yield { ...current, [field]: present === undefined ? { ...record, [key]: value } : others };
  }
}

/** Distinct values, the most frequent first, ties by their text. */
function mostFrequent<T>(values: readonly T[], count: number): T[] {
  const counts = new Map<string, { value: T; times: number }>();
  for (const value of values) {
    const name = canonicalJson(value);
    const entry = counts.get(name);
    if (entry) entry.times++;
    else counts.set(name, { value, times: 1 });
  }
  return [...counts]
    .sort(([a, { times: m }], [b, { times: n }]) => n - m || (a < b ? -1 : 1))
    .slice(0, count)
    .map(([, { value }]) => value);
}

/** The most frequent value of every member that has one: no answer learned by heart, which may win and lead nowhere. */
function recurring(answers: readonly unknown[], fields: readonly string[]): Record<string, unknown> {
  const values = (field: string) =>
    answers.flatMap((answer) => (isRecord(answer) && answer[field] != null ? [answer[field]] : []));
  return Object.fromEntries(
    fields.flatMap((field) => {
      const [first] = mostFrequent(values(field), 1);
      const text = canonicalJson(first);
      return values(field).filter((value) => canonicalJson(value) === text).length > 1 ? [[field, first]] : [];
    }),
  );
}

function mode(answers: readonly unknown[], field: string): unknown {
  return mostFrequent(
    answers.map((answer) => (isRecord(answer) ? (answer[field] ?? null) : null)),
    1,
  )[0];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
