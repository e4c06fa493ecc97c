/**
 * code-debug: Python functions with bugs, graded by hidden tests in a sandbox.
 *
 * Read in this order: levels, library, generate, answers/source and parse, grade/judge and grade/reward, episode, render,
 * policies.
 */
import { renderBy } from "../../core/authoring.ts";
import { defineEnvironment, type Environment } from "../../core/environment.ts";
import { eventually } from "../../core/eventually.ts";
import { type Action, actionSchema } from "./action.ts";
import { startEpisode } from "./episode.ts";
import { Generator } from "./generate.ts";
import { seedRewardOf, settle } from "./grade/reward.ts";
import { levels } from "./levels.ts";
import type { Library } from "./library.ts";
import { type Observation, observationSchema } from "./observation.ts";
import { type Options, optionsSchema } from "./options.ts";
import { format, parse } from "./parse.ts";
import { policies } from "./policies/index.ts";
import { compactFeedback, compactTask } from "./render/compact.ts";
import { fullFeedback, fullTask } from "./render/full.ts";
import type { CodeDebugTask } from "./task.ts";

export interface CodeDebugSettings {
  /** What tasks are made from, instead of the built-in corpus: `certifyDataset` makes one of a dataset. */
  library?: Library;
}

export type CodeDebug = Environment<Action, Observation, CodeDebugTask, Options>;

const me = { name: "code-debug", version: "1.0.0" };

/** The environment over the built-in corpus, which is loaded with the first task, or over a library of the user's. */
export function openCodeDebug(settings: CodeDebugSettings = {}): CodeDebug {
  let generator: Generator | Promise<Generator> | undefined;
  const ready = (): Generator | Promise<Generator> => {
    if (settings.library) generator ??= new Generator(me, settings.library);
    generator ??= import("./built-in.ts").then(
      ({ builtInLibrary }) => (generator = new Generator(me, builtInLibrary())),
    );
    return generator;
  };
  const environment = defineEnvironment<Action, Observation, CodeDebugTask, Options>({
    ...me,
    description: "Find and repair bugs in Python functions.",
    levels,
    splitBy: "functions",
    options: optionsSchema,
    needs: ["sandbox"],
    generate(request) {
      environment.level(request.level);
      return eventually(ready(), (made) => made.generate(request));
    },
    async taskCount(request) {
      return (await ready()).count(request);
    },
    start: startEpisode,
    settle,
    externalScore: seedRewardOf,
    roles: {
      agent: {
        action: actionSchema,
        observation: observationSchema,
        render: renderBy<Observation>({ fullTask, fullFeedback, compactTask, compactFeedback }),
        parse,
        format,
        policies,
      },
    },
  });
  return environment;
}
