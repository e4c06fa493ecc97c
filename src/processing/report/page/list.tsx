import { useEffect, useRef } from "preact/hooks";
import type { PageIndex, PageRow } from "../data.ts";
import { place } from "./format.ts";
import { type Action, filters, type State } from "./state.ts";

interface ListProps {
  index: PageIndex;
  /** Rows of the index to show. */
  rows: readonly number[];
  state: State;
  dispatch(action: Action): void;
}

export function List({ index, rows, state, dispatch }: ListProps) {
  const current = useRef<HTMLButtonElement>(null);
  useEffect(() => current.current?.scrollIntoView({ block: "nearest" }), [state.row, rows]);
  const levels = [...new Set(index.rows.map(({ level }) => level))];
  return (
    <nav aria-label="Groups">
      <div class="filters">
        <fieldset class="segmented" aria-label="Which groups">
          {filters.map((filter) => (
            <button
              type="button"
              key={filter}
              aria-pressed={state.filter === filter}
              onClick={() => dispatch({ type: "filter", filter })}
            >
              {filter}
            </button>
          ))}
        </fieldset>
        {levels.length > 1 && (
          <select
            aria-label="Level"
            value={state.level}
            onChange={({ currentTarget }) => dispatch({ type: "level", level: currentTarget.value })}
          >
            <option value="">all levels</option>
            {levels.map((level) => (
              <option key={level} value={level}>
                {level}
              </option>
            ))}
          </select>
        )}
        <p class="count">
          {rows.length.toLocaleString("en")} of {index.rows.length.toLocaleString("en")} groups
        </p>
      </div>
      <ol>
        {rows.map((row) => (
          <li key={row}>
            <button
              type="button"
              class="row"
              ref={row === state.row ? current : null}
              aria-current={row === state.row ? "true" : undefined}
              onClick={() => dispatch({ type: "open", row })}
            >
              <Row row={index.rows[row]} range={index.range} />
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Row({ row, range }: { row: PageRow | undefined; range: PageIndex["range"] }) {
  if (!row) return null;
  const { index, level, scores, solved } = row;
  return (
    <>
      <span class="position">{index}</span>
      <span class="level">{level}</span>
      <Bars scores={scores} range={range} />
      <span class="solved" title="attempts that solved the task">
        {solved}/{scores.length}
      </span>
    </>
  );
}

/** One bar per attempt. */
function Bars({ scores, range }: { scores: readonly number[]; range: PageIndex["range"] }) {
  const width = 100 / scores.length;
  return (
    <svg
      class="bars"
      viewBox="0 0 100 20"
      preserveAspectRatio="none"
      role="img"
      aria-label={`scores ${scores.join(", ")}`}
    >
      {scores.map((score, i) => {
        const at = place(score, range);
        const height = 2 + 18 * at;
        return (
          <rect
            key={i}
            class={`hue-${Math.round(10 * at)}`}
            x={i * width}
            y={20 - height}
            width={Math.max(width - 2, width * 0.7)}
            height={height}
          />
        );
      })}
    </svg>
  );
}
