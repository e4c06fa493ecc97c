/**
 * The flags of Atropos' environments (`--env.FIELD`, `--openai.FIELD`, a few without a prefix), as options of ours. Fields
 * are those of its BaseEnvConfig, APIServerConfig and ServerManagerConfig, version 0.4.
 */
export type FlagCommand = "process" | "evaluate";

/** What a field comes to. `text` is its value as written, never "None". */
export type Field =
  /** An option of ours, for all commands or for those named; `value` makes its value, null for none. */
  | { option: string; only?: FlagCommand; value?: (text: string) => string | true | null; about?: string }
  /** A secret for this environment variable. */
  | { variable: string }
  /** No effect here, and why that does no harm. */
  | { ignored: string }
  /** No effect here, which would do harm: only these values, which mean the same as leaving it out, are taken. */
  | { refused: string; unless: readonly string[] };

const whenTrue = (text: string): true | null => (isTrue(text) ? true : null);
const serving = "it belongs to serving a trainer";
const thinking = 'give it to the endpoint yourself: --extra \'{"reasoning_effort": "high"}\', say';
const off = ["false", "none", "0", "no", "off", ""];

/** Booleans as pydantic reads them. */
function isTrue(text: string): boolean {
  return ["true", "1", "yes", "on", "t", "y"].includes(text.toLowerCase());
}

export const fields: Readonly<Record<string, Field>> = {
  "env.group_size": { option: "groupSize" },
  "env.total_steps": { option: "groups", only: "process" },
  "env.max_token_length": { option: "maxTokens" },
  "env.data_path_to_save_groups": { option: "out", only: "process" },
  "env.data_dir_to_save_evals": { option: "evalsDir", only: "evaluate" },
  "env.ensure_scores_are_not_same": { option: "mixedOnly", only: "process", value: whenTrue },
  "env.max_eval_workers": { option: "concurrency", only: "evaluate" },
  "env.include_messages": { ignored: "messages are always written" },
  "env.use_wandb": { ignored: "--metrics writes event files, which `wandb sync` takes" },
  "env.wandb_name": { ignored: "--metrics writes event files, which `wandb sync` takes" },
  "env.tokenizer_name": { ignored: "token ids come from the server, or there are none" },
  "env.max_num_workers": { ignored: "--concurrency bounds the episodes in flight" },
  "env.max_num_workers_per_node": { ignored: "--concurrency bounds the episodes in flight" },
  "env.worker_timeout": { ignored: "--episode-timeout bounds an episode" },
  "env.steps_per_eval": { ignored: serving },
  "env.eval_handling": { ignored: serving },
  "env.eval_limit_ratio": { ignored: serving },
  "env.inference_weight": { ignored: serving },
  "env.batch_size": { ignored: serving },
  "env.max_batches_offpolicy": { ignored: serving },
  "env.rollout_server_url": { ignored: serving },
  "env.min_batch_allocation": { ignored: serving },
  "env.num_rollouts_to_keep": { ignored: "every episode is kept" },
  "env.num_rollouts_per_group_for_logging": { ignored: "every episode is kept" },
  "env.min_items_sent_before_logging": { ignored: "every episode is kept" },
  "env.thinking_mode": { refused: thinking, unless: off },
  "env.reasoning_effort": { refused: thinking, unless: off },
  "env.max_reasoning_tokens": { refused: thinking, unless: off },
  "env.custom_thinking_prompt": { refused: thinking, unless: off },
  "openai.base_url": { option: "baseUrl", value: (text) => text || null },
  "openai.model_name": { option: "model", value: (text) => `openai:${text}` },
  "openai.api_key": { variable: "OPENAI_API_KEY" },
  "openai.server_type": {
    option: "tokenIds",
    value: (text) => (text === "vllm" || text === "sglang" ? true : null),
    about: "vllm and sglang ask for token ids",
  },
  "openai.timeout": {
    option: "requestTimeout",
    value: (text) => String(Math.min(290, Number(text))),
    about: "at most 290",
  },
  "openai.num_max_requests_at_once": { option: "concurrency" },
  "openai.num_requests_for_eval": { option: "concurrency", only: "evaluate" },
  "openai.tokenizer_name": { ignored: "token ids come from the server, or there are none" },
  "openai.rolling_buffer_length": { ignored: "request times are not averaged" },
  "openai.n_kwarg_is_ignored": { ignored: "every request asks for one completion" },
  "openai.health_check": { ignored: "an endpoint that is down shows in its answers" },
  slurm: { ignored: "there is one endpoint" },
  testing: { ignored: "there is one endpoint" },
  max_n_completions: { ignored: "every request asks for one completion" },
  proxy_url: { ignored: "there is one endpoint" },
};
