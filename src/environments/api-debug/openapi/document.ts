/** A parsed JSON or YAML object that claims to be (part of) an OpenAPI document. Nothing in it is trusted. */
export type RawObject = Readonly<Record<string, unknown>>;

/** An OpenAPI 3.x document as far as its author's types can promise. */
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; [key: string]: unknown };
  [key: string]: unknown;
}

/** Why an operation, a schema or a file cannot be used: caught, and reported as the reason it is skipped. */
export class Unsupported extends Error {
  override name = "Unsupported";
}

export function isObject(value: unknown): value is RawObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An own member, never one inherited from Object.prototype. */
export function member(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** An own member that is a text; undefined otherwise. */
export function text(value: unknown, key: string): string | undefined {
  const found = member(value, key);
  return typeof found === "string" ? found : undefined;
}

/** An own member that is an object; {} otherwise. */
export function record(value: unknown, key: string): RawObject {
  const found = member(value, key);
  return isObject(found) ? found : {};
}

/** An own member that is an array; [] otherwise. */
export function list(value: unknown, key: string): readonly unknown[] {
  const found = member(value, key);
  return Array.isArray(found) ? found : [];
}

/** First line of a description, at most `limit` characters. */
export function brief(description: string, limit = 120): string {
  const line = description.trim().split(/\r?\n/, 1)[0] ?? "";
  return line.length <= limit ? line : `${line.slice(0, limit - 1).trimEnd()}…`;
}
