/** What the page shows: written by Node, read by the browser. Holds no truth; everything a model wrote is data here. */
import type { PublicScore } from "../../core/score.ts";
import type { StopReason } from "../../core/trace.ts";

export interface PageMessage {
  role: "system" | "user" | "assistant";
  content: string;
  /** Of the model's own messages. */
  turn?: PageTurn;
}

export interface PageTurn {
  /** Text of the reasoning channel. */
  reasoning: string | null;
  /** In [0, 1]. */
  reward: number | null;
  scores: Pick<PublicScore, "name" | "value" | "weight" | "kind">[];
  cutOff: boolean;
  /** What could not be read of the answer. */
  problem: string | null;
}

export interface PageAttempt {
  sample: number;
  score: number;
  solved: boolean;
  stop: StopReason;
  /** Tokens written; null when the model reported none. */
  written: number | null;
  /** After the messages that all attempts share. */
  messages: PageMessage[];
}

/** One `<script type="application/json" id="group-POSITION">`; read when the group is looked at. */
export interface PageGroup {
  task: string;
  /** Messages with which every attempt begins. */
  prompt: PageMessage[];
  attempts: PageAttempt[];
}

/** A row of the list. */
export interface PageRow {
  /** Position in the run. */
  index: number;
  level: string;
  scores: number[];
  /** How many attempts solved the task. */
  solved: number;
}

export interface PageIndex {
  /** Name of the file the page stands beside. */
  file: string;
  environment: string;
  version: string;
  model: string;
  split: string;
  rows: PageRow[];
  /** Groups of the file; the page may show fewer. */
  finished: number;
  planned: number;
  incomplete: number;
  /** Over all finished groups. */
  mean: number | null;
  solved: number | null;
  /** Range of the scores, [0, 1] at least. */
  range: [least: number, most: number];
}
