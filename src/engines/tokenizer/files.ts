import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { FettleError } from "../../core/errors.ts";
import type { Merge } from "./bpe-trainer.ts";
import { byteCharacters } from "./bytes.ts";
import { chatTemplate, endId, padId, specialTokens } from "./chat-template.ts";
import { Tokenizer } from "./tokenizer.ts";

/** The files of a tokenizer by name, as Hugging Face's libraries read them. */
export function tokenizerFiles(tokenizer: Tokenizer, contextLength: number): Record<string, string> {
  return {
    "tokenizer.json": `${JSON.stringify(tokenizerJson(tokenizer), null, 1)}\n`,
    "tokenizer_config.json": `${JSON.stringify(tokenizerConfig(contextLength), null, 1)}\n`,
    "chat_template.jinja": chatTemplate,
  };
}

/** Content of `tokenizer.json`. */
function tokenizerJson(tokenizer: Tokenizer) {
  const symbols = [...byteCharacters];
  for (const [left, right] of tokenizer.merges) symbols.push(`${symbols[left]}${symbols[right]}`);
  return {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: specialTokens.map((content, id) => ({
      id,
      content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: true,
    })),
    normalizer: null,
    pre_tokenizer: {
      type: "Sequence",
      pretokenizers: [
        { type: "Split", pattern: { Regex: tokenizer.pattern }, behavior: "Isolated", invert: false },
        { type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: false },
      ],
    },
    post_processor: null,
    decoder: { type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: false },
    model: {
      type: "BPE",
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: false,
      byte_fallback: false,
      ignore_merges: false,
      vocab: Object.fromEntries([...specialTokens, ...symbols].map((symbol, id) => [symbol, id])),
      merges: tokenizer.merges.map(([left, right]) => [symbols[left], symbols[right]]),
    },
  };
}

/** Content of `tokenizer_config.json`. */
function tokenizerConfig(contextLength: number) {
  return {
    tokenizer_class: "PreTrainedTokenizerFast",
    model_max_length: contextLength,
    eos_token: specialTokens[endId],
    pad_token: specialTokens[padId],
    additional_special_tokens: specialTokens.slice(2),
    clean_up_tokenization_spaces: false,
    chat_template: chatTemplate,
  };
}

const fileSchema = z.object({
  pre_tokenizer: z.object({
    pretokenizers: z.tuple([z.object({ pattern: z.object({ Regex: z.string() }) }), z.looseObject({})]),
  }),
  model: z.object({ vocab: z.record(z.string(), z.int()), merges: z.array(z.tuple([z.string(), z.string()])) }),
});

/** Reads the `tokenizer.json` of `tokenizerFiles` from a folder. Throws FettleError `bad_input_file` for anything else. */
export async function loadTokenizer(folder: string): Promise<Tokenizer> {
  const path = join(folder, "tokenizer.json");
  try {
    const { pre_tokenizer, model } = fileSchema.parse(JSON.parse(await readFile(path, "utf8")));
    const symbol = (text: string) => {
      const id = model.vocab[text];
      if (id === undefined) throw new Error(`merge of an unknown symbol ${JSON.stringify(text)}`);
      return id - specialTokens.length;
    };
    const merges = model.merges.map(([left, right]): Merge => [symbol(left), symbol(right)]);
    for (const [i, [left, right]] of model.merges.entries())
      if (symbol(left + right) !== 256 + i) throw new Error("the merges are not in the order of the vocabulary");
    return new Tokenizer(merges, pre_tokenizer.pretokenizers[0].pattern.Regex);
  } catch (cause) {
    throw new FettleError("bad_input_file", `${path} is not a tokenizer that Fettle wrote.`, {
      hint: "Point to a checkpoint folder made by `fettle train`.",
      cause,
    });
  }
}
