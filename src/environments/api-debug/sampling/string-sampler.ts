import { Random } from "../../../core/random.ts";
import { linearPattern } from "../openapi/pattern.ts";
import type { JsonSchema } from "../operation.ts";
import { patternSampler } from "./pattern-sampler.ts";
import type { Place, Sampler } from "./sampler.ts";
import { drawScene } from "./scene.ts";
import { textsByName } from "./text-by-name.ts";
import { anyText, type Draw, emailOf, hex, hostname, ipv4, urlOf, uuidOf } from "./texts.ts";
import { dateByName, dateTimeByName } from "./time-by-name.ts";

/** How to draw a text for a schema of type string; null when its pattern cannot be drawn from. */
export function stringSampler(schema: JsonSchema, place: Place): Sampler | null {
  const format = schema.format === undefined ? null : byFormat(schema.format, place.name);
  if (format) return format;
  const fits = limits(schema);
  const named = textsByName(place.name, place.siblings);
  const candidates = [...named, pattern(schema), examples(schema)].filter((draw) => draw !== null);
  const good = candidates.find((draw) => mostlyFits(draw, fits));
  if (good) return retried(good, fits);
  if (schema.pattern !== undefined) return null;
  return sized(named[0] ?? anyText, schema);
}

function byFormat(format: string, name: string): Draw<string> | null {
  switch (format) {
    case "email":
      return emailOf;
    case "date-time":
      return dateTimeByName(name);
    case "date":
      return dateByName(name);
    case "time":
      return (random, scene) => dateTimeByName(name)(random, scene).slice(11);
    case "duration":
      return (random) => `PT${random.int(5, 120)}M`;
    case "uuid":
      return uuidOf;
    case "uri":
    case "uri-reference":
    case "url":
      return urlOf;
    case "hostname":
      return hostname;
    case "ipv4":
      return ipv4;
    case "ipv6":
      return (random) => `2001:db8::${hex(random, 4)}:${hex(random, 4)}`;
    case "byte":
      return (random) => Buffer.from(hex(random, 12), "hex").toString("base64");
    case "json-pointer":
      return (random, scene) => `/${anyText(random, scene).replace(" ", "/")}`;
    default:
      return null;
  }
}

function pattern(schema: JsonSchema): Draw<string> | null {
  return schema.pattern === undefined ? null : patternSampler(schema.pattern);
}

function examples(schema: JsonSchema): Draw<string> | null {
  const texts = (schema.examples ?? []).filter((value) => typeof value === "string");
  return texts.length > 0 ? (random) => random.pick(texts) : null;
}

function limits(schema: JsonSchema): (text: string) => boolean {
  const [low, high] = lengths(schema);
  const expression = schema.pattern === undefined ? null : linearPattern(schema.pattern);
  return (text) => text.length >= low && text.length <= high && (expression?.test(text) ?? true);
}

function lengths({ minLength = 0, maxLength = Number.POSITIVE_INFINITY }: JsonSchema): [number, number] {
  return [minLength, maxLength];
}

/** Tried when the sampler is compiled, so that drawing needs no choice later. */
function mostlyFits(draw: Draw<string>, fits: (text: string) => boolean): boolean {
  const random = new Random("fit");
  let good = 0;
  for (let i = 0; i < 12; i++) if (fits(draw(random, drawScene(random)))) good++;
  return good >= 6;
}

function retried(draw: Draw<string>, fits: (text: string) => boolean): Sampler {
  return (random, scene) => {
    let text = draw(random, scene);
    for (let i = 0; i < 6 && !fits(text); i++) text = draw(random, scene);
    return text;
  };
}

/** A free text cut or extended to its limits. */
function sized(draw: Draw<string>, schema: JsonSchema): Sampler | null {
  const [low, high] = lengths(schema);
  if (low > 2000 || low > high) return null;
  return (random, scene) => {
    let text = draw(random, scene);
    while (text.length < low) text += ` ${anyText(random, scene)}`;
    if (text.length <= high) return text;
    const cut = text.slice(0, high);
    return cut.trimEnd().length >= low ? cut.trimEnd() : cut.replaceAll(" ", "-");
  };
}
