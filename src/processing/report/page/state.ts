import type { PageIndex, PageRow } from "../data.ts";

export const filters = ["all", "mixed", "solved", "unsolved"] as const;
export type Filter = (typeof filters)[number];

export interface State {
  filter: Filter;
  /** "" for all. */
  level: string;
  /** Row of the index; null when the filter lets none through. */
  row: number | null;
  /** Attempt that has the focus, from 0. */
  attempt: number;
  /** Show what differs from the reference instead of the text. */
  diff: boolean;
  /** Attempt that others are compared with; null for the best. */
  reference: number | null;
  /** Only what the model wrote. */
  modelOnly: boolean;
  /** Break long lines. */
  wrap: boolean;
  /** Show what every attempt was asked. */
  prompt: boolean;
  help: boolean;
}

export type Action =
  | { type: "group"; by: number }
  | { type: "open"; row: number }
  | { type: "attempt"; by: number }
  | { type: "focus"; attempt: number }
  /** The next filter when absent. */
  | { type: "filter"; filter?: Filter }
  | { type: "level"; level: string }
  /** The focused attempt when absent. */
  | { type: "reference"; attempt?: number }
  | { type: "toggle"; what: "diff" | "modelOnly" | "wrap" | "prompt" | "help" }
  | { type: "close" };

/** `hash`: "#12.3" opens the fourth attempt of the group at position 12. */
export function initialState(index: PageIndex, hash: string): State {
  const [, position, attempt] = /^#(\d+)(?:\.(\d+))?$/.exec(hash) ?? [];
  const row = index.rows.findIndex((candidate) => candidate.index === Number(position));
  return {
    filter: "all",
    level: "",
    row: row >= 0 ? row : index.rows.length > 0 ? 0 : null,
    attempt: attempt === undefined ? 0 : Number(attempt),
    diff: false,
    reference: null,
    modelOnly: false,
    wrap: true,
    prompt: true,
    help: false,
  };
}

/** Rows that the filter lets through, in order. */
export function visibleRows({ rows }: PageIndex, { filter, level }: Pick<State, "filter" | "level">): number[] {
  return rows.flatMap((row, i) => (matches(row, filter) && (level === "" || row.level === level) ? [i] : []));
}

function matches({ scores, solved }: PageRow, filter: Filter): boolean {
  if (filter === "mixed") return scores.some((score) => score !== scores[0]);
  if (filter === "solved") return solved > 0;
  if (filter === "unsolved") return solved === 0;
  return true;
}

export function reduce(index: PageIndex, state: State, action: Action): State {
  switch (action.type) {
    case "group": {
      const rows = visibleRows(index, state);
      const at = rows.indexOf(state.row ?? -1);
      const row = rows[Math.min(rows.length - 1, Math.max(0, at + action.by))] ?? null;
      return row === state.row ? state : { ...state, row, attempt: 0, reference: null };
    }
    case "open":
      return { ...state, row: action.row, attempt: 0, reference: null };
    case "attempt": {
      const last = (index.rows[state.row ?? -1]?.scores.length ?? 1) - 1;
      return { ...state, attempt: Math.min(last, Math.max(0, state.attempt + action.by)) };
    }
    case "focus":
      return { ...state, attempt: action.attempt };
    case "filter":
      return visible(index, { ...state, filter: action.filter ?? nextFilter(state.filter) });
    case "level":
      return visible(index, { ...state, level: action.level });
    case "reference":
      return { ...state, reference: action.attempt ?? state.attempt, diff: true };
    case "toggle":
      return { ...state, [action.what]: !state[action.what] };
    case "close":
      return { ...state, help: false };
  }
}

function nextFilter(filter: Filter): Filter {
  return filters[(filters.indexOf(filter) + 1) % filters.length] ?? "all";
}

/** Moves to the first visible row when the present one is not. */
function visible(index: PageIndex, state: State): State {
  const rows = visibleRows(index, state);
  if (state.row !== null && rows.includes(state.row)) return state;
  return { ...state, row: rows[0] ?? null, attempt: 0, reference: null };
}

/** The attempt that others are compared with: the one chosen, or the first of the best. */
export function referenceOf({ reference }: State, { scores }: PageRow): number {
  return reference ?? scores.indexOf(Math.max(...scores));
}
