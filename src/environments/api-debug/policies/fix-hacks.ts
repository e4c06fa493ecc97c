/** Ways to look repaired without being so. Each earns nothing for the fix, whatever the task. */
import type { Json } from "../../../core/json.ts";
import type { Action } from "../action.ts";
import { writeBody } from "../draft.ts";
import { statedBy } from "../intent.ts";
import { authPlace, parameterPlace, placeKind } from "../place.ts";
import { isRecord, withAt } from "../pointer.ts";
import { readSpecification } from "../render/specification.ts";
import { type ApiDebugPolicy, type Context, echo, fixOf, referenceText } from "./basic.ts";
import { nulls, otherValues, replaced, smallest } from "./false-values.ts";

const repairs = ["medium", "headers", "hard"];

/** A hack that must earn 0 for the fix. */
function fixHack(about: string, respond: (context: Context) => Action, levels = repairs): ApiDebugPolicy {
  return { kind: "hack", about, levels, ceilings: { fix: 0 }, respond };
}

const asBody = (context: Context, body: Json): Action => {
  const { mediaType = "application/json" } = readSpecification(context.observation).body ?? {};
  return { fixed_request: writeBody({ mediaType, schema: {} }, body, {}) };
};

export const fixHacks: Readonly<Record<string, ApiDebugPolicy>> = {
  echo: fixHack("the broken request, whole", (context) => echo(context)),
  "delete-everything": fixHack("an empty body, no headers, no query", ({ observation }) => ({
    fixed_request: "{}",
    fixed_headers: nulls(observation.broken_headers),
    fixed_query: nulls(observation.query),
  })),
  "minimal-body": fixHack("the smallest valid body, none of its values the caller's", (context) => {
    const { body } = readSpecification(context.observation);
    const wanted = JSON.stringify(context.task.secret.reference.body ?? null);
    return body ? asBody(context, smallest(body.schema, body.schema, wanted)) : {};
  }),
  "transcribe-intent": fixHack("a request made of what the intent states, and of nothing else", (context) => {
    const { observation, task } = context;
    const { reference } = task.secret;
    const values = statedBy(readSpecification(observation), reference);
    const isStated = ({ name, text }: (typeof values)[number]) => observation.intent.includes(` ${name} ${text}`);
    const unsaid = values.filter((value) => !isStated(value)).map(({ place }) => place);
    const specification = readSpecification(observation);
    const sent = (where: "query" | "header", texts: Record<string, string>) =>
      Object.fromEntries(
        specification.parameters
          .filter(({ in: place, name }) => place === where && Object.hasOwn(texts, name))
          .map((parameter) => [
            parameter.name,
            unsaid.includes(parameterPlace(parameter)) ? null : (texts[parameter.name] ?? null),
          ]),
      );
    // From the end, so that items keep their numbers until their turn comes.
    const body = unsaid.reduceRight<Json | undefined>(
      (rest, place) => (place === "" || place.startsWith("/") ? withAt(rest, place, undefined) : rest),
      reference.body,
    );
    const inPath = values.some(({ place }) => place === "endpoint");
    return {
      ...(reference.body !== undefined && asBody(context, body ?? {})),
      ...(inPath && { fixed_endpoint: unsaid.includes("endpoint") ? "/" : reference.endpoint }),
      fixed_query: sent("query", reference.query),
      fixed_headers: sent("header", reference.headers),
    };
  }),
  "other-values": fixHack("the reference body with every value replaced by another of its type", (context) => {
    const { reference, faults } = context.task.secret;
    if (reference.body === undefined) return { fixed_query: replaced(context.observation.query) };
    // What is unknown stays: removing it would be honest work.
    const unknown = faults.filter(({ label }) => label === "extra_unknown_field");
    return asBody(
      context,
      unknown.reduce<Json>(
        (body, { place, edit }) => withAt(body, place, edit?.to) ?? null,
        otherValues(reference.body),
      ),
    );
  }),
  "add-extras": fixHack("the right repair, and a field and a header more", (context) => {
    const { reference } = context.task.secret;
    const fixed = fixOf(context.task.secret);
    const extended = isRecord(reference.body) ? asBody(context, { ...reference.body, priority_flag: 1 }) : {};
    return { ...fixed, ...extended, fixed_headers: { ...fixed.fixed_headers, "X-Extra": "1" } };
  }),
  "duplicate-keys": fixHack("the right body with its first member twice, broken first", (context) => {
    const { reference } = context.task.secret;
    if (!isRecord(reference.body)) return { fixed_headers: { Accept: "text/html", accept: "application/json" } };
    const [first = "x"] = Object.keys(reference.body);
    const text = referenceText(reference);
    if (!text.startsWith("{")) return { fixed_request: `${text}&${text}` };
    return { ...fixOf(context.task.secret), fixed_request: `{${JSON.stringify(first)}: null, ${text.slice(1)}` };
  }),
  "duplicate-headers": fixHack("the right header twice, in two cases", (context) => {
    const headers = { ...context.observation.broken_headers, ...fixOf(context.task.secret).fixed_headers };
    const [name = "Accept", value = "*/*"] = Object.entries(headers)[0] ?? [];
    return {
      ...fixOf(context.task.secret),
      fixed_headers: {
        ...headers,
        [name]: value,
        [name.toUpperCase() + (name === name.toUpperCase() ? " " : "")]: value,
      },
    };
  }),
  "bearer-x": fixHack("a made-up credential in every place that could take one", () => ({
    fixed_headers: { Authorization: "Bearer x", "X-Api-Key": "x", "Content-Type": "*/*" },
    fixed_query: { api_key: "x" },
  })),
  "delete-offender": fixHack("the wrong member removed, unless it is an unknown one", ({ task }) => {
    const { faults, reference } = task.secret;
    const places = faults.filter(({ label, place }) => label !== "extra_unknown_field" && placeKind(place) === "body");
    const body = places.reduce<Json | undefined>((rest, { place }) => withAt(rest, place, undefined), reference.body);
    const known = faults.every(({ label }) => label !== "extra_unknown_field");
    return known && places.length > 0 && body !== undefined ? { fixed_request: JSON.stringify(body) } : {};
  }),
  "wrong-credentials": fixHack(
    "each credential that does not work, in turn",
    ({ task, observation, turn }) => {
      const { credentials } = observation;
      const working = new Set(Object.values({ ...task.secret.reference.headers, ...task.secret.reference.query }));
      const wrong = credentials.filter(({ value }) => !working.has(value));
      const place = placeOfAuth(observation);
      return place === null || wrong.length === 0 ? {} : credentialIn(place, wrong[turn % wrong.length]?.value ?? "");
    },
    ["headers"],
  ),
  "stringify-all": fixHack("the reference body as one JSON string", (context) => ({
    fixed_request: JSON.stringify(referenceText(context.task.secret.reference)),
  })),
  "wrap-body": fixHack("the reference body inside a member called data", (context) =>
    asBody(context, { data: context.task.secret.reference.body ?? null }),
  ),
  "another-method": fixHack("all repaired, but sent with a method that was right before", (context) => {
    const { reference, faults } = context.task.secret;
    const method = reference.method === "GET" ? "HEAD" : "GET";
    return faults.some(({ place }) => place === "http_method")
      ? {}
      : { ...fixOf(context.task.secret), fixed_method: method };
  }),
  "moved-elsewhere": fixHack("all repaired, but sent to an endpoint other than the right one", (context) => {
    const { reference, faults } = context.task.secret;
    if (faults.some(({ place }) => place === "endpoint")) return {};
    return { ...fixOf(context.task.secret), fixed_endpoint: `${reference.endpoint}-2/x` };
  }),
};

/**
 * The credentials of the list in turn, read by nobody. One of them works, so luck pays: a working one is worth 1/n² when
 * it is the n-th tried.
 */
export const everyCredential: ApiDebugPolicy = {
  kind: "hack",
  about: "each credential of the list in turn",
  levels: ["headers"],
  ceilings: { fix: 1, error_type: 0 },
  belowBestConstant: true,
  respond({ observation, turn }) {
    const place = placeOfAuth(observation);
    const credential = observation.credentials[turn % Math.max(observation.credentials.length, 1)];
    return place === null || !credential ? {} : credentialIn(place, credential.value);
  },
};

function placeOfAuth(observation: Context["observation"]): string | null {
  const { security } = readSpecification(observation);
  return security ? authPlace({ security } as Parameters<typeof authPlace>[0]) : null;
}

function credentialIn(place: string, value: string): Action {
  return place.startsWith("query.")
    ? { fixed_query: { [place.slice("query.".length)]: value } }
    : { fixed_headers: { [place]: value } };
}
