import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findBrowser, openBrowser } from "../../testing/browser.ts";
import { hostile, hostileEnvironment, hostileModel } from "../../testing/hostile.ts";
import { pages } from "../../testing/pages.ts";

const { write } = pages();

const path = findBrowser();

describe.skipIf(path === null)("the page in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser(path ?? "");
  });
  afterAll(() => browser?.close());

  interface Opened {
    page: Page;
    /** What went wrong: errors, dialogs, requests for anything but the page. */
    trouble: string[];
  }

  async function open(file: string, colorScheme: "light" | "dark" = "light"): Promise<Opened> {
    const page = await browser.newPage({ colorScheme });
    const trouble: string[] = [];
    page.on("pageerror", ({ message }) => trouble.push(message));
    page.on("console", (message) => message.type() === "error" && trouble.push(message.text()));
    page.on("dialog", (dialog) => trouble.push(dialog.message()));
    page.on("request", (request) => request.url().startsWith("file:") || trouble.push(request.url()));
    await page.goto(pathToFileURL(file).href);
    await page.waitForSelector("article");
    return { page, trouble };
  }

  it("renders a model that answers with scripts as text, and runs nothing", async () => {
    const { page, trouble } = await open(
      await write("hostile", { environment: hostileEnvironment, model: hostileModel }),
    );
    for (const keys of [[], ["l"], ["d"], ["j"], ["m"], ["p"], ["?"]])
      for (const key of keys) await page.keyboard.press(key);
    await page.keyboard.press("Escape");
    await page.keyboard.press("d");
    const answers = await page.locator(".message.model > pre").allTextContents();
    expect(answers).toHaveLength(6);
    // Lone surrogates and NUL cannot stand in HTML text; everything else is there, letter by letter.
    const shown = (text: string) => text.replaceAll("\ud800", "\ufffd").replaceAll("\0", "\ufffd");
    expect(shown(answers[0] ?? "")).toBe(shown(`${hostile}\none`));
    expect(await page.locator("header b").textContent()).toBe(hostileModel.id);
    expect(await page.evaluate(() => Reflect.get(globalThis, "ran"))).toBeUndefined();
    expect(await page.locator("main img, main svg, main iframe, main script, main style").count()).toBe(0);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it("could run or load nothing else, even if something got in", async () => {
    const { page } = await open(await write("policy"));
    const got = await page.evaluate(async () => {
      const script = document.createElement("script");
      script.textContent = "window.ran = 1";
      document.body.append(script);
      const loaded = await fetch(location.href).catch(() => "refused");
      return [Reflect.get(globalThis, "ran"), loaded];
    });
    expect(got).toEqual([undefined, "refused"]);
    await page.close();
  });

  it("goes from group to group and shows attempts side by side, with what differs between them", async () => {
    const { page, trouble } = await open(await write("walk", { groups: 6, groupSize: 3 }));
    const title = () => page.locator("h2").first().textContent();
    expect(await title()).toMatch(/^Group 0\b/);
    await page.keyboard.press("j");
    await page.keyboard.press("ArrowDown");
    expect(await title()).toMatch(/^Group 2\b/);
    await page.keyboard.press("k");
    expect(await title()).toMatch(/^Group 1\b/);
    await expect.poll(() => page.url()).toMatch(/#1$/);
    const boxes = await Promise.all((await page.locator(".attempt").all()).map((one) => one.boundingBox()));
    expect(boxes).toHaveLength(3);
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
    await page.keyboard.press("ArrowRight");
    expect(await page.locator(".attempt[aria-current]").getAttribute("aria-label")).toBe("Attempt 1");
    expect(await page.locator("ins, del").count()).toBe(0);
    await page.keyboard.press("b");
    expect(await page.locator(".attempt[aria-current] .reference").count()).toBe(1);
    const [theirs = "", ours = ""] = await Promise.all(
      [1, 0].map((at) => page.locator(".attempt").nth(at).locator(".message.model pre").first().textContent()),
    ).then((texts) => texts.map((text) => text ?? ""));
    const kept = page.locator(".attempt").nth(0).locator(".message.model pre").first();
    const without = (tag: string) =>
      kept.evaluate((pre, name) => {
        const copy = pre.cloneNode(true) as HTMLElement;
        for (const element of copy.querySelectorAll(name)) element.remove();
        return copy.textContent;
      }, tag);
    expect(ours).not.toBe("");
    // Without what was added it is the other attempt's text.
    expect(await without("ins")).toBe(theirs);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it("stays quick with a thousand groups, of which only the one looked at is read", async () => {
    const file = await write("many", { groups: 1000, groupSize: 4 });
    const { page, trouble } = await open(file);
    expect(await page.locator("nav li").count()).toBe(1000);
    expect(await page.locator("article").count()).toBe(1);
    const milliseconds = await page.evaluate(async () => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const started = performance.now();
      for (let i = 0; i < 20; i++) {
        dispatchEvent(new KeyboardEvent("keydown", { key: "j" }));
        await frame();
      }
      return (performance.now() - started) / 20;
    });
    expect(await page.locator("h2").first().textContent()).toMatch(/^Group 20\b/);
    // A loaded machine takes its time; a page that draws all groups would take seconds.
    expect(milliseconds).toBeLessThan(1000);
    await page.keyboard.press("End");
    expect(await page.locator("h2").first().textContent()).toMatch(/^Group 999\b/);
    expect(await page.locator("nav [aria-current]").isVisible()).toBe(true);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it("is light or dark as the system is, or as the reader chose", async () => {
    const file = await write("theme");
    const colour = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const [light, dark] = [await open(file, "light"), await open(file, "dark")];
    const [bright, dim] = [await colour(light.page), await colour(dark.page)];
    expect(bright).not.toBe(dim);
    await light.page.keyboard.press("t");
    expect(await colour(light.page)).toBe(dim);
    await light.page.reload();
    expect(await colour(light.page)).toBe(dim);
    await Promise.all([light.page.close(), dark.page.close()]);
  });
});
