/** The words of the Rollout API: what requests hold, and how a refusal is said (as FastAPI says it). */
import { z } from "zod";
import { detailsOf, type ErrorDetail } from "../../openenv/protocol.ts";

export type { ErrorDetail };

/** Numbers may come as text, as Pydantic takes them. */
const number = (schema: z.ZodNumber) =>
  z.preprocess(
    (value) => (typeof value === "string" && /^\s*[-+]?[\d.]+(e[-+]?\d+)?\s*$/i.test(value) ? Number(value) : value),
    schema,
  );
const int = number(z.int());
const real = number(z.number());
const positive = number(z.int().min(1, "Input should be greater than 0"));

/** What a trainer says of itself. */
export const registrationSchema = z.object({
  wandb_group: z.string(),
  wandb_project: z.string(),
  /** Sequences in a batch. */
  batch_size: positive,
  /** Longest sequence that the trainer takes, in tokens; 0 or less for any. */
  max_token_len: int,
  checkpoint_dir: z.string(),
  save_checkpoint_interval: int,
  starting_step: int,
  num_steps: int,
});
export type Registration = z.infer<typeof registrationSchema>;

/** What an environment says of itself. */
export const envRequestSchema = z.object({
  max_token_length: int,
  desired_name: z.string(),
  weight: real,
  /** Sequences in a group. */
  group_size: positive,
  /** Least share of a batch, in [0, 1]. */
  min_batch_allocation: number(z.number().min(0).max(1)).nullish().default(null),
});
export type EnvRequest = z.infer<typeof envRequestSchema>;

export const envIdSchema = z.object({ env_id: int });

/** A request that is answered with a status of its own; `detail` is text, or the list that FastAPI answers with 422. */
export class Refusal extends Error {
  readonly status: 400 | 404 | 405 | 413 | 422 | 503;
  readonly detail: string | ErrorDetail[];
  /** Seconds after which trying again makes sense. */
  readonly retryAfter: number | null;

  constructor(status: Refusal["status"], detail: Refusal["detail"], retryAfter: number | null = null) {
    super(typeof detail === "string" ? detail : (detail[0]?.msg ?? "Invalid request"));
    this.status = status;
    this.detail = detail;
    this.retryAfter = retryAfter;
  }

  /** A 422 about one place in the body. */
  static at(loc: readonly (string | number)[], msg: string, type = "value_error"): Refusal {
    return new Refusal(422, [{ type, loc: ["body", ...loc], msg }]);
  }
}

/** Throws a Refusal that names each field that does not fit. */
export function parseWith<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const details = detailsOf(parsed.error, value).map((detail) => ({ ...detail, loc: ["body", ...detail.loc] }));
  throw new Refusal(422, details);
}
