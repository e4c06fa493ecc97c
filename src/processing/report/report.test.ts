import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scriptedModel } from "../../models/scripted.ts";
import { numberRepair } from "../../rollouts/testing/number-repair.ts";
import type { ProcessOptions } from "../plan.ts";
import { processGroups } from "../process.ts";
import { hostileEnvironment, hostileModel } from "../testing/hostile.ts";

let folder: string;
const settings = { groups: 4, groupSize: 2 };

async function write(name: string, changes: Partial<ProcessOptions>): Promise<string> {
  const out = join(folder, `${name}.jsonl`);
  await processGroups({ environment: numberRepair(), model: scriptedModel("random"), ...settings, out, ...changes });
  return out.replace(/jsonl$/, "html");
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fettle-report-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

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

  it("is complete or not there", async () => {
    const controller = new AbortController();
    controller.abort();
    const page = await write("stopped", { signal: controller.signal }).catch(() => join(folder, "stopped.html"));
    expect(await readFile(page, "utf8")).toMatch(/<\/html>\n$/);
  });

  it("shows no more groups than asked for", async () => {
    const html = await readFile(await write("few", { reportGroups: 2 }), "utf8");
    expect(html.match(/id="group-\d+"/g)).toHaveLength(2);
    expect(html).toContain('"finished":4');
  });
});
