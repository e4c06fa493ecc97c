/** The specification of an observation, read back: rendering sees nothing but the observation. */

import type { Observation } from "../observation.ts";
import type { JsonSchema } from "../operation.ts";

export interface Specification {
  method: string;
  path: string;
  security: { type: string; name?: string; in?: string; scopes?: string[] } | null;
  parameters: { name: string; in: "path" | "query" | "header"; required: boolean; schema: JsonSchema }[];
  body: { mediaType: string; mediaTypes: string[]; schema: JsonSchema } | null;
  /** Declared answers by status. */
  responses: Record<string, { mediaType?: string; schema?: JsonSchema }>;
  errorFormat: { mediaType: string; schema?: JsonSchema } | null;
}

const remembered = new Map<string, Specification>();
const mostRemembered = 500;

/** Parsed once for each text. */
export function readSpecification({ specification }: Observation): Specification {
  let known = remembered.get(specification);
  if (!known) {
    if (remembered.size >= mostRemembered) remembered.clear();
    remembered.set(specification, (known = parse(specification)));
  }
  return known;
}

function parse(text: string): Specification {
  const raw = JSON.parse(text);
  const content: Record<string, { schema?: JsonSchema }> = raw.requestBody?.content ?? {};
  const [mediaType, media] = Object.entries(content).find(([, { schema }]) => schema) ?? [];
  return {
    method: raw.method,
    path: raw.path,
    security: raw.security ?? null,
    parameters: raw.parameters ?? [],
    body: mediaType && media?.schema ? { mediaType, mediaTypes: Object.keys(content), schema: media.schema } : null,
    responses: raw.responses ?? {},
    errorFormat: raw.errorFormat ?? null,
  };
}
