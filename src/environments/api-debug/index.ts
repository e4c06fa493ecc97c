/**
 * api-debug: broken API requests and answers, generated from OpenAPI documents, graded by a simulated server.
 *
 * Read in this order: levels and vocabulary, task, generate (world, faults, certify), server/receive, episode and grade,
 * render, policies.
 */
import { renderBy } from "../../core/authoring.ts";
import { defineEnvironment, type Environment } from "../../core/environment.ts";
import { FettleError } from "../../core/errors.ts";
import { eventually } from "../../core/eventually.ts";
import { contentHash } from "../../core/json.ts";
import type { Split } from "../../core/splits.ts";
import { type Action, actionSchema } from "./action.ts";
import { startEpisode } from "./episode.ts";
import { generateRequestTask } from "./generate.ts";
import type { Identity } from "./identity.ts";
import { levels } from "./levels.ts";
import { type Observation, observationSchema } from "./observation.ts";
import type { LoadedDocuments } from "./openapi/load.ts";
import type { Operation } from "./operation.ts";
import { type Options, optionsSchema } from "./options.ts";
import { policies } from "./policies/index.ts";
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
  const environment = defineEnvironment<Action, Observation, ApiDebugTask, Options>({
    ...me,
    splitBy: "operations",
    description: "Find and repair what is wrong with a call to an HTTP API, or with its answer.",
    levels,
    options: optionsSchema,
    generate(request) {
      environment.level(request.level);
      const generate = request.level === "response" ? generateResponseTask : generateRequestTask;
      return eventually(loaded(), ({ identity, pools }) => generate(identity, pools[request.split], request));
    },
    start(task, context) {
      return eventually(loaded(), ({ byId }) => startEpisode(operationOf(byId, task), task, context));
    },
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

interface Library {
  identity: Identity;
  pools: Readonly<Record<Split, Pool>>;
  byId: ReadonlyMap<string, Operation>;
}

async function loadLibrary({ documents }: ApiDebugSettings): Promise<Library> {
  const { splitOf, splitByProvider } = await import("./catalogue/splits.ts");
  if (documents) {
    const { operations, hash } = await readDocuments(documents);
    const splits = splitByProvider(operations);
    return library(operations, (split) => splits[split], hash);
  }
  const { catalogue } = await import("./catalogue/index.ts");
  return library(catalogue(), (split) => catalogue().filter((operation) => splitOf(operation) === split), "");
}

function library(
  operations: readonly Operation[],
  of: (split: Split) => readonly Operation[],
  documents: string,
): Library {
  return {
    identity: { ...me, documents },
    pools: { train: new Pool(of("train")), validation: new Pool(of("validation")), test: new Pool(of("test")) },
    byId: new Map(operations.map((operation) => [operation.id, operation])),
  };
}

/** Operations of OpenAPI files and folders. Throws FettleError `bad_input_file` for one without any usable operation. */
export async function readDocuments(paths: readonly string[]): Promise<LoadedDocuments> {
  const { loadDocuments } = await import("./openapi/load.ts");
  const ids = new Set<string>();
  const loaded = paths.map((path) => loadDocuments(path, ids));
  return {
    documents: loaded.flatMap(({ documents }) => documents),
    rejected: loaded.flatMap(({ rejected }) => rejected),
    operations: loaded.flatMap(({ operations }) => operations),
    skipped: loaded.flatMap(({ skipped }) => skipped),
    hash: contentHash(loaded.map(({ hash }) => hash)),
  };
}

function operationOf(byId: ReadonlyMap<string, Operation>, { secret }: ApiDebugTask): Operation {
  const operation = byId.get(secret.operation);
  if (operation) return operation;
  throw new FettleError("no_task", `The task is about operation "${secret.operation}", which is not loaded.`, {
    hint: "Open the environment over the documents the task was made from.",
  });
}
