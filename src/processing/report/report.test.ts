import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { Model } from "../../models/model.ts";
import { hostileEnvironment, hostileModel } from "../testing/hostile.ts";
import { pages } from "../testing/pages.ts";
import type { PageGroup } from "./data.ts";

const { pageOf, write } = pages();

/** A model that answers so, and thinks so. */
const saying = (text: string): Model => ({
  id: text,
  form: "full",
  complete: async () => ({ text, reasoning: text, tokens: null, usage: null, finish: "stop", weightsVersion: null }),
});

describe("the page's file", () => {
  it("holds what models and tasks say in data blocks only, and nothing that is loaded", async () => {
    const html = await readFile(
      await write("<b>evil", { environment: hostileEnvironment, model: hostileModel }),
      "utf8",
    );
    const markup = html.replace(/(<script type="application\/json" id="[a-z0-9-]+">)[^<]*(<\/script>)/g, "$1$2");
    expect(markup).not.toContain("window.ran");
    expect(markup).not.toContain("evil");
    expect(markup.match(/<script/g)).toHaveLength(6);
    expect(markup).not.toMatch(/<[^>]+\s(src|href|style|on\w+)=/i);
    expect(markup).toMatch(/default-src 'none'; script-src 'sha256-[^' ]+'; style-src 'sha256-[^' ]+'/);
    expect(html).not.toMatch(/"secret"|"seed"|truth:|held-out/);
  });

  it("shows what would turn text round, and leaves letters written from right to left", async () => {
    const text = 'return 1 \u202e\u2066# שלום \u05d0 "می\u200cخواهم"\u2069';
    const html = await readFile(await write("turned", { model: saying(text) }), "utf8");
    expect(html).not.toMatch(/\p{Bidi_Control}/u);
    const [, group = ""] = /id="group-0">([^<]*)</.exec(html) ?? [];
    const answers = (JSON.parse(group) as PageGroup).attempts.flatMap(({ messages }) =>
      messages.filter(({ role }) => role === "assistant"),
    );
    const shown = 'return 1 \\u202e\\u2066# שלום \u05d0 "می\u200cخواهم"\\u2069';
    expect(answers[0]).toMatchObject({ content: shown, turn: { reasoning: shown } });
  });

  it("is complete or not there", async () => {
    const controller = new AbortController();
    controller.abort();
    const page = await write("stopped", { signal: controller.signal }).catch(() => pageOf("stopped"));
    expect(await readFile(page, "utf8")).toMatch(/<\/html>\n$/);
  });

  it("shows no more groups than asked for", async () => {
    const html = await readFile(await write("few", { reportGroups: 2 }), "utf8");
    expect(html.match(/id="group-\d+"/g)).toHaveLength(2);
    expect(html).toContain('"finished":4');
  });
});
