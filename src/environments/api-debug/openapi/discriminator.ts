import type { JsonSchema } from "../operation.ts";
import { list, type RawObject, record, text } from "./document.ts";

/**
 * Branches of a `oneOf` or `anyOf`, each held to the values of the discriminator that choose it: JSON Schema has no such
 * keyword, and without it branches that differ by nothing else would all match.
 */
export function discriminate(owner: RawObject, keyword: string, branches: readonly JsonSchema[]): JsonSchema[] {
  const discriminator = record(owner, "discriminator");
  const property = text(discriminator, "propertyName");
  if (property === undefined || property === "__proto__") return [...branches];
  const mapping = Object.entries(record(discriminator, "mapping"));
  const raw = list(owner, keyword);
  return branches.map((branch, index) => {
    const reference = text(raw[index], "$ref");
    if (reference === undefined || branch.$ref !== undefined || !branch.properties) return branch;
    const name = reference.slice(reference.lastIndexOf("/") + 1);
    const mapped = mapping.filter(([, target]) => target === reference || target === name).map(([value]) => value);
    const values = mapped.length > 0 ? mapped : [name];
    return {
      ...branch,
      required: [...new Set([...(branch.required ?? []), property])],
      properties: { ...branch.properties, [property]: { type: "string", enum: values } },
    };
  });
}
