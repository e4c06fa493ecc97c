import { type Value, withRule } from "../graph.ts";

/** Tables of a rotary position embedding. */
export interface RotaryTables {
  /** [positions, headSize / 2] */
  cosine: Value;
  sine: Value;
  /** -sine, which turns back. */
  minusSine: Value;
}

/**
 * Rotary position embedding of x [batch, sequence, heads x headSize] at positions [batch, sequence]: in every head the
 * pair (x[i], x[i + headSize / 2]) is turned by the angle of its position and i. A rotation is orthogonal, so dx is d
 * turned back by the same angle.
 */
export function rotary(x: Value, positions: Value, tables: RotaryTables): Value {
  const turn = (value: Value, sine: Value) =>
    value.graph.apply("RotaryEmbedding", [value, positions, tables.cosine, sine], value.shape, {
      domain: "com.microsoft",
    });
  return withRule(turn(x, tables.sine), [x], (d) => [turn(d, tables.minusSine)]);
}

/** Tables for every position below `positions`: angle = position x theta^(-2 i / headSize), computed as transformers does. */
export function rotaryTables(graph: Value["graph"], positions: number, headSize: number, theta: number): RotaryTables {
  const half = headSize / 2;
  const cosine = new Float32Array(positions * half);
  const sine = new Float32Array(positions * half);
  for (let i = 0; i < half; i++) {
    const frequency = Math.fround(1 / Math.fround(theta ** ((2 * i) / headSize)));
    for (let position = 0; position < positions; position++) {
      const angle = Math.fround(position * frequency);
      cosine[position * half + i] = Math.cos(angle);
      sine[position * half + i] = Math.sin(angle);
    }
  }
  const shape = [positions, half];
  return {
    cosine: graph.constant(cosine, shape),
    sine: graph.constant(sine, shape),
    minusSine: graph.constant(
      sine.map((value) => -value),
      shape,
    ),
  };
}
