/**
 * api-debug: broken API requests and answers, generated from OpenAPI documents, graded by a simulated server.
 *
 * Read in this order: levels and vocabulary, task, generate (world, faults, certify), server/receive, episode and grade,
 * render, policies.
 */
import { defineEnvironment, type Environment, type Split } from "../../core/environment.ts";
import { FettleError } from "../../core/errors.ts";
import { type Action, actionSchema } from "./action.ts";
import { startEpisode } from "./episode.ts";
import { generateRequestTask } from "./generate.ts";
import { levels } from "./levels.ts";
import { type Observation, observationSchema } from "./observation.ts";
import type { Operation } from "./operation.ts";
import { type Options, optionsSchema } from "./options.ts";
import { noop, oracle, random } from "./policies/oracle.ts";
import { Pool } from "./pool.ts";
import { compactFeedback, compactTask } from "./render/compact.ts";
import { format } from "./render/format.ts";
import { fullFeedback, fullTask } from "./render/full.ts";
import { parse } from "./render/parse.ts";
import { generateResponseTask } from "./responses/generate.ts";
import type { ApiDebugTask } from "./task.ts";

export interface ApiDebugSettings {
  /** OpenAPI files or folders to use instead of the built-in catalogue. */
  documents?: readonly string[];
}

export type ApiDebug = Environment<Action, Observation, ApiDebugTask, Options>;

const me = { name: "api-debug", version: "1.0.0" };

/** The environment over the built-in catalogue, or over documents of the user's. Reading them is left to the first task. */
export function openApiDebug(settings: ApiDebugSettings = {}): ApiDebug {
  let library: Library | Promise<Library> | undefined;
  const loaded = (): Library | Promise<Library> => {
    library ??= loadLibrary(settings).then((done) => (library = done));
    return library;
  };
  return defineEnvironment<Action, Observation, ApiDebugTask, Options>({
    ...me,
    description: "Find and repair what is wrong with a call to an HTTP API, or with its answer.",
    levels,
    options: optionsSchema,
    generate(request) {
      const ready = loaded();
      const generate = request.level === "response" ? generateResponseTask : generateRequestTask;
      const make = ({ pools }: Library) => generate(me, pools[request.split], request);
      return ready instanceof Promise ? ready.then(make) : make(ready);
    },
    start(task, context) {
      const ready = loaded();
      const begin = ({ byId }: Library) => startEpisode(operationOf(byId, task), task, context);
      return ready instanceof Promise ? ready.then(begin) : begin(ready);
    },
    roles: {
      agent: {
        action: actionSchema,
        observation: observationSchema,
        render(observation, { turn, form }) {
          if (form === "compact") {
            const content = turn === 0 ? compactTask(observation) : compactFeedback(observation);
            return [{ role: "user", content }];
          }
          return turn === 0 ? fullTask(observation) : [{ role: "user", content: fullFeedback(observation) }];
        },
        parse,
        format,
        policies: { oracle, noop, random },
      },
    },
  });
}

interface Library {
  pools: Readonly<Record<Split, Pool>>;
  byId: ReadonlyMap<string, Operation>;
}

async function loadLibrary({ documents }: ApiDebugSettings): Promise<Library> {
  if (documents) throw new FettleError("bad_option", "documents are not read yet");
  const [{ catalogue }, { splitOf }] = await Promise.all([
    import("./catalogue/index.ts"),
    import("./catalogue/splits.ts"),
  ]);
  const operations = catalogue();
  const of = (split: Split) => new Pool(operations.filter((operation) => splitOf(operation) === split));
  return {
    pools: { train: of("train"), validation: of("validation"), test: of("test") },
    byId: new Map(operations.map((operation) => [operation.id, operation])),
  };
}

function operationOf(byId: ReadonlyMap<string, Operation>, { secret }: ApiDebugTask): Operation {
  const operation = byId.get(secret.operation);
  if (operation) return operation;
  throw new FettleError("no_task", `The task is about operation "${secret.operation}", which is not loaded.`, {
    hint: "Open the environment over the documents the task was made from.",
  });
}
