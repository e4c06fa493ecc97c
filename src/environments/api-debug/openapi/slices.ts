/** What of a document is shown with its tasks. */
import type { Parameter, RequestBody, ResponseShape, SecurityScheme } from "../operation.ts";

/** JSON text of what a reader needs to write a request. */
export function requestSlice(
  summary: string,
  method: string,
  path: string,
  parameters: readonly Parameter[],
  body: RequestBody | null,
  security: SecurityScheme | null,
): string {
  return JSON.stringify({
    summary,
    method: method.toUpperCase(),
    path,
    ...(security && { security }),
    ...(parameters.length > 0 && {
      parameters: parameters.map(({ name, in: place, required, schema, explode }) => ({
        name,
        in: place,
        required,
        schema,
        // Whether an array is written with commas or by repeating the name.
        ...([schema.type].flat().includes("array") && { explode }),
      })),
    }),
    ...(body && {
      requestBody: {
        required: body.required,
        content: Object.fromEntries(
          body.mediaTypes.map((mediaType) => [mediaType, mediaType === body.mediaType ? { schema: body.schema } : {}]),
        ),
      },
    }),
  });
}

/** JSON text of what a reader needs to judge an answer. */
export function responseSlice(responses: readonly ResponseShape[]): string {
  return JSON.stringify(
    Object.fromEntries(
      responses.map(({ status, mediaType, schema }) => [
        status,
        { ...(mediaType && { mediaType }), ...(schema && { schema }) },
      ]),
    ),
  );
}
