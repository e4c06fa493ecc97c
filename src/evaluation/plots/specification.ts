import type { TopLevelSpec } from "vega-lite";
import type { Axis, BarChart, Chart, LineChart, LineSeries } from "./chart.ts";

/** Okabe and Ito's colours, which most colour-blind readers can tell apart; dark ones first. */
const palette = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#999999"];
const font = "DejaVu Sans";
const ink = "#222222";
const soft = "#666666";

const colorOf = (index: number) => palette[index % palette.length] ?? ink;

/** The Vega-Lite specification of a chart. */
export function specification(chart: Chart): TopLevelSpec {
  return chart.kind === "line" ? lineSpecification(chart) : barSpecification(chart);
}

function frame({ title, subtitle }: { title: string; subtitle?: string }) {
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    background: "white",
    padding: 16,
    title: { text: title, ...(subtitle && { subtitle }), anchor: "start" as const, offset: 14 },
    config: {
      font,
      title: {
        fontSize: 17,
        fontWeight: "bold" as const,
        color: ink,
        subtitleFontSize: 12,
        subtitleColor: soft,
        subtitlePadding: 6,
      },
      axis: {
        labelFontSize: 12,
        titleFontSize: 13,
        titlePadding: 10,
        titleFontWeight: "normal" as const,
        labelColor: ink,
        titleColor: ink,
        gridColor: "#e8e8e8",
        domainColor: "#888888",
        tickColor: "#888888",
        labelLimit: 260,
      },
      legend: { labelFontSize: 12, labelLimit: 320, symbolStrokeWidth: 3, symbolSize: 140, title: null, rowPadding: 5 },
      view: { stroke: null },
    },
  };
}

const scaleOf = ({ domain }: Axis) => (domain ? { domain: [...domain] } : { zero: false, nice: true });
const axisOf = ({ title, percent, whole }: Axis) => ({
  title,
  tickCount: 6,
  ...(percent && { format: ".0%" }),
  ...(whole && { tickMinStep: 1, format: "d" }),
});

function lineSpecification(chart: LineChart): TopLevelSpec {
  const { x, y, series, events = [] } = chart;
  const names = series.map(({ name }) => name);
  const values = series.flatMap(({ name, points }) => points.map((point) => ({ series: name, ...point })));
  const encodeX = { field: "x", type: "quantitative" as const, scale: scaleOf(x), axis: axisOf(x) };
  const encodeY = { field: "y", type: "quantitative" as const, scale: scaleOf(y), axis: axisOf(y) };
  const color = {
    field: "series",
    type: "nominal" as const,
    scale: { domain: names, range: series.map(({ style }, i) => (style === "faint" ? "#8894a0" : colorOf(i))) },
    legend: names.length > 1 ? { orient: "bottom" as const, direction: "horizontal" as const, columns: 6 } : null,
  };
  const only = ({ name }: LineSeries) => [{ filter: { field: "series", equal: name } }];
  const clip = true;
  const bands = series
    .filter(({ points }) => points.some(({ low, high }) => low != null && high != null))
    .map((entry) => ({
      transform: only(entry),
      mark: { type: "area" as const, opacity: 0.18, clip },
      encoding: { x: encodeX, y: { ...encodeY, field: "low" }, y2: { field: "high" }, color },
    }));
  const lines = series.map((entry) => {
    const { style } = entry;
    const faint = style === "faint" ? { opacity: 0.6, strokeWidth: 1 } : { opacity: 1, strokeWidth: 2.5 };
    const dashed = style === "step" ? { interpolate: "step-after" as const, strokeDash: [6, 4], strokeWidth: 1.5 } : {};
    const point = entry.points.length <= 30 && !style ? { filled: true, size: 45 } : false;
    return {
      transform: only(entry),
      mark: { type: "line" as const, clip, ...faint, ...dashed, point },
      encoding: { x: encodeX, y: encodeY, color },
    };
  });
  const at = { field: "x", type: "quantitative" as const, axis: axisOf(x), scale: scaleOf(x) };
  const marks =
    events.length === 0
      ? []
      : [
          {
            data: { values: [...events] },
            mark: { type: "rule" as const, color: soft, strokeDash: [2, 3], strokeWidth: 1.2 },
            encoding: { x: at },
          },
          {
            data: { values: [...events] },
            mark: {
              type: "text" as const,
              angle: 270,
              align: "right" as const,
              dy: -7,
              dx: -4,
              fontSize: 11,
              color: soft,
            },
            encoding: { x: at, y: { value: 0 }, text: { field: "label", type: "nominal" as const } },
          },
        ];
  return { ...frame(chart), width: 720, height: 360, data: { values }, layer: [...bands, ...lines, ...marks] };
}

function barSpecification(chart: BarChart): TopLevelSpec {
  const { x, y, bars, marks = [] } = chart;
  const groups = [...new Set(bars.map(({ group }) => group))];
  const names = [...new Set(bars.map(({ series }) => series))];
  const step = Math.max(20, Math.min(64, Math.floor(760 / Math.max(1, bars.length))));
  const encodeX = {
    field: "group",
    type: "nominal" as const,
    sort: groups,
    axis: { title: x.title, labelAngle: groups.length > 10 ? -35 : 0, grid: false },
    scale: { paddingInner: 0.25, paddingOuter: 0.15 },
  };
  const offset = { field: "series", sort: names, scale: { paddingInner: 0.08 } };
  const encodeY = {
    type: "quantitative" as const,
    stack: null,
    scale: y.domain ? { domain: [...y.domain] } : { zero: true },
    axis: axisOf(y),
  };
  const color = {
    field: "series",
    type: "nominal" as const,
    sort: names,
    scale: { domain: names, range: names.map((_, i) => colorOf(i)) },
    legend: names.length > 1 ? { orient: "bottom" as const, direction: "horizontal" as const, columns: 6 } : null,
  };
  const shown = bars.filter(({ value }) => value !== null);
  const withInterval = shown.filter(({ low, high }) => low != null && high != null);
  const label = y.percent
    ? "format(datum.value, '.0%')"
    : step < 30
      ? "replace(format(datum.value, '.2f'), '0.', '.')"
      : "format(datum.value, '.2f')";
  return {
    ...frame(chart),
    width: { step },
    height: 340,
    layer: [
      {
        data: { values: shown },
        mark: { type: "bar", cornerRadiusEnd: 2 },
        encoding: { x: encodeX, xOffset: offset, y: { ...encodeY, field: "value" }, color },
      },
      {
        data: { values: withInterval },
        mark: { type: "rule", color: ink, strokeWidth: 1.4 },
        encoding: { x: encodeX, xOffset: offset, y: { ...encodeY, field: "low" }, y2: { field: "high" } },
      },
      {
        data: { values: shown.map((bar) => ({ ...bar, top: Math.max(bar.value ?? 0, bar.high ?? 0) })) },
        transform: [{ calculate: label, as: "text" }],
        mark: { type: "text", dy: -7, fontSize: step < 30 ? 9 : 11, color: ink },
        encoding: {
          x: encodeX,
          xOffset: offset,
          y: { ...encodeY, field: "top" },
          text: { field: "text", type: "nominal" },
        },
      },
      ...(marks.length === 0
        ? []
        : [
            {
              data: { values: [...marks] },
              mark: { type: "tick" as const, color: "#B00020", thickness: 2, bandSize: names.length * step },
              encoding: { x: encodeX, y: { ...encodeY, field: "value" } },
            },
          ]),
    ],
  };
}
