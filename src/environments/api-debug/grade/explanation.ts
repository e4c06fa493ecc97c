/**
 * Explanations without a judge: F1 over claims (place, cause, repaired value). A claim is made where one statement names a
 * place and a cause; it is right when both are those of a fault and the statement also gives its repaired value. Naming
 * everything makes many wrong claims, so stuffing costs precision.
 */
import { type Draft, header } from "../draft.ts";
import type { Fault } from "../faults/fault.ts";
import { fieldsOf } from "../fields.ts";
import type { Operation } from "../operation.ts";
import { authPlace, mediaTypePlace, placeKind, waitPlace } from "../place.ts";
import { getAt } from "../pointer.ts";
import { faultLabels } from "../vocabulary.ts";
import type { World } from "../world.ts";

/** Longest explanation that is graded, in characters. */
export const longestExplanation = 600;

export interface ExplanationGrade {
  value: number;
  why: string;
}

export function gradeExplanation(
  operation: Operation,
  world: World,
  reference: Draft,
  broken: Draft,
  faults: readonly Fault[],
  text: string,
): ExplanationGrade {
  if (text.length > longestExplanation)
    return { value: 0, why: `the explanation has ${text.length} characters, at most ${longestExplanation} are graded` };
  const remedies = new Map(faults.map((fault) => [fault, remediesOf(operation, world, reference, fault)]));
  const places = placesOf(operation, reference, broken);
  const claims = new Set<string>();
  const hits = new Set<Fault>();
  for (const statement of statementsOf(text)) {
    const bare = withoutTexts(statement, [...remedies.values()].flat());
    const spelled = places.filter((place) => isSpelled(bare, place));
    for (const place of spelled.length > 0 ? spelled : places.filter((place) => isNamed(bare, place))) {
      for (const cause of faultLabels) {
        if (!mentionsCause(bare, cause)) continue;
        claims.add(`${place} ${cause}`);
        const fault = faults.find((one) => one.label === cause && one.place.toLowerCase() === place.toLowerCase());
        if (fault && remedies.get(fault)?.some((remedy) => mentionsValue(statement, remedy))) hits.add(fault);
      }
    }
  }
  const value = (2 * hits.size) / (claims.size + faults.length);
  return { value, why: `${hits.size} of ${faults.length} faults explained, ${claims.size} claims made` };
}

/** A statement that makes one claim: what a good explanation consists of. */
export function claim(place: string, cause: string, remedy: string): string {
  return `${place} ${cause}: ${remedy}`;
}

interface Explained {
  reference: Draft;
  faults: readonly Fault[];
  world: World;
}

/** The explanation that is right: one claim for each fault. */
export function explanationOf({ reference, faults, world }: Explained): string {
  return faults.map((fault) => claim(fault.place, fault.label, remedyOf(reference, fault, world))).join("; ");
}

function remedyOf(reference: Draft, { label, place }: Fault, world: World): string {
  if (label === "extra_unknown_field") return "remove";
  switch (placeKind(place)) {
    case "body":
      return JSON.stringify(getAt(reference.body, place));
    case "method":
      return JSON.stringify(reference.method);
    case "endpoint":
      return JSON.stringify(reference.endpoint);
    case "wait":
      return JSON.stringify(String(world.retryAfter));
    default: {
      const text = place.startsWith("query.")
        ? reference.query[place.slice("query.".length)]
        : header(reference.headers, place);
      return JSON.stringify(world.credentials.find(({ value }) => value === text)?.name ?? text ?? "");
    }
  }
}

/** What a statement may say to give the repaired value of a fault. */
export function remediesOf(operation: Operation, world: World, reference: Draft, { label, place }: Fault): string[] {
  if (label === "extra_unknown_field") return ["remove", "removed", "delete", "deleted", "drop", "dropped"];
  if (place === authPlace(operation)) {
    const name = place.startsWith("query.") ? reference.query[place.slice(6)] : header(reference.headers, place);
    const working = world.credentials.find(({ value }) => value === name);
    return working ? [working.name, working.value] : [];
  }
  switch (placeKind(place)) {
    case "body": {
      const value = getAt(reference.body, place);
      return value === undefined ? [] : [typeof value === "string" ? value : JSON.stringify(value)];
    }
    case "method":
      return [reference.method];
    case "endpoint":
      return [reference.endpoint];
    case "wait":
      return [String(world.retryAfter)];
    case "query":
      return [reference.query[place.slice("query.".length)] ?? ""];
    case "header":
      return place === mediaTypePlace ? (operation.body?.mediaTypes ?? []) : [header(reference.headers, place) ?? ""];
    case "status":
      return [];
  }
}

