import type { ChatMessage } from "../../src/core/environment.ts";
import { Tokenizer } from "../../src/engines/tokenizer/tokenizer.ts";

/** Texts to encode on both sides: code, other alphabets, digits, odd white space, bytes that no merge knows. */
const texts = [
  'POST /users {"name": "Ada", "age": "36"}',
  "  two  spaces\n\n\ttabs and\r\nline ends ",
  "naïve café, Straße, Ελλάδα, 東京, 👩‍🔬",
  "1234567890 3.14 -1e9 0xff",
  "don't we'll I'M they'VE",
  "",
];

const conversation: ChatMessage[] = [
  { role: "system", content: "Find the error." },
  { role: "user", content: 'GET /users/abc → 404 {"error": "not found"}' },
];

/** A tokenizer learned from the texts themselves, and what it makes of them. */
export function words(): { tokenizer: Tokenizer; cases: { texts: string[]; ids: number[][] }; chat: object } {
  const corpus = [...texts, ...conversation.map(({ content }) => content)];
  const tokenizer = Tokenizer.train([...corpus, ...corpus], 320);
  return {
    tokenizer,
    cases: { texts, ids: texts.map((text) => tokenizer.encode(text)) },
    chat: { messages: conversation, ids: tokenizer.prompt(conversation) },
  };
}
