import type { Ref } from "preact";
import type { PageAttempt, PageIndex, PageMessage } from "../data.ts";
import { formatScore, place, plural } from "./format.ts";
import { Message } from "./message.tsx";

interface AttemptProps {
  attempt: PageAttempt;
  range: PageIndex["range"];
  /** Set when it has the focus. */
  element: Ref<HTMLElement>;
  /** Show what differs from this one. */
  against: PageAttempt | undefined;
  isReference: boolean;
  modelOnly: boolean;
  onFocus(): void;
  onCompare(): void;
}

/** What ended an episode, in words. */
const stops: Record<PageAttempt["stop"], string> = {
  solved: "solved",
  max_turns: "out of turns",
  max_tokens: "cut off by the token limit",
  context_overflow: "context was full",
  timeout: "out of time",
  cancelled: "cancelled",
  error: "error",
};

export function Attempt({ attempt, range, element, against, ...props }: AttemptProps) {
  const { score, sample, solved, stop, written } = attempt;
  const answers = attempt.messages.filter(isAnswer);
  const shown = props.modelOnly ? answers : attempt.messages;
  const others = against?.messages.filter(isAnswer);
  const at = place(score, range);
  return (
    <section
      ref={element}
      class={`attempt hue-${Math.round(10 * at)}`}
      aria-current={element ? "true" : undefined}
      aria-label={`Attempt ${sample}`}
      onFocusCapture={props.onFocus}
      onMouseDown={props.onFocus}
    >
      <div class="score">
        <strong>{formatScore(score)}</strong>
        <meter value={at} aria-label="score" />
        {props.isReference ? (
          <span class="reference">compared with</span>
        ) : (
          <button type="button" onClick={props.onCompare} title="Compare the others with this attempt (b)">
            compare
          </button>
        )}
        <span class="tags">
          <span>attempt {sample}</span>
          <span class={solved ? "good" : ""}>{solved ? "solved" : stops[stop]}</span>
          {written !== null && <span>{plural(written, "token")}</span>}
        </span>
      </div>
      {shown.length === 0 && <p class="nothing">The model wrote nothing.</p>}
      {shown.map((message, i) => (
        <Message
          key={i}
          message={message}
          against={others && isAnswer(message) ? (others[answers.indexOf(message)]?.content ?? "") : undefined}
        />
      ))}
    </section>
  );
}

function isAnswer({ role }: PageMessage): boolean {
  return role === "assistant";
}
