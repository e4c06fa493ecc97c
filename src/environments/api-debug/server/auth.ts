import type { Credential } from "../credentials.ts";
import { textAt } from "../draft.ts";
import type { Operation } from "../operation.ts";
import { authPlace } from "../place.ts";
import type { FaultLabel } from "../vocabulary.ts";
import type { World } from "../world.ts";
import { type Problem, refuse, type Station, type Verdict } from "./verdict.ts";

/** A credential that is known, of the right scheme, active, unexpired and of the right scopes. */
export const auth: Station = (operation, world, attempt) => {
  const place = authPlace(operation);
  if (place === null) return null;
  const sent = textAt(attempt, place);
  if (sent === undefined || sent.trim() === "")
    return challenge(operation, {
      place,
      label: "missing_auth_header",
      code: "unauthenticated",
      message: "a credential is required",
    });
  const credential = findCredential(world, sent);
  const bad = (code: string, message: string, label: FaultLabel | null = null) =>
    challenge(operation, { place, label, code, message });
  if (!credential || !fitsScheme(operation, credential)) return bad("invalid_token", "the credential is not known");
  if (credential.status === "revoked") return bad("token_revoked", "the credential was revoked");
  if (credential.expires_at <= world.now)
    return bad("token_expired", "the credential has expired", "expired_auth_token");
  const needed = operation.security?.type === "bearer" ? operation.security.scopes : [];
  const lacking = needed.find((scope) => !credential.scopes.includes(scope));
  if (lacking === undefined) return null;
  const message = `the credential lacks the scope ${lacking}`;
  return refuse("auth", 403, {}, { place, label: null, code: "insufficient_scope", message });
};

/** Finds what was sent among all credentials; the scheme's case does not matter (RFC 9110, 11.1). */
function findCredential(world: World, sent: string): Credential | undefined {
  const wanted = normaliseCredential(sent);
  const all = world.hidden ? [...world.credentials, world.hidden] : world.credentials;
  return all.find((credential) => normaliseCredential(credential.value) === wanted);
}

/** One spelling for a credential: the scheme in lower case, one space. */
export function normaliseCredential(text: string): string {
  const match = /^\s*(\w+) +(\S+)\s*$/.exec(text);
  return match ? `${match[1]?.toLowerCase()} ${match[2]}` : text.trim();
}

function fitsScheme({ security }: Operation, credential: Credential): boolean {
  return credential.scheme === (security?.type === "apiKey" ? "api_key" : security?.type);
}

function challenge(operation: Operation, problem: Problem): Verdict {
  const scheme =
    operation.security?.type === "apiKey" ? "ApiKey" : operation.security?.type === "basic" ? "Basic" : "Bearer";
  return refuse("auth", 401, { "WWW-Authenticate": `${scheme} realm="${operation.provider}"` }, problem);
}
