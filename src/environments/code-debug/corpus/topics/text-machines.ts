import { topic } from "../exercise.ts";

/** Machines that read texts. */
export const textMachines = topic("stacks-and-queues", [
  [
    `
def log_levels(lines: list[str], least: str) -> list[str]:
    """Keep the entries of a log that are at least as severe as a level.

    A line 'LEVEL: text' begins an entry, where the level is DEBUG, INFO, WARN
    or ERROR. Every other line belongs to the entry before it and is kept or
    left out with it; lines before the first entry are left out.

    >>> log_levels(["INFO: start", "WARN: slow", "  5 s", "DEBUG: x"], "WARN")
    ['WARN: slow', '  5 s']
    >>> log_levels(["hello", "ERROR: e"], "DEBUG")
    ['ERROR: e']
    """
    levels = ["DEBUG", "INFO", "WARN", "ERROR"]
    threshold = levels.index(least)
    keeping = False
    kept = []
    for line in lines:
        level, colon, _ = line.partition(": ")
        if colon and level in levels:
            keeping = levels.index(level) >= threshold
        if keeping:
            kept.append(line)
    return kept
`,
    `
assert log_levels(["INFO: start", "WARN: slow", "  5 s", "DEBUG: x"], "WARN") == ["WARN: slow", "  5 s"]
assert log_levels(["hello", "ERROR: e"], "DEBUG") == ["ERROR: e"]
assert log_levels([], "INFO") == []
assert log_levels(["DEBUG: a", "INFO: b", "WARN: c", "ERROR: d"], "INFO") == ["INFO: b", "WARN: c", "ERROR: d"]
assert log_levels(["ERROR", "ERROR: x", "INFO"], "ERROR") == ["ERROR: x", "INFO"]
assert log_levels(["DEBUG: a", "more", "NOTE: b"], "INFO") == []
assert log_levels(["WARN: a", "NOTE: b", "", "INFO: c", "d"], "WARN") == ["WARN: a", "NOTE: b", ""]
assert log_levels(["INFO:tight", "WARN: w: x", "INFO:tight"], "INFO") == ["WARN: w: x", "INFO:tight"]
assert log_levels(["WARN: a", "WARN: a", "INFO: ERROR: b"], "WARN") == ["WARN: a", "WARN: a"]
`,
  ],
]);
