/** What surrounds a request: the clock, the caller's credentials, and the moods of the server. */
import type { Random } from "../../core/random.ts";
import { type Credential, drawCredentials, instant } from "./credentials.ts";
import type { Operation } from "./operation.ts";
import { authPlace } from "./place.ts";

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

/** The surroundings of a request at `now` (milliseconds): the caller's credentials, of which one works (null: none needed). */
export function drawWorld(
  operation: Operation,
  now: number,
  random: Random,
): { world: World; working: Credential | null } {
  const needed = authPlace(operation) !== null;
  const credentials = needed ? drawCredentials(operation, now, random) : [];
  const world: World = {
    now: instant(now),
    credentials: random.shuffle(credentials),
    hidden: null,
    moved: null,
    retryAfter: null,
    wrongStatus: null,
  };
  return { world, working: credentials[0] ?? null };
}
