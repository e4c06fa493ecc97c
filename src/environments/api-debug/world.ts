/** What surrounds a request: the clock, the caller's credentials, and the moods of the server. */
import type { Random } from "../../core/random.ts";
import type { Operation } from "./operation.ts";
import { authPlace } from "./place.ts";

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

export interface World {
  /** RFC 3339, UTC. */
  now: string;
  /** What the caller owns and sees: at most one of them works. */
  credentials: Credential[];
  /** Known to the server only: the expired credential that nobody lists. */
  hidden: Credential | null;
  moved: { from: string; to: string } | null;
  /** Seconds until the limit is lifted; null when it is not used up. */
  retryAfter: number | null;
  /** The status shown instead of the right one. */
  wrongStatus: number | null;
}

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
function instant(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

/** The scheme an operation asks for. */
function schemeOf({ security }: Operation): Credential["scheme"] {
  return security?.type === "apiKey" ? "api_key" : (security?.type ?? "bearer");
}

function secret(scheme: Credential["scheme"], random: Random): string {
  if (scheme === "basic") return `Basic ${Buffer.from(`${token(random, 5)}:${token(random, 6)}`).toString("base64")}`;
  return scheme === "bearer" ? `Bearer tok_${token(random, 10)}` : `key_${token(random, 12)}`;
}

/**
 * The surroundings of a request at `now` (milliseconds): a working credential (null when none is needed) among five decoys
 * that are revoked, expired, of another scheme or, where scopes matter, without the scope.
 */
export function drawWorld(
  operation: Operation,
  now: number,
  random: Random,
): { world: World; working: Credential | null } {
  const world: World = {
    now: instant(now),
    credentials: [],
    hidden: null,
    moved: null,
    retryAfter: null,
    wrongStatus: null,
  };
  if (!authPlace(operation)) return { world, working: null };
  const scheme = schemeOf(operation);
  const scopes = operation.security?.type === "bearer" ? operation.security.scopes : [];
  const labels = random.sample(names, 6);
  const make = (index: number, change: Partial<Credential> = {}): Credential => {
    const kind = change.scheme ?? scheme;
    const expiry = instant(now + random.int(2, 400) * day);
    return {
      name: labels[index] ?? "",
      scheme: kind,
      value: secret(kind, random),
      scopes,
      expires_at: expiry,
      status: "active",
      ...change,
    };
  };
  const working = make(0);
  const past = () => instant(now - random.int(2, 400) * day);
  const decoys = [
    make(1, { status: "revoked" }),
    make(2, { expires_at: past() }),
    make(3, { scheme: scheme === "bearer" ? "basic" : "bearer" }),
    make(4, { expires_at: past() }),
    make(5, scopes.length > 0 ? { scopes: [scopes.includes("profile") ? "email" : "profile"] } : { status: "revoked" }),
  ];
  return { world: { ...world, credentials: random.shuffle([working, ...decoys]) }, working };
}

/** An expired credential of the operation's scheme that no list shows. */
export function drawHidden(operation: Operation, world: World, random: Random): Credential {
  const scheme = schemeOf(operation);
  const expires_at = instant(Date.parse(world.now) - random.int(1, 90) * day);
  return { name: "", scheme, value: secret(scheme, random), scopes: [], expires_at, status: "active" };
}
