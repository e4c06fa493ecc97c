import { useEffect, useRef } from "preact/hooks";
import type { PageGroup, PageIndex, PageRow } from "../data.ts";
import { Attempt } from "./attempt.tsx";
import { formatScore, plural } from "./format.ts";
import { Message } from "./message.tsx";
import { type Action, referenceOf, type State } from "./state.ts";

interface GroupProps {
  row: PageRow;
  group: PageGroup;
  range: PageIndex["range"];
  state: State;
  dispatch(action: Action): void;
}

/** A group: what all attempts were asked, and the attempts side by side. */
export function Group({ row, group, range, state, dispatch }: GroupProps) {
  const focused = useRef<HTMLElement>(null);
  useEffect(() => reveal(focused.current), [state.attempt]);
  const { scores } = row;
  const onPrompt = (open: boolean) => open !== state.prompt && dispatch({ type: "toggle", what: "prompt" });
  const reference = referenceOf(state, row);
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return (
    <article class={state.wrap ? "" : "unwrapped"} aria-label={`Group ${row.index}`}>
      <div class="title">
        <h2>
          Group {row.index} <small>{row.level}</small>
        </h2>
        <p>
          {plural(scores.length, "attempt")}, mean {formatScore(mean)}, {row.solved} solved
        </p>
        <fieldset class="segmented" aria-label="What to show">
          <Toggle name="differences" on={state.diff} what="diff" dispatch={dispatch} />
          <Toggle name="model only" on={state.modelOnly} what="modelOnly" dispatch={dispatch} />
          <Toggle name="wrap" on={state.wrap} what="wrap" dispatch={dispatch} />
        </fieldset>
      </div>
      {group.prompt.length > 0 && !state.modelOnly && (
        <details open={state.prompt} class="prompt" onToggle={({ currentTarget }) => onPrompt(currentTarget.open)}>
          <summary>What every attempt was asked</summary>
          <div class="asked">
            {group.prompt.map((message, i) => (
              <Message key={i} message={message} />
            ))}
          </div>
        </details>
      )}
      <div class="attempts">
        {group.attempts.map((attempt, i) => (
          <Attempt
            key={attempt.sample}
            attempt={attempt}
            range={range}
            element={i === state.attempt ? focused : null}
            against={state.diff && i !== reference ? group.attempts[reference] : undefined}
            isReference={state.diff && i === reference}
            modelOnly={state.modelOnly}
            onFocus={() => dispatch({ type: "focus", attempt: i })}
            onCompare={() => dispatch({ type: "reference", attempt: i })}
          />
        ))}
      </div>
      <p class="task">
        Task <code>{group.task}</code>
      </p>
    </article>
  );
}

/** Scrolls sideways only: `scrollIntoView` would also move the text that is being read. */
function reveal(element: HTMLElement | null): void {
  const box = element?.parentElement;
  if (!box) return;
  const [inner, outer] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
  if (inner.left < outer.left) box.scrollBy({ left: inner.left - outer.left - 3 });
  else if (inner.right > outer.right) box.scrollBy({ left: inner.right - outer.right + 3 });
}

interface ToggleProps {
  name: string;
  on: boolean;
  what: "diff" | "modelOnly" | "wrap";
  dispatch(action: Action): void;
}

function Toggle({ name, on, what, dispatch }: ToggleProps) {
  return (
    <button type="button" aria-pressed={on} onClick={() => dispatch({ type: "toggle", what })}>
      {name}
    </button>
  );
}
