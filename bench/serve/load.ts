import type { Server } from "../../interop/server.ts";
import { processorSecondsOf } from "../usage.ts";
import { openPlayers, type Script } from "./player.ts";

export interface LoadResult {
  sessions: number;
  /** Resets and steps answered within the measured time. */
  answers: number;
  seconds: number;
  perSecond: number;
  /** Answers per second of processor time of the server: what other work on the machine cannot change. */
  perProcessorSecond: number | null;
  /** Milliseconds from sending to the reply. */
  latency: { p50: number; p99: number };
  errors: string[];
}

let nextSeed = 1;

/** A server's code has been compiled, in whatever sense, after this many answers; a slow one gets 20 s to get there. */
const warmAnswers = 40_000;

/** Plays episodes on every session at once and counts replies, after a warm-up that does not count. */
export async function load(
  { url, pid }: Server,
  sessions: number,
  script: Script,
  seconds: number,
): Promise<LoadResult> {
  const errors: string[] = [];
  const players = await openPlayers(url, sessions, errors);
  const latencies: number[] = [];
  let answers = 0;
  let phase: "warm-up" | "measure" | "over" = "warm-up";
  const ask = async (player: (typeof players)[number], frame: string) => {
    const sent = performance.now();
    await player.ask(frame);
    answers++;
    if (phase !== "measure") return;
    latencies.push(performance.now() - sent);
  };
  const playing = players.map(async (player) => {
    while (phase !== "over" && errors.length < 100) {
      await ask(player, script.reset(nextSeed++));
      for (let step = 0; step < script.stepsPerEpisode; step++) await ask(player, script.step);
    }
  });
  const opened = performance.now();
  const warm = () =>
    performance.now() - opened > 4000 && (answers >= warmAnswers || performance.now() - opened > 20_000);
  while (!warm()) await sleep(100);
  answers = 0;
  phase = "measure";
  const started = performance.now();
  const before = processorSecondsOf(pid);
  await sleep(seconds * 1000);
  const took = (performance.now() - started) / 1000;
  const after = processorSecondsOf(pid);
  phase = "over";
  // A server that falls behind may owe many replies: they are not waited for.
  await Promise.race([Promise.all(playing), sleep(2000)]);
  for (const player of players) player.drop();
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(share * (latencies.length - 1))] ?? Number.NaN;
  const latency = { p50: at(0.5), p99: at(0.99) };
  const perProcessorSecond = before === null || after === null ? null : answers / (after - before);
  return { sessions, answers, seconds: took, perSecond: answers / took, perProcessorSecond, latency, errors };
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
