import { z } from "zod";
import type { AnyEnvironment, Services, Task, TaskRequest } from "../../core/environment.ts";
import { CurriculumTable } from "./curricula.ts";
import type { ServedEpisode } from "./record.ts";

/** Tasks kept so that the sessions of a group do not generate the same one again. */
const keptTasks = 512;

/** An environment with all that its sessions share: schemas, curricula, recent tasks. */
export interface Door {
  environment: AnyEnvironment;
  services: Services;
  levelNames: string[];
  /** Played when a reset names no task. */
  defaultLevel: string;
  /** Keys of a reset that belong to the environment's options. */
  optionKeys: ReadonlySet<string>;
  /** What the tool `submit` takes: an action without the wire's own fields. */
  toolSchema: object;
  /** Whether a step may be `{completion}`: always, unless an action has a field of that name. */
  takesCompletions: boolean;
  schemas: { action: object; observation: object; reset_observation: object; state: object };
  curricula: CurriculumTable;
  /** Called once per episode when it ends. */
  onEpisode: ((episode: ServedEpisode) => void) | undefined;
  /** The task of a request; the sessions of a group share it. */
  task(request: TaskRequest): Promise<Task>;
}

export function openDoor(
  environment: AnyEnvironment,
  options: { services?: Services; onEpisode?: (episode: ServedEpisode) => void } = {},
): Door {
  const levelNames = environment.levels.map((level) => level.name);
  const roles = Object.values(environment.roles);
  const tasks = new Map<string, Promise<Task>>();
  return {
    environment,
    services: options.services ?? {},
    levelNames,
    defaultLevel: levelNames[0] ?? "",
    optionKeys: new Set(Object.keys(properties(inputSchema(environment.options)))),
    toolSchema: anyOf(roles.map((role) => inputSchema(role.action))),
    takesCompletions: !roles.some((role) => "completion" in properties(inputSchema(role.action))),
    schemas: schemasOf(environment),
    curricula: new CurriculumTable(environment.levels),
    onEpisode: options.onEpisode,
    task(request) {
      const { level, seed, split } = request;
      const name = `${level} ${split} ${seed} ${JSON.stringify(request.options)}`;
      const known = tasks.get(name);
      if (known) return known;
      const made = (async () => await environment.generate(request))();
      made.catch(() => tasks.delete(name));
      tasks.set(name, made);
      const [oldest] = tasks.size > keptTasks ? tasks.keys() : [];
      if (oldest !== undefined) tasks.delete(oldest);
      return made;
    },
  };
}

const wireFields = {
  done: { type: "boolean", default: false },
  reward: { anyOf: [{ type: "number" }, { type: "null" }], default: null },
  metadata: { type: "object", additionalProperties: true, default: {} },
};

function schemasOf(environment: AnyEnvironment): Door["schemas"] {
  const roles = Object.values(environment.roles);
  const action = anyOf(
    roles.map((role) => withProperties(inputSchema(role.action), { metadata: wireFields.metadata })),
  );
  const observation = anyOf(
    roles.map((role) => withProperties(z.toJSONSchema(role.observation, { unrepresentable: "any" }), wireFields)),
  );
  const state = {
    type: "object",
    properties: {
      episode_id: { anyOf: [{ type: "string" }, { type: "null" }], default: null },
      step_count: { type: "integer", minimum: 0, default: 0 },
    },
    additionalProperties: true,
  };
  return { action, observation, reset_observation: observation, state };
}

/** With several roles an answer may be that of any; the session knows whose turn it is. */
function anyOf(schemas: Record<string, unknown>[]): Record<string, unknown> {
  return schemas.length === 1 && schemas[0] ? schemas[0] : { type: "object", anyOf: schemas };
}

function inputSchema(schema: z.ZodType): Record<string, unknown> {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
}

function properties(schema: Record<string, unknown>): Record<string, unknown> {
  const { properties: found } = schema;
  return typeof found === "object" && found !== null ? { ...found } : {};
}

/** OpenEnv's base models carry fields of their own; the environment's fields of the same name win. */
function withProperties(schema: Record<string, unknown>, extra: Record<string, unknown>): Record<string, unknown> {
  return { ...schema, properties: { ...extra, ...properties(schema) } };
}
