/** The credentials of a caller: one that works, among others that would if the specification said something else. */
import type { Random } from "../../core/random.ts";
import type { Operation } from "./operation.ts";

export interface Credential {
  /** What its owner calls it. */
  name: string;
  scheme: "bearer" | "basic" | "api_key";
  /** Exactly what the header or query parameter has to hold. */
  value: string;
  scopes: string[];
  /** RFC 3339, UTC. */
  expires_at: string;
  status: "active" | "revoked";
}

const schemes = ["bearer", "basic", "api_key"] as const;
const names = ["ops", "ci", "mobile", "partner", "batch", "staging", "support", "analytics", "billing", "sync", "edge"];
const day = 86_400_000;

/** A random token of `length` lower-case letters and digits. */
export function token(random: Random, length: number): string {
  let text = "";
  while (text.length < length)
    text += random
      .int(0, 36 ** 5 - 1)
      .toString(36)
      .padStart(5, "0");
  return text.slice(0, length);
}

/** RFC 3339 in whole seconds. */
export function instant(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

/** The scheme an operation asks for. */
export function schemeOf({ security }: Operation): Credential["scheme"] {
  return security?.type === "apiKey" ? "api_key" : (security?.type ?? "bearer");
}

function secret(scheme: Credential["scheme"], random: Random): string {
  if (scheme === "basic") return `Basic ${Buffer.from(`${token(random, 5)}:${token(random, 6)}`).toString("base64")}`;
  return scheme === "bearer" ? `Bearer tok_${token(random, 10)}` : `key_${token(random, 12)}`;
}

type State = "active" | "revoked" | "expired";
type Kind = readonly [scheme: Credential["scheme"], scopes: string[], state: State];

/**
 * Eight or nine credentials at `now` (milliseconds), the working one first. Where scopes matter, two schemes are met with the
 * right scopes and with nearly right ones; elsewhere every scheme has one that is active, one revoked, one expired. What the
 * list gives away all the same is told under "Shortcuts that are left" in docs/api-debug.md: only bearer tokens are asked
 * for with scopes, and the right ones lie between the nearly right ones.
 */
export function drawCredentials(operation: Operation, now: number, random: Random): [Credential, ...Credential[]] {
  const scheme = schemeOf(operation);
  const [other = "basic", third = "api_key"] = random.shuffle(schemes.filter((one) => one !== scheme));
  const right = operation.security?.type === "bearer" ? operation.security.scopes : [];
  const [near, nearer] = nearScopes(right, random);
  const decoys: readonly Kind[] =
    right.length > 0
      ? [
          [scheme, near, "active"],
          [scheme, right, "revoked"],
          [scheme, nearer, "expired"],
          [other, right, "active"],
          [other, near, "active"],
          [other, nearer, "active"],
          [other, random.pick([near, nearer]), random.pick(["revoked", "expired"] as const)],
        ]
      : [
          [scheme, [], "revoked"],
          [scheme, [], "expired"],
          ...[other, third].flatMap((one) =>
            (["active", "revoked", "expired"] as const).map((state): Kind => [one, [], state]),
          ),
        ];
  const labels = random.sample(names, decoys.length + 1);
  const make = ([kind, scopes, state]: Kind, index: number): Credential => ({
    name: labels[index] ?? "",
    scheme: kind,
    value: secret(kind, random),
    scopes,
    expires_at: instant(now + (state === "expired" ? -1 : 1) * random.int(2, 400) * day),
    status: state === "revoked" ? "revoked" : "active",
  });
  return [make([scheme, right, "active"], 0), ...decoys.map((kind, index) => make(kind, index + 1))];
}

/** An expired credential of the operation's scheme that no list shows. */
export function drawHidden(operation: Operation, now: string, random: Random): Credential {
  const scheme = schemeOf(operation);
  const expires_at = instant(Date.parse(now) - random.int(1, 90) * day);
  return { name: "", scheme, value: secret(scheme, random), scopes: [], expires_at, status: "active" };
}

const verbs = ["read", "write", "admin", "list", "delete", "manage"];
const resources = ["users", "orders", "reports", "events", "billing", "files", "members", "webhooks", "settings"];

/** Two lists of scopes that lack one of the right ones: another verb of its resource, its verb of another resource. */
function nearScopes(right: readonly string[], random: Random): [string[], string[]] {
  if (right.length === 0) return [[], []];
  const index = random.int(0, right.length - 1);
  const scope = right[index] ?? "";
  const [, resource = scope, mark = ":", verb = ""] = /^(.*)([:./])([^:./]*)$/.exec(scope) ?? [];
  const fresh = (options: readonly string[]) => random.pick(options.filter((option) => !right.includes(option)));
  const replaced = (by: string) => right.map((one, at) => (at === index ? by : one));
  return [
    replaced(fresh(verbs.map((other) => `${resource}${mark}${other}`))),
    replaced(fresh(resources.map((other) => (verb === "" ? other : `${other}${mark}${verb}`)))),
  ];
}
