import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { writeAtomically } from "../../rollouts/files.ts";
import type { Chart } from "./chart.ts";
import { specification } from "./specification.ts";

export interface Picture {
  /** Self-contained; asks for DejaVu Sans, and for any sans serif where that is missing. */
  svg: string;
  /** At twice the size, on white, with the fonts of this package: no font is needed on the machine. */
  png: Uint8Array;
}

/** Draws a chart. The libraries are heavy and are loaded on the first call. */
export async function renderChart(chart: Chart): Promise<Picture> {
  const [vega, { compile }, { Resvg }] = await Promise.all([
    import("vega"),
    import("vega-lite"),
    import("@resvg/resvg-js"),
  ]);
  const { spec } = compile(specification(chart), { logger: vega.logger(vega.Error) });
  const view = new vega.View(vega.parse(spec), { renderer: "none", logLevel: vega.Error });
  try {
    const svg = (await view.toSVG()).replaceAll('font-family="DejaVu Sans"', 'font-family="DejaVu Sans, sans-serif"');
    const font = { fontFiles: fontFiles(), loadSystemFonts: false, defaultFontFamily: "DejaVu Sans" };
    const png = new Resvg(svg, { font, fitTo: { mode: "zoom", value: 2 }, background: "white" }).render().asPng();
    return { svg, png };
  } finally {
    view.finalize();
  }
}

/** Writes `NAME.svg` and `NAME.png` into a folder, which is created when missing. Returns their paths. */
export async function writeChart(folder: string, name: string, chart: Chart): Promise<string[]> {
  const { svg, png } = await renderChart(chart);
  await mkdir(folder, { recursive: true });
  const paths = [join(folder, `${name}.svg`), join(folder, `${name}.png`)] as const;
  await writeAtomically(paths[0], svg);
  await writeAtomically(paths[1], png);
  return [...paths];
}

function fontFiles(): string[] {
  const folder = join(dirname(createRequire(import.meta.url).resolve("dejavu-fonts-ttf/package.json")), "ttf");
  return ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"].map((name) => join(folder, name));
}
