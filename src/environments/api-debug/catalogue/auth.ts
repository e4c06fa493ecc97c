/** Gatewright: tokens, clients and sessions; basic authentication for clients, bearer tokens for administrators. */
import {
  api,
  basic,
  bearer,
  choice,
  dateTime,
  email,
  endpoint,
  flag,
  idOf,
  inPath,
  inQuery,
  integer,
  list,
  object,
  pattern,
  text,
  url,
} from "./build.ts";

const grant = choice("client_credentials", "refresh_token", "authorization_code");
const scope = pattern("^[a-z]+:(read|write)$");
const secret = pattern("^gws_[0-9a-f]{24}$");
const clientId = inPath("client_id", idOf("cli"));

export const auth = api({
  title: "Gatewright Identity",
  server: "https://id.gatewright.example",
  security: { main: bearer, client: basic },
  errorStyle: "problem",
  paths: {
    "/oauth/token": {
      post: endpoint("issueToken", "Exchange a grant for an access token", {
        body: object(
          { grant_type: grant, scope },
          {
            audience: url,
            refresh_token: text(20, 80),
            login_hint: email,
            device: object({ id: idOf("dev"), platform: choice("ios", "android", "web") }),
          },
        ),
        mediaTypes: ["application/x-www-form-urlencoded"],
        answer: [
          200,
          object(
            { access_token: text(20, 120), token_type: choice("Bearer"), expires_in: integer(60, 86_400), scope },
            { refresh_token: text(20, 80) },
          ),
        ],
        errors: [400, 401, 415, 429],
        scheme: "client",
      }),
    },
    "/oauth/introspect": {
      post: endpoint("introspectToken", "Ask whether a token is active", {
        body: object(
          { token: text(20, 120), token_type_hint: choice("access_token", "refresh_token") },
          { requested_by: email, as_of: dateTime, include: object({ claims: flag, sessions: flag }) },
        ),
        mediaTypes: ["application/json", "application/x-www-form-urlencoded"],
        answer: [
          200,
          object(
            { active: flag },
            { client_id: idOf("cli"), username: email, scope, issued_at: dateTime, expires_at: dateTime },
          ),
        ],
        errors: [400, 401, 415],
        scheme: "client",
      }),
    },
    "/clients": {
      post: endpoint("createClient", "Register a client application", {
        body: object(
          { name: text(2, 60), grant_types: list(grant, 1, 3), contact: email },
          {
            redirect_uris: list(url, 1, 3),
            token_policy: object(
              { ttl_seconds: integer(60, 86_400), rotate: flag },
              { algorithm: choice("RS256", "ES256") },
            ),
            expires_at: dateTime,
            confidential: flag,
          },
        ),
        answer: [
          201,
          object(
            { client_id: idOf("cli"), client_secret: secret, name: text(2, 60), created_at: dateTime },
            { expires_at: dateTime },
          ),
        ],
        errors: [400, 401, 403, 415, 422],
        scopes: ["clients:write"],
      }),
    },
    "/clients/{client_id}/secret": {
      put: endpoint("rotateSecret", "Replace the secret of a client", {
        parameters: [clientId],
        body: object(
          { grace_period_seconds: integer(0, 86_400), reason: choice("scheduled", "leaked", "staff_change") },
          {
            requested_by: email,
            effective_at: dateTime,
            notify: object({ email }, { channel: choice("mail", "webhook") }),
          },
        ),
        answer: [200, object({ client_id: idOf("cli"), client_secret: secret, rotated_at: dateTime })],
        errors: [400, 401, 403, 404, 415, 422],
        scopes: ["clients:write"],
      }),
    },
    "/sessions": {
      get: endpoint("listSessions", "List active sessions", {
        parameters: [
          inQuery("email", email, true),
          inQuery("client_id", idOf("cli")),
          inQuery("active_since", dateTime),
          inQuery("limit", integer(1, 200)),
        ],
        answer: [
          200,
          object({
            sessions: list(
              object(
                {
                  id: idOf("ses"),
                  client_id: idOf("cli"),
                  ip: { type: "string", format: "ipv4" },
                  started_at: dateTime,
                },
                { user_agent: text(3, 80) },
              ),
            ),
            total: integer(0, 10_000),
          }),
        ],
        errors: [400, 401, 403],
        scopes: ["sessions:read"],
      }),
    },
    "/sessions/{session_id}": {
      delete: endpoint("endSession", "End a session", {
        parameters: [
          inPath("session_id", idOf("ses")),
          inQuery("reason", choice("logout", "suspicious", "expired"), true),
          inQuery("notify", flag),
        ],
        answer: [204],
        errors: [400, 401, 403, 404],
        scopes: ["sessions:write"],
      }),
    },
  },
});
