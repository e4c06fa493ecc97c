import { useEffect, useRef } from "preact/hooks";
import { keys } from "./keys.ts";
import type { Action } from "./state.ts";

export function Help({ dispatch }: { dispatch(action: Action): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => dispatch({ type: "close" });
  return (
    <dialog ref={dialog} onClose={close}>
      <h2>Keys</h2>
      <dl>
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              {key.split(" ").map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p class="note">
        Tinted text was written by the model, the rest by the environment. Differences: green is in this attempt only,
        struck out is in the one it is compared with. The page's address names the group, so it can be sent on.
      </p>
      <button type="button" onClick={close}>
        Close
      </button>
    </dialog>
  );
}
