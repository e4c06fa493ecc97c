import type { Hono } from "hono";
import type { AnyEnvironment, Services } from "../../core/environment.ts";
import { FettleError } from "../../core/errors.ts";
import { type Door, openDoor } from "./door.ts";
import { httpRoutes } from "./http.ts";
import type { McpHost } from "./mcp.ts";
import type { ServedEpisode } from "./record.ts";
import { Session } from "./session.ts";
import type { SessionTable } from "./session-table.ts";

/** An environment, or what makes it on first use (once; after a failure the next session tries again). */
export type EnvironmentSource = AnyEnvironment | (() => AnyEnvironment | Promise<AnyEnvironment>);

export interface EntranceOptions {
  environment?: EnvironmentSource;
  environments?: Readonly<Record<string, EnvironmentSource>>;
  services?: Services;
  onEpisode?: (episode: ServedEpisode) => void;
  onFailure?: (error: unknown) => void;
}

/** Where an environment is entered: a path prefix of the server. */
export interface Entrance {
  name: string;
  /** Rejects when the environment cannot be made. */
  load(): Promise<{ door: Door; app: Hono; mcp: McpHost }>;
}

/** Entrances by path prefix: "" is the root, "/envs/NAME" belongs to the environment of that name. */
export type Entrances = ReadonlyMap<string, Entrance>;

/** Lays out the paths. Throws FettleError `bad_option` when there is nothing to serve. */
export function openEntrances(options: EntranceOptions, sessions: SessionTable, maxBodyBytes: number): Entrances {
  const { environment, environments = {} } = options;
  const named = Object.entries(environments);
  if (typeof environment === "object") named.unshift([environment.name, environment]);
  const root = environment ?? (named.length === 1 ? named[0]?.[1] : undefined);
  if (!root && named.length === 0) throw new FettleError("bad_option", "There is no environment to serve.");

  const entrances = new Map<string, Entrance>();
  const loaders = new Map<EnvironmentSource, Loader>();
  const add = (basePath: string, name: string, source: EnvironmentSource) => {
    const open = loaders.get(source) ?? loader(source, options, sessions);
    loaders.set(source, open);
    const load = once(async () => {
      const loaded = await open();
      return { ...loaded, app: httpRoutes(loaded.door, loaded.mcp, { basePath, maxBodyBytes }) };
    });
    entrances.set(basePath, { name, load });
  };
  for (const [name, source] of named) add(`/envs/${name}`, name, source);
  if (root) add("", named.find(([, source]) => source === root)?.[0] ?? "environment", root);
  return entrances;
}

/** The entrance of a path and what is left of the path behind it. */
export function entranceOf(path: string, entrances: Entrances): { entrance: Entrance; rest: string } | null {
  const prefix = /^\/envs\/[^/]+/.exec(path)?.[0] ?? "";
  const entrance = entrances.get(prefix);
  return entrance ? { entrance, rest: path.slice(prefix.length) } : null;
}

type Loader = () => Promise<{ door: Door; mcp: McpHost }>;

/** Makes the environment once, however many entrances it has: they share curricula and tasks. */
function loader(source: EnvironmentSource, options: EntranceOptions, sessions: SessionTable): Loader {
  return once(async () => {
    const { onEpisode, onFailure } = options;
    // A record that cannot be written (a full disk, say) is a failure of ours, not of the step that ended the episode.
    const recorded = (episode: ServedEpisode) => {
      try {
        onEpisode?.(episode);
      } catch (error) {
        onFailure?.(error);
      }
    };
    const door = openDoor(typeof source === "function" ? await source() : source, { ...options, onEpisode: recorded });
    const mcp: McpHost = { door, sessions, seat: null, openSession: () => new Session(door) };
    if (onFailure) mcp.onFailure = onFailure;
    return { door, mcp };
  });
}

/** Calls `make` until it succeeds once, and keeps that. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
