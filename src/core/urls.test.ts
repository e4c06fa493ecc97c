import { expect, it } from "vitest";
import { shownUrl } from "./urls.ts";

it.each([
  ["http://127.0.0.1:8000", "http://127.0.0.1:8000"],
  ["https://user:pass@host/path/?token=1#x", "https://host/path/"],
  ["wss://token@host:81/ws", "wss://host:81/ws"],
  ["http://[::1]:80/", "http://[::1]"],
  ["not a url", "not a url"],
])("shows %s as %s", (url, shown) => {
  expect(shownUrl(url)).toBe(shown);
});
