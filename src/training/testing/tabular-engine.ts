import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { Random } from "../../core/random.ts";
import type { Engine, OptimStepSettings, SampledCompletion, SampleRequest } from "../../engines/engine.ts";
import { endId } from "../../engines/tokenizer/chat-template.ts";

/** Logits by context, with Adam's two moments beside them. */
interface Row {
  logits: number[];
  first: number[];
  second: number[];
}

interface State {
  step: number;
  rows: Map<string, Row>;
  reference: Map<string, number[]>;
}

/**
 * An exact engine for tests: one softmax per context of the last few tokens. It learns in a handful of steps, keeps
 * everything in plain numbers, and its gradients can be checked by hand.
 */
export class TabularEngine implements Engine {
  readonly #vocabulary: number;
  readonly #memory: number;
  #rows = new Map<string, Row>();
  #reference = new Map<string, number[]>();
  #gradient = new Map<string, number[]>();
  #step = 0;

  constructor(options: { vocabulary: number; memory?: number }) {
    this.#vocabulary = options.vocabulary;
    this.#memory = options.memory ?? 5;
  }

  async info() {
    return { model: "tabular", parameters: 0, vocabularySize: this.#vocabulary, contextLength: 200, backend: "test" };
  }

  async sample(requests: readonly SampleRequest[]): Promise<SampledCompletion[]> {
    return requests.map(({ prompt, maxTokens, temperature, seed }) => {
      const random = new Random(seed);
      const tokens: number[] = [];
      const logprobs: number[] = [];
      while (tokens.length < maxTokens && tokens.at(-1) !== endId) {
        const logp = this.#logSoftmax(this.#key([...prompt, ...tokens]));
        const token = temperature === 0 ? logp.indexOf(Math.max(...logp)) : draw(logp, temperature, random);
        tokens.push(token);
        logprobs.push(logp[token]!);
      }
      return { tokens, logprobs, finish: tokens.at(-1) === endId ? "stop" : "length" };
    });
  }

  async logprobs(sequences: readonly (readonly number[])[], weights: "current" | "reference") {
    return sequences.map((tokens) =>
      Float32Array.from(
        tokens.slice(1),
        (token, i) => this.#logSoftmax(this.#key(tokens.slice(0, i + 1)), weights)[token]!,
      ),
    );
  }

  async accumulate(sequences: readonly { tokens: readonly number[]; coefficients: readonly number[] }[]) {
    const result = { logprobs: [] as Float32Array[], entropy: [] as Float32Array[] };
    for (const { tokens, coefficients } of sequences) {
      const missing = () => new Float32Array(tokens.length - 1).fill(Number.NaN);
      const [logprobs, entropy] = [missing(), missing()];
      for (let i = 0; i + 1 < tokens.length; i++) {
        if (coefficients[i] === 0) continue;
        const key = this.#key(tokens.slice(0, i + 1));
        const logp = this.#logSoftmax(key);
        logprobs[i] = logp[tokens[i + 1]!]!;
        entropy[i] = -logp.reduce((sum, value) => sum + value * Math.exp(value), 0);
        const gradient = this.#gradient.get(key) ?? new Array<number>(this.#vocabulary).fill(0);
        for (const [token, value] of logp.entries())
          gradient[token]! += coefficients[i]! * ((token === tokens[i + 1] ? 1 : 0) - Math.exp(value));
        this.#gradient.set(key, gradient);
      }
      result.logprobs.push(logprobs);
      result.entropy.push(entropy);
    }
    return result;
  }

  async optimStep({ learningRate, beta1 = 0.9, beta2 = 0.99, epsilon = 1e-8 }: OptimStepSettings) {
    this.#step++;
    let squares = 0;
    for (const [key, gradient] of this.#gradient) {
      const row = this.#row(key);
      for (const [token, slope] of gradient.entries()) {
        squares += slope * slope;
        row.first[token] = beta1 * row.first[token]! + (1 - beta1) * slope;
        row.second[token] = beta2 * row.second[token]! + (1 - beta2) * slope * slope;
        const first = row.first[token]! / (1 - beta1 ** this.#step);
        const second = row.second[token]! / (1 - beta2 ** this.#step);
        row.logits[token]! += (learningRate * first) / (Math.sqrt(second) + epsilon);
      }
    }
    this.#gradient = new Map();
    return { gradNorm: Math.sqrt(squares), step: this.#step };
  }

  async setReference() {
    this.#reference = new Map([...this.#rows].map(([key, { logits }]) => [key, [...logits]]));
  }

  async weightsVersion() {
    return `step-${this.#step}`;
  }

  async save(folder: string, options: { optimizer?: boolean; files?: Readonly<Record<string, string>> } = {}) {
    await mkdir(folder, { recursive: true });
    for (const [name, text] of Object.entries(options.files ?? {})) await writeFile(join(folder, name), text);
    const whole: State = { step: this.#step, rows: this.#rows, reference: this.#reference };
    const state = options.optimizer === false ? weightsOf(whole) : whole;
    await writeFile(join(folder, "tabular.bin"), serialize(state));
  }

  async load(folder: string) {
    const state: State = deserialize(await readFile(join(folder, "tabular.bin")));
    this.#step = state.step;
    this.#rows = state.rows;
    this.#reference = state.reference;
    this.#gradient = new Map();
  }

  async close() {}

  #key(context: readonly number[]): string {
    return context.slice(-this.#memory).join(" ");
  }

  #row(key: string): Row {
    const zeros = () => new Array<number>(this.#vocabulary).fill(0);
    const row = this.#rows.get(key) ?? { logits: zeros(), first: zeros(), second: zeros() };
    this.#rows.set(key, row);
    return row;
  }

  #logSoftmax(key: string, weights: "current" | "reference" = "current"): number[] {
    const known = weights === "current" ? this.#rows.get(key)?.logits : this.#reference.get(key);
    const logits = known ?? new Array<number>(this.#vocabulary).fill(0);
    const highest = Math.max(...logits);
    const total = Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit - highest), 0)) + highest;
    return logits.map((logit) => logit - total);
  }
}

/** Without what only training needs. */
function weightsOf({ rows }: State): State {
  const zeros = (row: Row) => row.logits.map(() => 0);
  const bare = [...rows].map(([key, row]): [string, Row] => [
    key,
    { logits: row.logits, first: zeros(row), second: zeros(row) },
  ]);
  return { step: 0, rows: new Map(bare), reference: new Map() };
}

function draw(logp: readonly number[], temperature: number, random: Random): number {
  const weights = logp.map((value) => Math.exp(value / temperature));
  let left = random.float() * weights.reduce((sum, weight) => sum + weight, 0);
  const token = weights.findIndex((weight) => (left -= weight) <= 0);
  return token < 0 ? logp.length - 1 : token;
}
