import { type Value, withRule } from "../graph.ts";
import { exp, multiply, negate, sum } from "./arithmetic.ts";

export function logSoftmax(logits: Value): Value {
  return logits.graph.apply("LogSoftmax", [logits], logits.shape, { attributes: { axis: -1 } });
}

/**
 * y[i] = log softmax(logits[i])[targets[i]] for logits [rows, vocabulary] and targets [rows, 1] of type int64; y is
 * [rows, 1]. With p = softmax(logits): dlogits = d (onehot(targets) - p).
 */
export function tokenLogprob(logits: Value, targets: Value): Value {
  const { graph } = logits;
  const all = logSoftmax(logits);
  const y = graph.apply("GatherElements", [all, targets], targets.shape, { attributes: { axis: 1 } });
  return withRule(y, [logits, targets], (d) => [
    graph.apply("ScatterElements", [multiply(exp(all), negate(d)), targets, d], logits.shape, {
      attributes: { axis: 1, reduction: "add" },
    }),
    undefined,
  ]);
}

/** Entropy in nats of softmax(logits) per row: [rows, 1]. Not differentiable. */
export function entropy(logits: Value): Value {
  const all = logSoftmax(logits);
  return negate(sum(multiply(exp(all), all), [-1]));
}
