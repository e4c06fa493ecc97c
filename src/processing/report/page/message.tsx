import { useMemo } from "preact/hooks";
import type { PageMessage, PageTurn } from "../data.ts";
import { difference } from "./difference.ts";
import { formatScore } from "./format.ts";

interface MessageProps {
  message: PageMessage;
  /** Text to compare with. */
  against?: string | undefined;
}

/** One message. Everything in it is untrusted text, and only ever becomes text nodes. */
export function Message({ message: { role, content, turn }, against }: MessageProps) {
  const own = role === "assistant";
  return (
    <div class={`message ${own ? "model" : "given"}`}>
      <div class="role">
        <span>{own ? "model" : role === "user" ? "environment" : role}</span>
        {turn && <Outcome turn={turn} />}
      </div>
      {turn?.reasoning && (
        <details>
          <summary>reasoning</summary>
          <pre>{turn.reasoning}</pre>
        </details>
      )}
      {content === "" ? (
        <p class="nothing">(empty)</p>
      ) : (
        <pre>{against === undefined ? content : <Difference from={against} to={content} />}</pre>
      )}
      {turn?.problem && <p class="problem">Could not be read: {turn.problem}</p>}
    </div>
  );
}

function Outcome({ turn: { reward, scores, cutOff } }: { turn: PageTurn }) {
  const parts = scores.filter(({ value }) => value !== null);
  return (
    <span class="outcome">
      {cutOff && <span class="cut">cut off</span>}
      {parts.length > 1 &&
        parts.map(({ name, value, kind }) => (
          <span key={name} class={kind} title={kind === "reward" ? "part of the reward" : "shown only"}>
            {name} {formatScore(value ?? 0)}
          </span>
        ))}
      {reward !== null && <b title="reward of the turn">{formatScore(reward)}</b>}
    </span>
  );
}

function Difference({ from, to }: { from: string; to: string }) {
  const changes = useMemo(() => difference(from, to), [from, to]);
  if (!changes) return to;
  return changes.map(({ value, added, removed }, i) => {
    if (added) return <ins key={i}>{value}</ins>;
    if (removed) return <del key={i}>{value}</del>;
    return value;
  });
}
