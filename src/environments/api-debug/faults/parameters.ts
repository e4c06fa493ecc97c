/** Parameters as places of faults: one text in the query, a header or the path. */
import { type Draft, header } from "../draft.ts";
import { matchPath } from "../openapi/wire.ts";
import type { Parameter } from "../operation.ts";
import { parameterPlace } from "../place.ts";
import type { FaultContext } from "./fault.ts";

export interface SentParameter<P> {
  parameter: P;
  text: string;
}

/** Parameters that a request sends. */
export function sentParameters<P extends Pick<Parameter, "name" | "in">>(
  operation: { path: string; parameters: readonly P[] },
  draft: Pick<Draft, "endpoint" | "query" | "headers">,
): SentParameter<P>[] {
  const path = matchPath(operation.path, draft.endpoint) ?? {};
  const sent: SentParameter<P>[] = [];
  for (const parameter of operation.parameters) {
    const text =
      parameter.in === "header"
        ? header(draft.headers, parameter.name)
        : (parameter.in === "path" ? path : draft.query)[parameter.name];
    if (text !== undefined) sent.push({ parameter, text });
  }
  return sent;
}

/** The edit that sends another text for a parameter. */
export function parameterEdit({ operation, reference }: FaultContext, parameter: Parameter, text: string) {
  const place = parameterPlace(parameter);
  if (parameter.in !== "path") return { place, to: text };
  const values = { ...(matchPath(operation.path, reference.endpoint) ?? {}), [parameter.name]: text };
  const endpoint = operation.path.replaceAll(/\{([^{}]*)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ""),
  );
  return { place, to: endpoint };
}
