import { FettleError } from "../../../core/errors.ts";
import type { Json } from "../../../core/json.ts";
import type { Random } from "../../../core/random.ts";
import type { ApiResponse, Operation } from "../operation.ts";
import { isRecord } from "../pointer.ts";
import { type SampledRequest, sampleValue } from "./request.ts";
import { drawScene } from "./scene.ts";

export interface SampledResponse {
  response: ApiResponse;
  /** undefined: the answer has no body. */
  body: Json | undefined;
}

/**
 * A valid success answer to a request: members of the answer that carry the name of something sent repeat its value where
 * it fits. Throws FettleError `no_task` when none can be drawn.
 */
export function sampleResponse(
  operation: Operation,
  random: Random,
  sampled?: Pick<SampledRequest, "values" | "scene">,
): SampledResponse {
  const { status, mediaType, schema, validate } = operation.success;
  if (mediaType === "") return { response: { status, headers: {}, body: "" }, body: undefined };
  if (!schema || !validate) throw new FettleError("no_task", `${operation.id} declares no answer that can be drawn.`);
  const scene = sampled?.scene ?? drawScene(random);
  let body = sampleValue(schema, random, { scene, validate, what: `answer of ${operation.id}` });
  if (sampled && isRecord(body)) {
    const echoed = echo(body, sampled.values);
    if (validate(echoed).length === 0) body = echoed;
  }
  return { response: { status, headers: { "Content-Type": mediaType }, body: JSON.stringify(body, null, 2) }, body };
}

type Members = { [key: string]: Json };

function echo(body: Members, { path, query, body: sent }: SampledRequest["values"]): Json {
  const given: Members = { ...query, ...path, ...(isRecord(sent) && sent) };
  const [id] = Object.values(path).slice(-1);
  const repeated = Object.entries(body).map(([name, value]): [string, Json] => {
    if (Object.hasOwn(given, name)) return [name, given[name] ?? null];
    return [name, name === "id" && id !== undefined ? id : value];
  });
  return Object.fromEntries(repeated);
}
