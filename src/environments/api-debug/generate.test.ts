import { beforeAll, describe, expect, it } from "vitest";
import { contentHash } from "../../core/json.ts";
import { Random } from "../../core/random.ts";
import { catalogue } from "./catalogue/index.ts";
import { splitOf } from "./catalogue/splits.ts";
import { objection } from "./certify.ts";
import { withEdit } from "./draft.ts";
import { openApiDebug } from "./index.ts";
import { levelNames } from "./levels.ts";
import { observationSchema } from "./observation.ts";
import { optionsSchema } from "./options.ts";
import { authPlace, placeKind } from "./place.ts";
import { getAt } from "./pointer.ts";
import { departures } from "./responses/conformance.ts";
import { receiveDraft } from "./server/receive.ts";
import type { ApiDebugTask } from "./task.ts";
import { faultLabels, responseIssues } from "./vocabulary.ts";

const environment = openApiDebug();
const repairs = ["medium", "headers", "hard"];
const operations = new Map(catalogue().map((operation) => [operation.id, operation]));

function operationOf({ secret }: ApiDebugTask) {
  const operation = operations.get(secret.operation);
  if (!operation) throw new Error(`no operation ${secret.operation}`);
  return operation;
}

async function tasks(level: string, count: number, options: object = {}): Promise<ApiDebugTask[]> {
  const parsed = optionsSchema.parse(options);
  return Promise.all(
    Array.from({ length: count }, (_, seed) => environment.generate({ level, seed, split: "train", options: parsed })),
  );
}

describe.each(["easy", "classify", "medium", "headers", "hard"])("tasks of %s", (level) => {
  let drawn: ApiDebugTask[];
  beforeAll(async () => {
    drawn = await tasks(level, 400);
  });

  it("have a reference that passes, and faults that each show at one station and place, with one label", () => {
    for (const task of drawn) {
      const { world, reference, faults } = task.secret;
      expect(receiveDraft(operationOf(task), world, reference), task.structure).toBeNull();
      expect(objection(operationOf(task), world, reference, faults), task.structure).toBeNull();
    }
  });

  it("show every value a fault destroys, and the answer where only that can tell", () => {
    for (const { public: shown, secret } of drawn) {
      for (const { label, place, needsAnswer } of secret.faults) {
        if (repairs.includes(level) && placeKind(place) === "body" && label !== "extra_unknown_field") {
          const value = getAt(secret.reference.body, place) ?? null;
          for (const leaf of leavesOf(value)) expect(shown.intent).toContain(JSON.stringify(leaf));
        }
        if (label === "malformed_json_value") expect(getAt(secret.reference.body, place)).not.toBeNull();
        if (needsAnswer) expect(shown.response_status_code).toBeGreaterThan(0);
      }
    }
  });

  it("own exactly one credential that works", () => {
    for (const task of drawn) {
      const operation = operationOf(task);
      const { world, reference } = task.secret;
      const place = authPlace(operation);
      if (place === null) continue;
      const works = world.credentials.filter(
        ({ value }) => receiveDraft(operation, world, withEdit(reference, { place, to: value })) === null,
      );
      expect(works.length, task.structure).toBe(1);
      expect(world.credentials.length).toBeGreaterThanOrEqual(8);
    }
  });

  it("come from the operations of their split", async () => {
    for (const split of ["train", "validation", "test"] as const) {
      const task = await environment.generate({ level, seed: 1, split, options: optionsSchema.parse({}) });
      expect(splitOf({ id: task.secret.operation })).toBe(split);
    }
  });
});

function leavesOf(value: unknown): unknown[] {
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leavesOf) : [value];
}

describe("tasks of response", () => {
  it("show an answer with exactly the issues they claim", async () => {
    for (const task of await tasks("response", 400)) {
      const { response_body: body, response_headers: headers, response_status_code: status } = task.public;
      const { issues, rightStatus } = task.secret;
      const found = departures(operationOf(task), {
        response: { body, headers, status },
        rightStatus,
        isError: rightStatus >= 400,
      });
      const names = (list: readonly { label: unknown; place: string }[]) =>
        list.map(({ label, place }) => `${label} ${place}`).sort();
      expect(names(found), task.structure).toEqual(names(issues));
    }
  });
});

describe("all tasks", () => {
  it("draw every label", async () => {
    const seen = new Set((await tasks("easy", 400)).flatMap(({ labels }) => labels));
    expect([...seen].sort()).toEqual([...faultLabels].sort());
    expect(new Set((await tasks("response", 200)).flatMap(({ labels }) => labels))).toEqual(new Set(responseIssues));
  });

  it.each(levelNames)("tell nothing of the truth (%s)", async (level) => {
    for (const task of await tasks(level, 100)) {
      expect(observationSchema.parse(task.public)).toEqual(task.public);
      const episode = await environment.start(task, { services: {}, signal: new AbortController().signal });
      const told = JSON.stringify([task.public, episode.state()]);
      for (const label of [...faultLabels, ...responseIssues, task.key, task.hash]) expect(told).not.toContain(label);
      expect(Object.values(task.public)).not.toContain(null);
    }
  });

  it.each(levelNames)("are distinct and the same every time (%s)", async (level) => {
    const [once, again] = [await tasks(level, 200), await tasks(level, 200)];
    expect(again).toEqual(once);
    expect(new Set(once.map(({ hash }) => hash)).size).toBeGreaterThanOrEqual(198);
    expect(new Set(once.map(({ key }) => key)).size).toBe(200);
    expect(JSON.parse(JSON.stringify(once[0]))).toEqual(once[0]);
  });

  it("depend on nothing but their request", async () => {
    const order = new Random("order").shuffle(Array.from({ length: 50 }, (_, seed) => seed));
    const other = openApiDebug();
    const options = optionsSchema.parse({});
    const shuffled = new Map<number, ApiDebugTask>();
    for (const seed of order)
      shuffled.set(seed, await other.generate({ level: "hard", seed, split: "train", options }));
    for (const [seed, task] of (await tasks("hard", 50)).entries()) expect(shuffled.get(seed)).toEqual(task);
  });

  it("have keys that tell options apart", async () => {
    const request = { level: "easy", seed: 7, split: "train" } as const;
    const settings = [{}, { verbosity: "code" }, { actions: "original" }].map((options) =>
      optionsSchema.parse(options),
    );
    const keys = await Promise.all(
      settings.map(async (options) => (await environment.generate({ ...request, options })).key),
    );
    expect(new Set(keys).size).toBe(3);
  });

  it("are drawn for the eight fields of the original where that is asked for", async () => {
    for (const level of levelNames) {
      for (const task of await tasks(level, 60, { actions: "original" })) {
        for (const { place } of task.secret.faults) expect(["body", "header"]).toContain(placeKind(place));
        const spec = JSON.parse(task.public.api_spec);
        expect(spec).toMatchObject({ intent: task.public.intent, credentials: task.public.credentials });
      }
    }
  });

  it("change only with the version of the environment", async () => {
    const made: Record<string, string> = {};
    for (const level of levelNames) made[level] = contentHash(await tasks(level, 20));
    expect(made).toMatchInlineSnapshot(`
      {
        "classify": "ef2d1a8a7f8bed5e36db8d6cc3fb3808",
        "easy": "0fa6831f84e746b65722e573b46ed7a9",
        "hard": "a428a858d744bbe2e2f61161ed3623d0",
        "headers": "c43944dd3f3d38890d0acc46ca801d47",
        "medium": "bc316ea9185795cd67dc93e099ae38d7",
        "response": "35f13b2241ebc9828a38f45e10a5cc6d",
      }
    `);
  });
});
