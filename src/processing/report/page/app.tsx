import { useEffect, useMemo, useReducer } from "preact/hooks";
import type { PageIndex } from "../data.ts";
import { readGroup } from "./data.ts";
import { Group } from "./group.tsx";
import { Header } from "./header.tsx";
import { Help } from "./help.tsx";
import { actionOf } from "./keys.ts";
import { List } from "./list.tsx";
import { type Action, initialState, reduce, type State, visibleRows } from "./state.ts";
import { toggleTheme } from "./theme.ts";

export function App({ index }: { index: PageIndex }) {
  const [state, dispatch] = useReducer<State, Action, string>(
    (before, action) => reduce(index, before, action),
    location.hash,
    (hash) => initialState(index, hash),
  );
  const { filter, level } = state;
  const rows = useMemo(() => visibleRows(index, { filter, level }), [index, filter, level]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLSelectElement) return;
      if (event.key === "t") toggleTheme();
      const action = actionOf(event.key);
      if (!action) return;
      event.preventDefault();
      dispatch(action);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  const row = state.row === null ? undefined : index.rows[state.row];
  useEffect(() => {
    if (!row) return;
    const address = `#${row.index}${state.attempt > 0 ? `.${state.attempt}` : ""}`;
    // Browsers take only so many changes of the address while a key is held down.
    const timer = setTimeout(() => history.replaceState(null, "", address), 150);
    return () => clearTimeout(timer);
  }, [row, state.attempt]);
  return (
    <>
      <Header index={index} dispatch={dispatch} />
      <List index={index} rows={rows} state={state} dispatch={dispatch} />
      <main>
        {row && state.row !== null ? (
          <Group
            key={state.row}
            row={row}
            group={readGroup(state.row)}
            range={index.range}
            state={state}
            dispatch={dispatch}
          />
        ) : (
          <p class="nothing">
            {index.rows.length === 0 ? "The file holds no finished group." : "No group passes this filter."}
          </p>
        )}
      </main>
      {state.help && <Help dispatch={dispatch} />}
    </>
  );
}
