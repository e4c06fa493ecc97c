/** A small API for tests: one operation with everything in it, one with hardly anything. */

import type { Json } from "../../../core/json.ts";
import type { Credential } from "../credentials.ts";
import type { Attempt } from "../draft.ts";
import { operationsOf } from "../openapi/operations.ts";
import type { Operation } from "../operation.ts";
import type { World } from "../world.ts";

const address = {
  type: "object",
  additionalProperties: false,
  required: ["city"],
  properties: { city: { type: "string", minLength: 1 }, zip: { type: ["string", "null"] } },
};

const document = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  servers: [{ url: "https://shop.test/v2" }],
  components: { securitySchemes: { main: { type: "http", scheme: "bearer" } } },
  security: [{ main: [] }],
  paths: {
    "/customers/{id}": {
      put: {
        operationId: "putCustomer",
        summary: "Replace a customer.",
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "integer" } },
          { name: "dry", in: "query", required: true, schema: { type: "boolean" } },
          { name: "X-Kind", in: "header", schema: { type: "string", enum: ["a", "b"] } },
        ],
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: {
                type: "object",
                additionalProperties: false,
                required: ["name", "email", "limit"],
                properties: {
                  name: { type: "string" },
                  email: { type: "string", format: "email" },
                  limit: { type: "integer", minimum: 0, maximum: 1000 },
                  plan: { type: "string", enum: ["free", "paid"] },
                  since: { type: "string", format: "date-time" },
                  address,
                  items: { type: "array", items: address },
                  tags: { type: "array", items: { type: "string" } },
                },
              },
            },
          },
        },
        responses: {
          "200": {
            description: "ok",
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  required: ["id", "name"],
                  properties: {
                    id: { type: "integer" },
                    name: { type: "string" },
                    email: { type: "string", format: "email" },
                  },
                },
              },
            },
          },
          "422": {
            description: "no",
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  required: ["code", "message"],
                  properties: { code: { type: "string" }, message: { type: "string" }, field: { type: "string" } },
                },
              },
            },
          },
        },
      },
      delete: {
        operationId: "deleteCustomer",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
        responses: { "204": { description: "gone" } },
      },
    },
  },
};

const { operations } = operationsOf(document, { provider: "shop" });

function named(id: string): Operation {
  const found = operations.find((operation) => operation.id === id);
  if (!found) throw new Error(`the fixture has no ${id}`);
  return found;
}

export const putCustomer = named("shop.putCustomer");
export const deleteCustomer = named("shop.deleteCustomer");

export const body: Json = {
  name: "Ana Ruiz",
  email: "ana@acme.io",
  limit: 250,
  plan: "free",
  since: "2026-03-01T10:00:00Z",
  address: { city: "Porto" },
  items: [{ city: "Oslo" }, { city: "Bern", zip: null }],
};

/** A request that the server takes. */
export function request(change: Partial<Attempt> = {}): Attempt {
  return {
    method: "PUT",
    endpoint: "/v2/customers/7",
    query: { dry: "true" },
    headers: { "Content-Type": "application/json", Authorization: "Bearer good" },
    body: JSON.stringify(body),
    wait: 0,
    ...change,
  };
}

export function world(change: Partial<World> = {}): World {
  const make = (name: string, value: string, rest: Partial<Credential> = {}): Credential => ({
    name,
    value,
    scheme: "bearer",
    scopes: [],
    expires_at: "2027-01-01T00:00:00Z",
    status: "active",
    ...rest,
  });
  return {
    now: "2026-06-01T00:00:00Z",
    credentials: [
      make("ops", "Bearer good"),
      make("ci", "Bearer old", { expires_at: "2026-01-01T00:00:00Z" }),
      make("edge", "Bearer revoked", { status: "revoked" }),
      make("sync", "Basic eDp5", { scheme: "basic" }),
    ],
    hidden: null,
    moved: null,
    retryAfter: null,
    wrongStatus: null,
    ...change,
  };
}
