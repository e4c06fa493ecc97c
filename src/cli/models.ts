/** Models by the name they have on a command line. */
import { existsSync } from "node:fs";
import { z } from "zod";
import type { AnyEnvironment, PromptForm } from "../core/environment.ts";
import { FettleError } from "../core/errors.ts";
import { type Player, scriptedModel } from "../models/scripted.ts";
import { option } from "./options.ts";

/** Options of every command that takes a model. */
export const modelOptions = {
  model: option(
    z.string(),
    "Who answers: oracle, noop, random or another policy of the environment; openai:NAME; the folder of a training run or checkpoint",
    { placeholder: "model" },
  ),
  baseUrl: option(z.string().default("https://api.openai.com/v1"), "Base URL of the OpenAI-compatible endpoint", {
    placeholder: "url",
    env: "OPENAI_BASE_URL",
  }),
  form: option(
    z.enum(["full", "compact"]).optional(),
    "Prompts for large models, or the short ones for small models; full for endpoints, compact for checkpoints",
  ),
  tokenIds: option(z.boolean().default(false), "Ask a vLLM or SGLang server for exact token ids and log-probabilities"),
  extra: option(z.string().optional(), "JSON object that is added to every request (chat_template_kwargs, say)", {
    placeholder: "json",
  }),
  requestTimeout: option(z.number().positive().max(290).default(120), "Seconds for one request to the endpoint", {
    placeholder: "seconds",
  }),
  threads: option(z.int().positive().default(2), "Threads of the embedded engine"),
};

export interface ModelOptions {
  model: string;
  baseUrl: string;
  form?: PromptForm | undefined;
  tokenIds: boolean;
  extra?: string | undefined;
  requestTimeout: number;
  threads: number;
}

export interface OpenModel {
  player: Player;
  close(): Promise<void>;
}

/**
 * `note` is told once of each kind of trouble with an endpoint that requests are tried again after. Throws FettleError
 * `bad_option` for what names no model, `bad_input_file` for an unusable checkpoint.
 */
export async function openModel(
  environment: AnyEnvironment,
  options: ModelOptions,
  note: (line: string) => void = () => {},
): Promise<OpenModel> {
  const { model: name, form } = options;
  const nothing = async () => {};
  if (name.startsWith("openai:")) return { player: await openEndpoint(name.slice(7), options, note), close: nothing };
  const policies = new Set(Object.values(environment.roles).flatMap((role) => Object.keys(role.policies)));
  if (policies.has(name)) return { player: scriptedModel(name, form ? { form } : {}), close: nothing };
  if (existsSync(name)) {
    const { trainedModel } = await import("../models/trained-model.ts");
    const player = await trainedModel(name, { threads: options.threads, ...(form && { form }) });
    return { player, close: player.close };
  }
  throw new FettleError("bad_option", `"${name}" is no model: no policy of "${environment.name}", and no folder.`, {
    hint: `Policies: ${[...policies].join(", ")}; or openai:NAME, or the folder of a training run.`,
  });
}

async function openEndpoint(model: string, options: ModelOptions, note: (line: string) => void): Promise<Player> {
  const { endpointModel } = await import("../models/endpoint/endpoint-model.ts");
  const { baseUrl, tokenIds, extra, requestTimeout, form } = options;
  const told = new Set<string>();
  return endpointModel({
    model,
    baseUrl,
    tokenIds,
    requestMs: requestTimeout * 1000,
    onRetry({ kind, message, hint }) {
      if (!told.has(kind)) note(`${message.replace(/\.?$/, ".")} Requests are tried again.${hint ? ` ${hint}` : ""}`);
      told.add(kind);
    },
    ...(form && { form }),
    ...(extra !== undefined && { extra: parseExtra(extra) }),
  });
}

function parseExtra(text: string): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch (cause) {
    throw new FettleError("bad_option", `--extra is no JSON object: ${text}`, { cause });
  }
}
