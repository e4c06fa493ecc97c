/** Means with intervals that know episodes on one task are not independent, and pass@k. Pure functions. */

export interface Estimate {
  /** null when there is nothing to average. */
  mean: number | null;
  /** The 95 % interval; null with fewer than two clusters. */
  low: number | null;
  high: number | null;
  standardError: number | null;
  /** Values averaged. */
  n: number;
  /** Independent units (tasks) among them. */
  clusters: number;
}

export interface Observed {
  /** Values of one cluster may depend on each other; values of different clusters are independent. */
  cluster: string;
  value: number;
}

/** Arithmetic mean; NaN for an empty list. */
export function mean(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** Sample standard deviation (divisor n - 1); 0 for fewer than two values. */
export function standardDeviation(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const centre = mean(values);
  let squares = 0;
  for (const value of values) squares += (value - centre) ** 2;
  return Math.sqrt(squares / (values.length - 1));
}

/** Value below which a share `p` in [0, 1] of the values lies, linearly interpolated; NaN for an empty list. */
export function quantile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * p;
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? Number.NaN;
  return below + (above - below) * (at - Math.floor(at));
}

/**
 * Mean with a 95 % interval clustered by task: the CR1 cluster-robust variance of a mean (Cameron and Miller, "A
 * Practitioner's Guide to Cluster-Robust Inference", J. Human Resources 50(2), 2015, eq. 11, with factor G / (G - 1)) and
 * Student's t with G - 1 degrees of freedom. With clusters of one size it equals the t interval over cluster means.
 *
 * `unit: true` says that values lie in [0, 1]: the interval is clipped to that, and where every value is 0 (or 1), and
 * nothing varies, its other end is Clopper and Pearson's (1934) exact one for G trials. That is valid for any variable in
 * [0, 1]: one with mean m is never 1 more often than m.
 */
export function clusteredMean(observed: readonly Observed[], { unit = false } = {}): Estimate {
  const sums = new Map<string, { sum: number; count: number }>();
  let total = 0;
  for (const { cluster, value } of observed) {
    const entry = sums.get(cluster);
    if (entry) {
      entry.sum += value;
      entry.count++;
    } else sums.set(cluster, { sum: value, count: 1 });
    total += value;
  }
  const [n, clusters] = [observed.length, sums.size];
  if (n === 0) return { mean: null, low: null, high: null, standardError: null, n, clusters };
  const centre = total / n;
  if (clusters < 2) return { mean: centre, low: null, high: null, standardError: null, n, clusters };
  let squares = 0;
  for (const { sum, count } of sums.values()) squares += (sum - count * centre) ** 2;
  const standardError = Math.sqrt((clusters / (clusters - 1)) * squares) / n;
  const margin = standardError * studentQuantile(0.975, clusters - 1);
  let [low, high] = [centre - margin, centre + margin];
  if (unit) [low, high] = [Math.max(0, low), Math.min(1, high)];
  if (unit && standardError === 0 && centre === 1) low = 0.025 ** (1 / clusters);
  if (unit && standardError === 0 && centre === 0) high = 1 - 0.025 ** (1 / clusters);
  return { mean: centre, low, high, standardError, n, clusters };
}

/**
 * Mean over shared clusters of (mean of `a` in the cluster - mean of `b` in it), with the 95 % t interval of those paired
 * differences. Clusters that only one side has are left out.
 */
export function pairedDifference(a: readonly Observed[], b: readonly Observed[]): Estimate {
  const [left, right] = [clusterMeans(a), clusterMeans(b)];
  const differences: Observed[] = [];
  for (const [cluster, value] of left) {
    const other = right.get(cluster);
    if (other !== undefined) differences.push({ cluster, value: value - other });
  }
  return clusteredMean(differences);
}

/** Mean value of every cluster, in order of first appearance. */
export function clusterMeans(observed: readonly Observed[]): Map<string, number> {
  const values = new Map<string, number[]>();
  for (const { cluster, value } of observed) {
    const list = values.get(cluster);
    if (list) list.push(value);
    else values.set(cluster, [value]);
  }
  return new Map([...values].map(([cluster, list]) => [cluster, mean(list)]));
}

/**
 * Chance that at least one of k samples, drawn without replacement from n of which c are right, is right: the unbiased
 * estimator 1 - C(n-c, k) / C(n, k) of Chen et al., "Evaluating Large Language Models Trained on Code", 2021, eq. 1.
 * Needs 0 <= c <= n and 1 <= k <= n, else throws a RangeError.
 */
export function passAtK(n: number, c: number, k: number): number {
  checkCounts(n, c, k);
  if (n - c < k) return 1;
  let allWrong = 1;
  for (let i = n - c + 1; i <= n; i++) allWrong *= 1 - k / i;
  return 1 - allWrong;
}

/** Chance that all of k samples drawn as for `passAtK` are right: C(c, k) / C(n, k) (Yao et al., tau-bench, 2024). */
export function passPowerK(n: number, c: number, k: number): number {
  checkCounts(n, c, k);
  let allRight = 1;
  for (let i = 0; i < k; i++) allRight *= Math.max(0, c - i) / (n - i);
  return allRight;
}

function checkCounts(n: number, c: number, k: number): void {
  if (!(c >= 0 && c <= n && k >= 1 && k <= n))
    throw new RangeError(`needs 0 <= c <= n and 1 <= k <= n: ${n}, ${c}, ${k}`);
}

/** Quantile of Student's t: the t with P(T <= t) = p, for p in (0, 1) and degrees of freedom >= 1, to about 1e-10. */
export function studentQuantile(p: number, degrees: number): number {
  if (p < 0.5) return -studentQuantile(1 - p, degrees);
  let [low, high] = [0, 2];
  while (studentCumulative(high, degrees) < p) [low, high] = [high, high * 2];
  for (let i = 0; i < 100 && high - low > 1e-12 * high; i++) {
    const middle = (low + high) / 2;
    if (studentCumulative(middle, degrees) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** P(T <= t) for t >= 0, by the incomplete beta function (Abramowitz and Stegun, 26.7.1). */
function studentCumulative(t: number, degrees: number): number {
  return 1 - incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5) / 2;
}

/** Regularised incomplete beta function I_x(a, b), by its continued fraction (DLMF 8.17.22) evaluated with Lentz's method. */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  let [fraction, c, d] = [1, 1, 0];
  for (let step = 1; step < 500; step++) {
    const m = step >> 1;
    const term =
      step % 2 === 0
        ? (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
        : -((a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / (1 + term * d);
    c = 1 + term / c;
    fraction *= c * d;
    if (Math.abs(c * d - 1) < 1e-15) break;
  }
  const front = a * Math.log(x) + b * Math.log1p(-x) + logGamma(a + b) - logGamma(a) - logGamma(b);
  return Math.exp(front) / (a * fraction);
}

/** log Gamma(x) for x > 0: Stirling's series (DLMF 5.11.1) after shifting x above 12. */
function logGamma(x: number): number {
  let [shifted, correction] = [x, 0];
  for (; shifted < 12; shifted++) correction += Math.log(shifted);
  const inverse = 1 / shifted;
  const square = inverse * inverse;
  const series = inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680)));
  return (shifted - 0.5) * Math.log(shifted) - shifted + Math.log(2 * Math.PI) / 2 + series - correction;
}
