import type { Server } from "../../interop/server.ts";
import { memoryOf } from "../usage.ts";
import { sleep } from "./load.ts";
import { openPlayers, type Script } from "./player.ts";

export interface CrowdResult {
  sessions: number;
  errors: string[];
  /** Resident memory of the server in MiB: before, with all sessions in an episode, after all have gone. */
  memory: { before: number | null; full: number | null; after: number | null };
  /** Whether a server that holds exactly this many took them all in again after every one had vanished. */
  allFreed: boolean;
}

/**
 * Fills a server to its limit, plays an episode on every session at once, drops all of them without a word in the
 * middle of a step, and fills it again: that works only if no session was left behind.
 */
export async function crowd({ url, pid }: Server, sessions: number, script: Script): Promise<CrowdResult> {
  const errors: string[] = [];
  const before = memoryOf(pid);
  const players = await openPlayers(url, sessions, errors);
  await Promise.all(
    players.map(async (player, index) => {
      await player.ask(script.reset(1_000_000 + index));
      for (let step = 0; step < script.stepsPerEpisode; step++) await player.ask(script.step);
      await player.ask(script.reset(2_000_000 + index));
    }),
  );
  const full = memoryOf(pid);
  for (const player of players) {
    player.socket.send(script.step);
    player.drop();
  }
  await sleep(2000);
  const again = await openPlayers(url, sessions, errors);
  const replies = await Promise.all(again.map((player, index) => player.ask(script.reset(3_000_000 + index))));
  const allFreed = replies.every((reply) => reply.startsWith('{"type":"observation"'));
  for (const player of again) player.drop();
  await sleep(2000);
  return { sessions, errors, memory: { before, full, after: memoryOf(pid) }, allFreed };
}
