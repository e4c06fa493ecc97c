/** Environments of the user's own, whose errors are theirs and not ours. */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { AnyEnvironment, Episode, StartContext, Task } from "../core/environment.ts";
import { describeError, FettleError } from "../core/errors.ts";
import { eventually } from "../core/eventually.ts";

/**
 * The environment of a file, answerable for what its functions throw: `environment_failed`, with the function, the message
 * and, where the stack has it, the place in the file. A FettleError passes as it is, and so does the end of an aborted wait.
 */
export function answerable(environment: AnyEnvironment, file: string): AnyEnvironment {
  const guard: Guard = (owner, names) => {
    const methods = names.flatMap((name) => {
      const method: unknown = Reflect.get(owner, name);
      return typeof method === "function" ? [[name, guarded(method.bind(owner), name, file)]] : [];
    });
    return Object.fromEntries(methods);
  };
  const begin = guarded(environment.start.bind(environment), "start", file);
  return {
    ...environment,
    ...guard(environment, ["generate", "taskCount", "settle", "externalScore"]),
    start(task: Task, context: StartContext) {
      return eventually(begin(task, context), (episode) => guardedEpisode(episode, guard));
    },
    roles: mapped(environment.roles, (role) => ({
      ...role,
      ...guard(role, ["render", "parse", "format"]),
      policies: mapped(role.policies, (policy) => ({ ...policy, ...guard(policy, ["respond"]) })),
    })),
  };
}

/** Methods of an object by name, those it has, each answerable for what it throws. */
type Guard = (owner: object, names: readonly string[]) => object;

function guardedEpisode<Action, Observation>(
  episode: Episode<Action, Observation>,
  guard: Guard,
): Episode<Action, Observation> {
  return { ...episode, ...guard(episode, ["turn", "step", "outcome", "state", "close"]) };
}

// biome-ignore lint/suspicious/noExplicitAny: functions of an environment whose types are not known here
function guarded<F extends (...given: any[]) => any>(run: F, name: string, file: string) {
  const fail = (error: unknown): never => {
    throw blamed(error, name, file);
  };
  return (...given: Parameters<F>): ReturnType<F> => {
    try {
      const result = run(...given);
      return result instanceof Promise ? (result.catch(fail) as ReturnType<F>) : result;
    } catch (error) {
      return fail(error);
    }
  };
}

function blamed(error: unknown, name: string, file: string): unknown {
  if (FettleError.isInstance(error) || (error instanceof Error && error.name === "AbortError")) return error;
  const message = `${file}${placeOf(error, file)}: ${name} threw ${describeError(error)}`;
  return new FettleError("environment_failed", message, {
    hint: "The error is in that environment; --debug shows the stack.",
    cause: error,
  });
}

/** `, line 3, column 7`: the innermost place in the file, as far as the stack has one. */
function placeOf(error: unknown, file: string): string {
  const path = resolve(file);
  const names = [path, pathToFileURL(path).href];
  const frames = (error instanceof Error && error.stack?.split("\n")) || [];
  const frame = frames.find((line) => /^\s+at /.test(line) && names.some((name) => line.includes(name)));
  const [, line, column] = /:(\d+):(\d+)\)?$/.exec(frame ?? "") ?? [];
  return line === undefined ? "" : `, line ${line}, column ${column}`;
}

function mapped<Value>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}
