import type { Action } from "./state.ts";

/** Keys for the help, each with what it does. */
export const keys = [
  ["j ↓", "next group"],
  ["k ↑", "previous group"],
  ["l →", "next attempt"],
  ["h ←", "previous attempt"],
  ["d", "show what differs"],
  ["b", "compare with this attempt"],
  ["m", "only what the model wrote"],
  ["p", "what every attempt was asked"],
  ["w", "break long lines, or not"],
  ["f", "next filter"],
  ["t", "light or dark"],
  ["?", "this help"],
] as const;

/** What a key does; null for one that does nothing. */
export function actionOf(key: string): Action | null {
  switch (key) {
    case "j":
    case "ArrowDown":
      return { type: "group", by: 1 };
    case "k":
    case "ArrowUp":
      return { type: "group", by: -1 };
    case "PageDown":
      return { type: "group", by: 10 };
    case "PageUp":
      return { type: "group", by: -10 };
    case "Home":
      return { type: "group", by: Number.NEGATIVE_INFINITY };
    case "End":
      return { type: "group", by: Number.POSITIVE_INFINITY };
    case "l":
    case "ArrowRight":
      return { type: "attempt", by: 1 };
    case "h":
    case "ArrowLeft":
      return { type: "attempt", by: -1 };
    case "d":
      return { type: "toggle", what: "diff" };
    case "m":
      return { type: "toggle", what: "modelOnly" };
    case "w":
      return { type: "toggle", what: "wrap" };
    case "p":
      return { type: "toggle", what: "prompt" };
    case "b":
      return { type: "reference" };
    case "f":
      return { type: "filter" };
    case "?":
      return { type: "toggle", what: "help" };
    case "Escape":
      return { type: "close" };
    default:
      return null;
  }
}
