/** How a judge words the answer of a call that did not end by itself. */
const words: ReadonlySet<string> = new Set(["timed out", "ended the process", "wrote too much", "was not run"]);

/** Whether a call did not end by itself. Which limit an endless loop meets first differs from run to run. */
export const isUnfinished = (answer: string): boolean => words.has(answer) || answer.startsWith("MemoryError");
