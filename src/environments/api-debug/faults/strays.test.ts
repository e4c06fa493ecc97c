import { describe, expect, it } from "vitest";
import { Random } from "../../../core/random.ts";
import { catalogue } from "../catalogue/index.ts";
import { openApiDebug } from "../index.ts";
import { getAt } from "../pointer.ts";
import { Pool } from "../pool.ts";
import { drawStray, similar, straysOf } from "./strays.ts";

describe("strays", () => {
  const schema = {
    type: "object",
    properties: {
      city: { type: "string" },
      lines: { type: "array", items: { type: "object", properties: { amount: { type: "integer", minimum: 5 } } } },
    },
  };

  it("are members with plain values, from any depth", () => {
    expect(straysOf([schema]).map(({ name }) => name)).toEqual(["city", "amount"]);
  });

  it("are unlike what is known, and hold what they hold at home", () => {
    for (let seed = 0; seed < 50; seed++) {
      const drawn = drawStray(straysOf([schema]), ["City_name", "id"], new Random(seed));
      expect(drawn?.name).toBe("amount");
      expect(drawn?.value).toBeGreaterThanOrEqual(5);
    }
    expect(drawStray([], ["city"], new Random(1))?.name).toMatch(/./);
  });

  it("take one for a misspelling of the other", () => {
    expect([similar("due_at", "dueAt"), similar("name", "full_name"), similar("id", "identity")]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("are names that are right elsewhere, in requests and in answers", async () => {
    const { strays, leaks } = new Pool(catalogue());
    const names = {
      extra_unknown_field: new Set(strays.map(({ name }) => name)),
      extra_response_field: new Set(leaks.map(({ name }) => name)),
    };
    const environment = openApiDebug();
    const options = environment.options.parse({});
    let seen = 0;
    for (const level of ["easy", "response"]) {
      for (let seed = 0; seed < 150; seed++) {
        const { secret, public: shown } = await environment.generate({ level, seed, split: "train", options });
        for (const { label, place } of [...secret.faults, ...secret.issues]) {
          if (label !== "extra_unknown_field" && label !== "extra_response_field") continue;
          seen++;
          expect(names[label]).toContain(place.slice(place.lastIndexOf("/") + 1));
          if (level === "response") expect(getAt(JSON.parse(shown.response_body), place)).toBeDefined();
        }
      }
    }
    expect(seen).toBeGreaterThan(20);
  });
});
