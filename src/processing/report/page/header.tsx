import type { PageIndex } from "../data.ts";
import { formatScore, formatShare, plural } from "./format.ts";
import type { Action } from "./state.ts";
import { toggleTheme } from "./theme.ts";

export function Header({ index, dispatch }: { index: PageIndex; dispatch(action: Action): void }) {
  const { environment, version, model, split, file, rows, finished, planned, incomplete, mean, solved } = index;
  return (
    <header>
      <div>
        <h1>
          {environment} <small>{version}</small>
        </h1>
        <p>
          <b>{model}</b> on the {split} split, in <code>{file}</code>
        </p>
      </div>
      <dl>
        <Figure name={finished < planned ? `of ${planned.toLocaleString("en")} groups` : "groups"}>
          {finished.toLocaleString("en")}
        </Figure>
        {mean !== null && <Figure name="mean score">{formatScore(mean)}</Figure>}
        {solved !== null && <Figure name="of episodes solved">{formatShare(solved)}</Figure>}
        {incomplete > 0 && <Figure name="left out: errors">{incomplete.toLocaleString("en")}</Figure>}
        {rows.length < finished && <Figure name="shown here">{plural(rows.length, "group")}</Figure>}
      </dl>
      <div class="buttons">
        <button type="button" onClick={toggleTheme} title="Light or dark (t)" aria-label="Light or dark">
          ◐
        </button>
        <button
          type="button"
          onClick={() => dispatch({ type: "toggle", what: "help" })}
          title="Keys (?)"
          aria-label="Keys"
        >
          ?
        </button>
      </div>
    </header>
  );
}

function Figure({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dd>{children}</dd>
      <dt>{name}</dt>
    </div>
  );
}
