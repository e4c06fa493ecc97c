/** The text outside of `<think>` blocks; one that is not closed reaches to the end. */
export function withoutThinking(text: string): string {
  let rest = "";
  for (let at = 0; ; ) {
    const open = text.indexOf("<think>", at);
    if (open < 0) {
      rest += text.slice(at);
      break;
    }
    rest += text.slice(at, open);
    const close = text.indexOf("</think>", open);
    if (close < 0) break;
    at = close + "</think>".length;
  }
  // Some templates open the block in the prompt: then only its end is in the completion.
  const stray = rest.lastIndexOf("</think>");
  return (stray < 0 ? rest : rest.slice(stray + "</think>".length)).trim();
}
