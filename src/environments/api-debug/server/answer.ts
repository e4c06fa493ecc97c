import type { Json } from "../../../core/json.ts";
import type { ApiResponse, Operation } from "../operation.ts";
import type { World } from "../world.ts";
import { errorMediaType, errorText, type Verbosity } from "./error-body.ts";
import type { Verdict } from "./verdict.ts";

/**
 * The HTTP answer to a request. `created` is the body of a success (null: none). A world with a wrong status shows it in
 * place of the right one; the rest of the answer stays.
 */
export function answer(
  operation: Operation,
  world: World,
  verdict: Verdict,
  verbosity: Verbosity,
  created: Json | null = null,
): ApiResponse {
  const response = verdict ? refusal(operation, verdict, verbosity) : success(operation, created);
  return world.wrongStatus === null ? response : { ...response, status: world.wrongStatus };
}

function success(operation: Operation, created: Json | null): ApiResponse {
  const { status, mediaType } = operation.success;
  if (created === null) return { status, headers: {}, body: "" };
  return {
    status,
    headers: { "Content-Type": mediaType || "application/json" },
    body: JSON.stringify(created, null, 2),
  };
}

function refusal(operation: Operation, verdict: NonNullable<Verdict>, verbosity: Verbosity): ApiResponse {
  const { status, problems } = verdict;
  const headers = { ...verdict.headers };
  const challenge = headers["WWW-Authenticate"];
  // RFC 6750, 3: a request with a rejected token is told why, one without a credential is not.
  if (challenge?.startsWith("Bearer") && verbosity !== "status" && problems[0]?.code !== "unauthenticated") {
    const description = verbosity === "field" ? `, error_description="${problems[0]?.message}"` : "";
    headers["WWW-Authenticate"] = `${challenge}, error="invalid_token"${description}`;
  }
  if (status === 308 || verbosity === "status") return { status, headers, body: "" };
  headers["Content-Type"] = errorMediaType(operation.errorStyle);
  return { status, headers, body: errorText(operation.errorStyle, status, problems, verbosity) };
}
