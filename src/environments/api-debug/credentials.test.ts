import { describe, expect, it } from "vitest";
import { Random } from "../../core/random.ts";
import { drawCredentials } from "./credentials.ts";
import type { Operation, SecurityScheme } from "./operation.ts";
import { auth } from "./server/auth.ts";
import { putCustomer, request, world } from "./testing/fixture.ts";

const now = Date.parse("2026-06-01T00:00:00Z");
const kinds: [string, SecurityScheme][] = [
  ["bearer with scopes", { type: "bearer", scopes: ["customers:write", "audit.read"] }],
  ["bearer with a plain scope", { type: "bearer", scopes: ["deploy"] }],
  ["bearer", { type: "bearer", scopes: [] }],
  ["basic", { type: "basic" }],
  ["key", { type: "apiKey", in: "header", name: "X-Key" }],
];

const most = (texts: readonly string[]): string[] => {
  const count = (text: string) => texts.filter((other) => other === text).length;
  const high = Math.max(...texts.map(count));
  return [...new Set(texts)].filter((text) => count(text) === high);
};

describe.each(kinds)("credentials for %s", (_what, security) => {
  const operation: Operation = { ...putCustomer, security };
  const lists = Array.from({ length: 200 }, (_, seed) => drawCredentials(operation, now, new Random(seed)));
  const place = security.type === "apiKey" ? security.name : "Authorization";

  it("are one that works and seven or eight that do not", () => {
    for (const credentials of lists) {
      const surroundings = world({ credentials });
      const works = credentials.filter(
        ({ value }) => auth(operation, surroundings, request({ headers: { [place]: value } })) === null,
      );
      expect(works).toEqual([credentials[0]]);
      expect(credentials.length).toBeGreaterThanOrEqual(8);
      expect(new Set(credentials.map(({ name }) => name)).size).toBe(credentials.length);
    }
  });

  it("hold a revoked and an expired one of the right scheme, and several of another", () => {
    for (const [working, ...decoys] of lists) {
      const same = decoys.filter(({ scheme }) => scheme === working.scheme);
      expect(same.some(({ status }) => status === "revoked")).toBe(true);
      expect(same.some(({ expires_at, status }) => status === "active" && expires_at < "2026-06-01")).toBe(true);
      expect(decoys.length - same.length).toBeGreaterThanOrEqual(3);
    }
  });

  it("do not tell the right scheme or scopes by their number", () => {
    for (const credentials of lists) {
      const schemes = most(credentials.map(({ scheme }) => scheme));
      const scopes = most(credentials.map(({ scopes: list }) => list.join()));
      expect(schemes.length).toBeGreaterThan(1);
      if (credentials[0].scopes.length > 0) expect(scopes).not.toEqual([credentials[0].scopes.join()]);
    }
  });
});
