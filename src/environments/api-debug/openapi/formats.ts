import { createRequire } from "node:module";
import type { Format } from "ajv";
import { linearPattern } from "./pattern.ts";

/** Longest text that can be of a format at all, which also bounds the time its expression takes. */
const longest: Readonly<Record<string, number>> = {
  email: 254,
  date: 10,
  time: 64,
  duration: 64,
  hostname: 254,
  ipv4: 15,
  ipv6: 45,
  uuid: 45,
  "json-pointer": 2048,
  uri: 2048,
  "uri-reference": 2048,
  "uri-template": 2048,
};

let dateTimes: ((text: string) => boolean) | undefined;

/** RFC 3339 with date, "T", time and zone, as the validator of requests takes it. */
export function isDateTime(text: string): boolean {
  dateTimes ??= matcher(formats()["date-time"] ?? "");
  return dateTimes(text);
}

const numbers = ["int32", "int64", "float", "double"];

/** Formats known to the validator: those of ajv-formats, bounded in length and with RFC 3339's "T" insisted on. */
export function formats(): Record<string, Format> {
  const { fullFormats } = createRequire(import.meta.url)(
    "ajv-formats/dist/formats.js",
  ) as typeof import("ajv-formats/dist/formats.js");
  const table: Record<string, Format> = {};
  for (const [name, limit] of Object.entries(longest)) {
    const matches = matcher(fullFormats[name as keyof typeof fullFormats]);
    table[name] = (text: string) => text.length <= limit && matches(text);
  }
  const dateTime = matcher(fullFormats["date-time"]);
  // ajv-formats takes a space for the "T" too.
  table["date-time"] = (text: string) => text.length <= 64 && /^.{10}T/i.test(text) && dateTime(text);
  table.regex = (text: string) => {
    try {
      return linearPattern(text) !== null;
    } catch {
      return false;
    }
  };
  table.byte = fullFormats.byte;
  for (const name of numbers) table[name] = fullFormats[name as keyof typeof fullFormats];
  return table;
}

function matcher(format: Format): (text: string) => boolean {
  if (format instanceof RegExp) return (text) => format.test(text);
  if (typeof format === "function") return (text) => format(text);
  if (typeof format === "object" && "validate" in format) return matcher(format.validate as Format);
  return () => true;
}
