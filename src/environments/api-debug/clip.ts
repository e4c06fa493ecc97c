/** Longest text of any kind that echoes what was submitted, in characters. */
const longestEcho = 2000;

/** The beginning of a text: at most `longest` characters, the last one a dot of ellipsis where something is missing. */
export function clip(text: string, longest: number = longestEcho): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}
