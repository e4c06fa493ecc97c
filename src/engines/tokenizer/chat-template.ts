import type { ChatMessage } from "../../core/environment.ts";

/** Name of the template in traces. A change to it needs a new number. */
export const templateId = "fettle-chat/1";

/** Special tokens by purpose; their ids are their places in this list. */
export const specialTokens = ["<|pad|>", "<|end|>", "<|system|>", "<|user|>", "<|assistant|>"] as const;
export const padId = 0;
export const endId = 1;

const roleIds: Record<ChatMessage["role"], number> = { system: 2, user: 3, assistant: 4 };

/**
 * The chat template as Jinja, for other programs. Every prompt extends the one before: a conversation only grows at its
 * end, and an answer closes with the end token that the model itself writes.
 */
export const chatTemplate =
  "{% for message in messages %}{{ '<|' + message['role'] + '|>' + message['content'] }}" +
  "{% if message['role'] == 'assistant' %}{{ '<|end|>' }}{% endif %}{% endfor %}" +
  "{% if add_generation_prompt %}{{ '<|assistant|>' }}{% endif %}";

/** The same template over token ids: what `messages` add to a conversation. */
export function encodeMessages(
  messages: readonly ChatMessage[],
  encode: (text: string) => readonly number[],
): number[] {
  const ids: number[] = [];
  for (const { role, content } of messages) {
    ids.push(roleIds[role]);
    for (const id of encode(content)) ids.push(id);
    if (role === "assistant") ids.push(endId);
  }
  return ids;
}

/** Asks for an answer: the tokens after the last message of a prompt. */
export const generationPrompt: readonly number[] = [roleIds.assistant];
