import type { Writable } from "node:stream";
import { createLogUpdate } from "log-update";
import pc from "picocolors";
import { printable } from "../core/printable.ts";
import type { TrainEvent } from "./events.ts";
import type { GrpoRow } from "./metrics.ts";

const blocks = "▁▂▃▄▅▆▇█";

/** Values in [0, 1] as bars, at most `width` of them: each bar is the mean of an equal share of the values. */
export function sparkline(values: readonly number[], width: number): string {
  const bars = Math.min(width, values.length);
  return Array.from({ length: bars }, (_, bar) => {
    const from = Math.floor((bar * values.length) / bars);
    const part = values.slice(from, Math.max(from + 1, Math.floor(((bar + 1) * values.length) / bars)));
    const value = part.reduce((sum, one) => sum + one, 0) / part.length;
    return blocks[Math.min(blocks.length - 1, Math.max(0, Math.floor(value * blocks.length)))];
  }).join("");
}

/** 75.4 seconds as 1:15. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

const fixed = (value: number | null | undefined, digits = 3) => (value == null ? "-" : value.toFixed(digits));

/** Where a run stands, as lines for a terminal of the given width. */
export class TrainingView {
  #title = "";
  #rewards: number[] = [];
  #status = "";
  #details: string[] = [];
  #control: string[] = [];

  /** Takes an event in; returns a line that should stay on screen, if the event deserves one. */
  update(event: TrainEvent): string | null {
    switch (event.type) {
      case "started": {
        const { model, parameters, backend, resumedAt } = event;
        this.#title = `${model}, ${(parameters / 1e6).toFixed(2)} M parameters, ${backend}`;
        return `${this.#title}${resumedAt === null ? "" : `; goes on after row ${resumedAt}`}`;
      }
      case "row":
        this.#row(event);
        return null;
      case "promotion":
        return `promoted: ${event.from} → ${event.to}${event.confirmed === null ? "" : ` (unseen tasks: ${fixed(event.confirmed)})`}`;
      case "declined":
        return event.confirmed === null
          ? `not promoted yet: all unseen tasks of ${event.level} ended in an error`
          : `not promoted yet: unseen tasks of ${event.level} give ${fixed(event.confirmed)}`;
      case "evaluating":
        this.#status = `evaluating ${event.what}`;
        this.#details = [];
        this.#control = [];
        return null;
      case "note":
        return event.message;
      case "finished":
        return null;
    }
  }

  /** One line for logs that cannot be redrawn. */
  line(): string {
    return [this.#status, this.#details[0]].filter(Boolean).join("  ");
  }

  lines(width: number): string[] {
    const bars = this.#rewards.length === 0 ? [] : [`reward ${sparkline(this.#rewards, Math.max(10, width - 8))}`];
    return [this.#status, ...bars, ...this.#details, ...this.#control].map((line) => printable(line).slice(0, width));
  }

  #row({ row, progress, secondsLeft }: Extract<TrainEvent, { type: "row" }>): void {
    const share = `${Math.floor(progress * 100)} %, ${clock(row.elapsed)} done, ${clock(secondsLeft)} left`;
    if (row.phase !== "grpo") {
      const loss = `loss ${fixed(row.loss)}`;
      if (row.phase === "control") this.#control = [`control (supervised only): ${loss}, ${share}`];
      else {
        this.#status = `supervised warm start  ${share}`;
        this.#details = [`${loss}  ${Math.round(row.tokensPerSecond)} tokens/s`];
      }
      return;
    }
    this.#rewards.push(row.reward?.mean ?? 0);
    this.#status = `GRPO step ${row.step}, level ${row.level}  ${share}`;
    this.#details = detailsOf(row);
  }
}

function detailsOf(row: GrpoRow): string[] {
  const levels = Object.entries(row.levels).map(([level, { reward }]) => `${level} ${fixed(reward)}`);
  return [
    `reward ${fixed(row.reward?.mean)}  window ${fixed(row.window)}  ${levels.join("  ")}`,
    `without spread ${Math.round(row.zeroSignal * 100)} %  entropy ${fixed(row.entropy)}  KL ${fixed(row.kl)}  ` +
      `length ${fixed(row.length.mean, 1)}  turns ${fixed(row.length.turns, 2)}  ${Math.round(row.tokensPerSecond)} tokens/s`,
  ];
}

/** Seconds between lines where the view cannot be redrawn. */
const lineEvery = 15;

/**
 * Shows a run on a terminal, redrawn in place; elsewhere as a line now and then. Names may come from files and modules: the
 * terminal obeys nothing in them. Call `close` before writing anything else to the stream.
 */
export function showTraining(stream: Writable & { isTTY?: boolean; columns?: number }) {
  const view = new TrainingView();
  const live = stream.isTTY ? createLogUpdate(stream) : null;
  let lastLine = Number.NEGATIVE_INFINITY;
  const write = (line: string) => void stream.write(`${printable(line)}\n`);
  return {
    onEvent(event: TrainEvent): void {
      const stays = view.update(event);
      if (live) {
        if (stays !== null) {
          live.clear();
          write(stays);
        }
        const [status = "", ...rest] = view.lines((stream.columns ?? 100) - 1);
        live([pc.bold(status), ...rest].join("\n"));
        return;
      }
      if (stays !== null) write(stays);
      else if (view.line() !== "" && performance.now() - lastLine > lineEvery * 1000) {
        lastLine = performance.now();
        write(view.line());
      }
    },
    close(): void {
      live?.clear();
      live?.done();
    },
  };
}
