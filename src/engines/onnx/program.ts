import type { Backend, InferenceSession, Tensor } from "./backend.ts";
import { dimensionInput, type Graph, type Value } from "./graph.ts";
import { serialize } from "./serialize.ts";

export type Feeds = Readonly<Record<string, Tensor>>;

/** A compiled graph. Release it when done: the runtime's memory is not garbage-collected. */
export interface Program<Output extends string> {
  /** Runs once. `dimensions` gives every named size; feeds that the graph has no use for are ignored. */
  run(feeds: Feeds, dimensions: Readonly<Record<string, number>>): Promise<Record<Output, Float32Array>>;
  release(): Promise<void>;
}

/** A graph, and the values it is to give by name. */
export interface Blueprint<Output extends string = string> {
  graph: Graph;
  outputs: Readonly<Record<Output, Value>>;
}

/** Compiles the part of a graph that its outputs need. */
export async function compile<Output extends string>(
  backend: Backend,
  { graph, outputs }: Blueprint<Output>,
): Promise<Program<Output>> {
  const { bytes, inputs } = serialize(graph, Object.values(outputs));
  const session: InferenceSession = await backend.runtime.InferenceSession.create(bytes, {
    executionProviders: [backend.name === "onnxruntime-node" ? "cpu" : "wasm"],
    intraOpNumThreads: backend.threads,
    interOpNumThreads: 1,
    executionMode: "sequential",
    graphOptimizationLevel: "all",
    // Patterns keep the peak of every shape ever seen; sizes vary from run to run here.
    enableMemPattern: false,
    // Waiting threads that spin gain little when the machine is idle and take the processor from others when it is not.
    extra: { session: { intra_op: { allow_spinning: "0" } } },
    logSeverityLevel: 3,
  });
  const names = Object.entries<Value>(outputs) as [Output, Value][];
  const symbols = inputs.filter((input) => input.name.startsWith("dimension:")).map((input) => input.name);
  return {
    async run(feeds, dimensions) {
      const used: Record<string, Tensor> = {};
      for (const { name } of inputs) if (feeds[name]) used[name] = feeds[name];
      for (const [symbol, size] of Object.entries(dimensions)) {
        const name = dimensionInput(symbol);
        if (symbols.includes(name))
          used[name] = new backend.runtime.Tensor("int64", BigInt64Array.of(BigInt(size)), [1]);
      }
      const results = await session.run(
        used,
        names.map(([, value]) => value.name),
      );
      const entries = names.map(([name, value]) => {
        const tensor = results[value.name];
        if (!(tensor?.data instanceof Float32Array)) throw new TypeError(`Output ${name} is not float32`);
        return [name, tensor.data] as const;
      });
      return Object.fromEntries(entries) as Record<Output, Float32Array>;
    },
    release: () => session.release(),
  };
}
