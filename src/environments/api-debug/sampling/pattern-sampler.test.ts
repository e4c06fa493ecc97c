import { expect, test } from "vitest";
import { Random } from "../../../core/random.ts";
import { linearPattern } from "../openapi/pattern.ts";
import { patternSampler } from "./pattern-sampler.ts";

test.each([
  "^cus_[0-9a-f]{8}$",
  "^\\+[1-9]\\d{7,13}$",
  "^[A-Z]{2}(-[A-Z0-9]{1,3})?$",
  "^(sku|item)-\\w+$",
  "^[^\\s@]+@[a-z]+\\.(com|org)$",
  "^a{3}b*c+d?e{2,}$",
  "[a-z]+",
  "^(?:[01]?[0-9]|2[0-3]):[0-5][0-9]$",
  "^[\\w.-]+/[\\w.-]+$",
  "^\\$\\{[A-Z_]+\\}$",
  "^x|y$",
])("draws texts that match %s", (source) => {
  const draw = patternSampler(source);
  const pattern = linearPattern(source);
  const random = new Random(source);
  const texts = Array.from({ length: 100 }, () => draw?.(random) ?? "");
  expect(texts.filter((text) => !pattern.test(text))).toEqual([]);
  expect(new Set(texts).size).toBeGreaterThan(1);
});

test.each(["(?=a)b", "(a)\\1", "\\bword\\b", "a^b", "(", "[a-", "a{5000}", "\\p{L}", "[]a"])(
  "declines %s",
  (source) => {
    expect(patternSampler(source)).toBeNull();
  },
);
