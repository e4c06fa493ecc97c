import type { SecurityScheme } from "../operation.ts";
import { isObject, list, type RawObject, record, text, Unsupported } from "./document.ts";
import type { References } from "./references.ts";

/**
 * The credentials of an operation: the first alternative that is one supported scheme; null when none is needed. Throws
 * Unsupported when every alternative needs something else (cookies, client certificates, two schemes at once).
 */
export function securityOf(operation: RawObject, document: RawObject, references: References): SecurityScheme | null {
  const alternatives = Object.hasOwn(operation, "security") ? list(operation, "security") : list(document, "security");
  if (alternatives.length === 0 || alternatives.some((needs) => isObject(needs) && Object.keys(needs).length === 0))
    return null;
  const schemes = record(record(document, "components"), "securitySchemes");
  for (const needs of alternatives) {
    if (!isObject(needs)) continue;
    const [name, ...others] = Object.keys(needs);
    if (name === undefined || others.length > 0 || !Object.hasOwn(schemes, name)) continue;
    const scopes = list(needs, name).filter((scope) => typeof scope === "string");
    const scheme = supported(references.follow(schemes[name], "").value, scopes);
    if (scheme) return scheme;
  }
  throw new Unsupported("its authentication is none of bearer, basic and API key in header or query");
}

function supported(scheme: unknown, scopes: string[]): SecurityScheme | null {
  switch (text(scheme, "type")) {
    case "oauth2":
    case "openIdConnect":
      return { type: "bearer", scopes };
    case "http": {
      const kind = text(scheme, "scheme")?.toLowerCase();
      if (kind === "bearer") return { type: "bearer", scopes };
      return kind === "basic" ? { type: "basic" } : null;
    }
    case "apiKey": {
      const [place, name] = [text(scheme, "in"), text(scheme, "name")];
      return name !== undefined && (place === "header" || place === "query")
        ? { type: "apiKey", in: place, name }
        : null;
    }
    default:
      return null;
  }
}
