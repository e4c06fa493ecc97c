/** A whole training run of seconds, for tests: letters, learned by the tabular engine. */
import type { TrainSettings } from "../train.ts";
import { letters } from "./letters.ts";
import { TabularEngine } from "./tabular-engine.ts";

export const smallRun = {
  environment: letters,
  createEngine: async ({ vocabularySize }) => new TabularEngine({ vocabulary: vocabularySize }),
  vocabulary: 300,
  warmSteps: 16,
  warmRate: 0.5,
  warmBatch: 8,
  promptWeight: 0,
  steps: 30,
  groups: 8,
  groupSize: 8,
  learningRate: 0.3,
  maxTokens: 3,
  confirm: 6,
  evaluationTasks: 6,
  control: false,
} satisfies TrainSettings;
