export interface Shape {
  name: string;
  vocabularySize: number;
  hiddenSize: number;
  layers: number;
  heads: number;
  intermediateSize: number;
  tieEmbeddings: boolean;
  prompts: number;
  completions: number;
  promptTokens: number;
  newTokens: number;
}

const batch = { prompts: 4, completions: 8, promptTokens: 370, newTokens: 64 };

export const shapes: Shape[] = [
  {
    name: "small",
    vocabularySize: 1024,
    hiddenSize: 128,
    layers: 4,
    heads: 4,
    intermediateSize: 512,
    tieEmbeddings: true,
    ...batch,
  },
  {
    name: "large",
    vocabularySize: 4096,
    hiddenSize: 256,
    layers: 6,
    heads: 8,
    intermediateSize: 1024,
    tieEmbeddings: false,
    ...batch,
  },
];

export interface Measured {
  parameters: number;
  /** Median. */
  secondsPerStep: number;
  seconds: number[];
  /** Median processor time of all threads: what counts on a machine that is busy with other things. */
  processorSecondsPerStep: number;
  peakMiB: number;
}
