import { describe, expect, it } from "vitest";
import { z } from "zod";
import { configSchema, flagOf, option, optionsOf, resolveOptions, shapeOf } from "./options.ts";

const table = {
  groupSize: option(z.int().min(1).default(8), "Episodes on one task"),
  levels: option(z.array(z.enum(["easy", "hard"])).optional(), "Which levels"),
  model: option(z.string(), "Who answers"),
  apiKey: option(z.string().optional(), "Key of the endpoint", { env: "TEST_KEY" }),
  seed: option(z.union([z.int(), z.literal("fresh")]).default(0), "First seed"),
  resume: option(z.boolean().default(false), "Go on"),
};
const resolve = (flags: object, more: { env?: Record<string, string>; config?: unknown } = {}) =>
  resolveOptions(table, {
    flags: { model: "oracle", ...flags },
    env: more.env ?? {},
    ...(more.config === undefined ? {} : { config: { file: "c.yaml", values: more.config } }),
  });

describe("resolveOptions", () => {
  it("reads numbers, lists, unions and switches from text", () => {
    expect(resolve({ groupSize: "4", levels: ["easy,hard"], seed: "fresh", resume: true })).toEqual({
      groupSize: 4,
      levels: ["easy", "hard"],
      model: "oracle",
      apiKey: undefined,
      seed: "fresh",
      resume: true,
    });
    expect(resolve({ levels: ["easy", "hard"], seed: "3" })).toMatchObject({ levels: ["easy", "hard"], seed: 3 });
    expect(resolve({ model: "7" }).model).toBe("7");
  });

  it("prefers flag, then environment, then file, then default", () => {
    const config = { groupSize: 2, apiKey: "file" };
    expect(resolve({}, { config, env: { TEST_KEY: "env" } })).toMatchObject({ groupSize: 2, apiKey: "env" });
    expect(resolve({ groupSize: "3", apiKey: "flag" }, { config, env: { TEST_KEY: "env" } })).toMatchObject({
      groupSize: 3,
      apiKey: "flag",
    });
    expect(resolve({}).groupSize).toBe(8);
  });

  it.each([
    [{ groupSize: "0" }, {}, "bad_option", /^--group-size: 0 does not fit/],
    [{ groupSize: "many" }, {}, "bad_option", /^--group-size: "many" does not fit/],
    [{ levels: ["easy,medium"] }, {}, "bad_option", /^--levels: "medium" does not fit/],
    [{ levels: ["", " , "] }, {}, "bad_option", /^--levels: it is given, but names nothing/],
    [{ model: undefined }, {}, "bad_option", /^--model is required/],
    [{}, { config: { groupSize: "x" } }, "bad_option", /"groupSize" in c\.yaml/],
    [{}, { config: { gruopSize: 1 } }, "bad_input_file", /no option "gruopSize"/],
    [{}, { config: [1] }, "bad_input_file", /one mapping/],
  ])("names what is wrong with %j %j", (flags, more, code, message) => {
    expect(() => resolve(flags, more)).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    );
  });
});

describe("the table", () => {
  it("tells the parser and the help what they need", () => {
    expect(flagOf("groupSize")).toBe("group-size");
    expect(shapeOf("levels", table.levels)).toMatchObject({
      kind: "list",
      default: undefined,
      required: false,
      choices: ["easy", "hard"],
    });
    expect(shapeOf("model", table.model)).toMatchObject({ kind: "value", required: true });
    expect(shapeOf("resume", table.resume)).toMatchObject({ kind: "switch", default: false, flag: "--resume" });
    expect(shapeOf("groupSize", table.groupSize).flag).toBe("--group-size <n>");
    const control = option(z.boolean().default(true), "Play it as well");
    expect(shapeOf("control", control)).toMatchObject({ flag: "--no-control", about: "Switch off: play it as well" });
  });

  it("gives the JSON Schema of a configuration file", () => {
    expect(configSchema(table)).toMatchObject({
      type: "object",
      additionalProperties: false,
      properties: { groupSize: { type: "integer", minimum: 1, default: 8, description: "Episodes on one task" } },
    });
  });

  it("can be made of a library's schema", () => {
    const rows = optionsOf(
      z.object({ steps: z.int().default(3).meta({ description: "How many", placeholder: "N" }), name: z.string() }),
    );
    expect(rows.steps).toMatchObject({ about: "How many", placeholder: "N" });
    expect(shapeOf("name", rows.name).required).toBe(true);
  });
});
