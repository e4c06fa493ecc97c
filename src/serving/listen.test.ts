import { expect, it } from "vitest";
import { urlOf } from "./listen.ts";

it.each([
  ["127.0.0.1", "http://127.0.0.1:80"],
  ["0.0.0.0", "http://127.0.0.1:80"],
  ["::", "http://127.0.0.1:80"],
  ["::1", "http://[::1]:80"],
  ["fe80::1%eth0", "http://[fe80::1%eth0]:80"],
  ["localhost", "http://localhost:80"],
])("a server on %s is found at %s", (host, url) => {
  expect(urlOf(host, 80)).toBe(url);
});
