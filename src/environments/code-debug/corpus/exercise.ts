/** One function of the built-in corpus, with its test. Written for Fettle. */
export interface Exercise {
  /** Name of the function; unique in the corpus. */
  name: string;
  topic: string;
  /** Complete Python: imports and helpers, if any, then the function with its docstring. */
  source: string;
  /** Name of the function under test: the same as `name`. */
  entry: string;
  /** Text of the docstring, without quotes and indentation; includes examples. */
  docstring: string;
  /** Python whose assertions call the function. */
  test: string;
}

/** Source and test of one function, as written in a topic's file. */
export type Written = readonly [source: string, test: string];

/**
 * The functions of one topic. Of each source the last top-level function is the one under test; it has a docstring in
 * triple double quotes. Throws an Error for a source that is not so.
 */
export function topic(name: string, written: readonly Written[]): Exercise[] {
  return written.map(([source, test]) => exercise(name, source.trim(), test.trim()));
}

const definition = /^def (\w+)\([\s\S]*?\)(?: -> [^\n]+)?:\n {4}"""([\s\S]*?)"""/gm;

function exercise(topicName: string, source: string, test: string): Exercise {
  const [, name, text] = [...source.matchAll(definition)].at(-1) ?? [];
  if (name === undefined || text === undefined)
    throw new Error(`an exercise on ${topicName} defines no function with a docstring: ${source.slice(0, 80)}`);
  return {
    name,
    topic: topicName,
    source: `${source}\n`,
    entry: name,
    docstring: text.replaceAll(/^ {4}/gm, "").trim(),
    test: `${test}\n`,
  };
}