/** Every place of a request that a statement can name. */
function placesOf(operation: Operation, reference: Draft, broken: Draft): string[] {
  const schema = operation.body?.schema;
  const fields = schema
    ? [reference, broken].flatMap(({ body }) => fieldsOf(schema, body).map(({ pointer }) => pointer))
    : [];
  const headers = [
    ...Object.keys(reference.headers),
    ...Object.keys(broken.headers),
    mediaTypePlace,
    authPlace(operation) ?? "",
  ];
  const query = [...Object.keys(reference.query), ...Object.keys(broken.query)].map((name) => `query.${name}`);
  return [...new Set([...fields, ...headers, ...query, "http_method", "endpoint", waitPlace])].filter(
    (place) => place !== "",
  );
}

/** Statements end at a line's end, at a semicolon, or at a full stop before a space; not inside double quotes. */
function statementsOf(text: string): string[] {
  const statements: string[] = [];
  let [start, quoted] = [0, false];
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === '"' && text[i - 1] !== "\\") quoted = !quoted;
    const ends =
      character === "\n" || (!quoted && (character === ";" || (character === "." && /\s/.test(text[i + 1] ?? " "))));
    if (!ends) continue;
    if (character === "\n") quoted = false;
    statements.push(text.slice(start, i));
    start = i + 1;
  }
  return [...statements, text.slice(start)].filter((statement) => statement.trim() !== "");
}

/** The statement without the values it gives, which may look like places or causes themselves. */
function withoutTexts(statement: string, texts: readonly string[]): string {
  let rest = statement;
  for (const text of texts)
    for (const word of [text, escaped(text)])
      for (let at = wordAt(rest, word, 0); word.length > 2 && at >= 0; at = wordAt(rest, word, at))
        rest = `${rest.slice(0, at)} ${rest.slice(at + word.length)}`;
  return rest;
}

/** The place in full: a pointer, `query.NAME`, a header. */
function isSpelled(statement: string, place: string): boolean {
  return place.startsWith("/") ? hasWord(statement, place) : hasWord(statement.toLowerCase(), place.toLowerCase());
}

/** A top-level field by its plain name; counts only where no place is spelled in full. */
function isNamed(statement: string, place: string): boolean {
  return place.lastIndexOf("/") === 0 && hasWord(statement, place.slice(1));
}

function mentionsValue(statement: string, value: string): boolean {
  return value !== "" && (hasWord(statement, value) || hasWord(statement, escaped(value)));
}

/** A text as it stands inside a JSON string. */
function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** The cause's name, with underscores or spaces, and not after a negation. */
function mentionsCause(statement: string, cause: string): boolean {
  const spelled = statement.toLowerCase().replaceAll(/[_-]/g, " ");
  const words = cause.replaceAll("_", " ");
  for (let at = spelled.indexOf(words); at >= 0; at = spelled.indexOf(words, at + 1)) {
    if (/[a-z]/.test(spelled[at - 1] ?? "") || /[a-z]/.test(spelled[at + words.length] ?? "")) continue;
    if (
      !/\b(not|no|never|neither|nor|without|isn't|wasn't|aren't|cannot)\s+(\S+\s+){0,2}$/.test(
        statement.slice(0, at).toLowerCase(),
      )
    )
      return true;
  }
  return false;
}

function hasWord(text: string, word: string): boolean {
  return wordAt(text, word, 0) >= 0;
}

/** Where `word` stands in the text without letters, digits or path characters glued to it; -1 for nowhere. */
function wordAt(text: string, word: string, from: number): number {
  for (let at = text.indexOf(word, from); at >= 0; at = text.indexOf(word, at + 1)) {
    const [before, after] = [text[at - 1] ?? " ", text[at + word.length] ?? " "];
    if (!/[\w/.-]/.test(before) && !/[\w/-]/.test(after)) return at;
  }
  return -1;
}
