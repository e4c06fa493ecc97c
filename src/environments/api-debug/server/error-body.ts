/** Error bodies in the words of seven families of providers, at three verbosities. */
import type { Json } from "../../../core/json.ts";
import { clip } from "../clip.ts";
import type { ErrorStyle } from "../operation.ts";
import type { Problem } from "./verdict.ts";

export const verbosities = ["field", "code", "status"] as const;
/** `field` names the place, `code` gives machine codes only, `status` leaves the body empty. */
export type Verbosity = (typeof verbosities)[number];

export const statusTexts: Readonly<Record<number, string>> = {
  200: "OK",
  201: "Created",
  202: "Accepted",
  204: "No Content",
  301: "Moved Permanently",
  308: "Permanent Redirect",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
};

/** RPC status names of the `google` family. */
const rpcStatuses: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  422: "INVALID_ARGUMENT",
  429: "RESOURCE_EXHAUSTED",
};

/** Most problems that an answer tells of, and the longest place and message, in characters: some 2 kB in all. */
const told = { problems: 5, text: 200 } as const;

function bounded(problems: readonly Problem[]): Problem[] {
  return problems.slice(0, told.problems).map((problem) => ({
    ...problem,
    place: clip(problem.place, told.text),
    message: clip(problem.message, told.text),
  }));
}

/** The body as a value; null for the `plain` family, whose body is `errorText`. Conforms to the family's schema. */
export function errorValue(style: ErrorStyle, status: number, all: readonly Problem[], named: boolean): Json {
  const problems = bounded(all);
  const first = problems[0];
  const code = first?.code ?? "error";
  const title = statusTexts[status] ?? "Error";
  const message = named ? problems.map((problem) => problem.message).join("; ") : code;
  switch (style) {
    case "problem": {
      const errors = problems.map(({ place, message: detail }) => ({ pointer: place, detail }));
      return { type: `urn:error:${code}`, title, status, detail: message, ...(named && { errors }) };
    }
    case "nested":
      return { error: { type: family(status), code, message, ...(named && first && { param: first.place }) } };
    case "google": {
      const details = problems.map(({ place, message: description }) => ({ field: place, description }));
      return {
        error: {
          code: status,
          status: rpcStatuses[status] ?? "FAILED_PRECONDITION",
          message,
          ...(named && { details }),
        },
      };
    }
    case "errors-list":
      return {
        message: title,
        errors: problems.map((problem) => ({
          ...(named && { field: problem.place }),
          code: problem.code,
          message: named ? problem.message : problem.code,
        })),
      };
    case "errors-map": {
      const errors: Record<string, string[]> = {};
      for (const problem of problems)
        (errors[named ? problem.place : "request"] ??= []).push(named ? problem.message : problem.code);
      return { title, status, errors };
    }
    case "flat":
      return { code, message, ...(named && first && { field: first.place }) };
    case "plain":
      return null;
  }
}

function family(status: number): string {
  return status === 401 || status === 403
    ? "authentication_error"
    : status === 429
      ? "rate_limit_error"
      : "invalid_request_error";
}

/** The body of a refused request as sent. */
export function errorText(
  style: ErrorStyle,
  status: number,
  problems: readonly Problem[],
  verbosity: Verbosity,
): string {
  if (verbosity === "status") return "";
  if (style !== "plain") return JSON.stringify(errorValue(style, status, problems, verbosity === "field"));
  return bounded(problems)
    .map(({ code, message, place }) => (verbosity === "field" ? `${place}: ${message}` : code))
    .join("\n");
}

export function errorMediaType(style: ErrorStyle): string {
  return style === "plain" ? "text/plain" : style === "problem" ? "application/problem+json" : "application/json";
}
