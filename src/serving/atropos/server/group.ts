import { Refusal } from "./wire.ts";

type Path = readonly (string | number)[];

/** A scored group as the server keeps it. */
export interface SubmittedGroup {
  /** Its 14 members as JSON, ready for a batch. */
  text: string;
  /** Sequences in it, at least 1. */
  size: number;
  /** The environment that sent it, if it said so. */
  env: number | null;
}

/** Reads a value and writes it as JSON. Throws a Refusal that says where and what. */
type Writer = (value: unknown, at: Path) => string;

const any: Writer = (value) => JSON.stringify(value);

const integer: Writer = (value, at) => {
  const number = numberOf(value);
  if (!Number.isSafeInteger(number)) throw Refusal.at(at, "Input should be a valid integer", "int_type");
  return `${number}`;
};

/** Floats keep their point: `1` would become an integer, and an integer tensor, in Python. */
const real: Writer = (value, at) => {
  const number = numberOf(value);
  if (!Number.isFinite(number)) throw Refusal.at(at, "Input should be a finite number", "finite_number");
  return Number.isSafeInteger(number) ? `${number}.0` : `${number}`;
};

const record: Writer = (value, at) => {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return JSON.stringify(value);
  throw Refusal.at(at, "Input should be a valid dictionary", "dict_type");
};

const message: Writer = (value, at) => {
  const text = record(value, at);
  if (Object.hasOwn(value as object, "role") && Object.hasOwn(value as object, "content")) return text;
  throw Refusal.at(at, "Value error, Message must have 'role' and 'content' fields");
};

function list(writer: Writer): Writer {
  return (value, at) => {
    if (!Array.isArray(value)) throw Refusal.at(at, "Input should be a valid list", "list_type");
    let text = "[";
    for (let i = 0; i < value.length; i++) {
      const item: unknown = value[i];
      if (i > 0) text += ",";
      // Most of what is sent are whole numbers in lists: no path is made for them.
      text += writer === integer && Number.isSafeInteger(item) ? item : writer(item, [...at, i]);
    }
    return `${text}]`;
  };
}

function optional(writer: Writer): Writer {
  return (value, at) => (value === undefined || value === null ? "null" : writer(value, at));
}

/** The members of a group, in the order in which they are handed out. */
const members: readonly (readonly [name: string, writer: Writer])[] = [
  ["tokens", list(list(integer))],
  ["masks", list(list(integer))],
  ["scores", list(real)],
  ["advantages", optional(list(list(real)))],
  ["ref_logprobs", optional(list(list(real)))],
  ["messages", optional(list(list(message)))],
  ["generation_params", optional(record)],
  ["inference_logprobs", optional(list(list(real)))],
  ["overrides", optional(list(record))],
  ["group_overrides", optional(record)],
  ["images", optional(any)],
  ["env_id", optional(integer)],
  ["distill_token_ids", optional(list(list(list(integer))))],
  ["distill_logprobs", optional(list(list(list(real))))],
];

/**
 * Reads one group from a body. Throws a Refusal (422) when a member does not fit, a number is not finite, or tokens, masks
 * and scores do not belong together.
 */
export function readGroup(value: unknown, at: Path = []): SubmittedGroup {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw Refusal.at(at, "Input should be a valid dictionary", "dict_type");
  const given = value as Record<string, unknown>;
  const written = members.map(([name, writer]) => {
    const member = Object.hasOwn(given, name) ? given[name] : undefined;
    if (member === undefined && required.has(name)) throw Refusal.at([...at, name], "Field required", "missing");
    return `"${name}":${writer(member, [...at, name])}`;
  });
  const { tokens, masks, scores } = given as { tokens: unknown[][]; masks: unknown[][]; scores: unknown[] };
  const size = tokens.length;
  if (size === 0) throw Refusal.at([...at, "tokens"], "A group needs at least one sequence");
  if (masks.length !== size) throw Refusal.at([...at, "masks"], `${masks.length} masks for ${size} sequences`);
  if (scores.length !== size) throw Refusal.at([...at, "scores"], `${scores.length} scores for ${size} sequences`);
  const odd = masks.findIndex((mask, i) => mask.length !== tokens[i]?.length);
  if (odd >= 0)
    throw Refusal.at(
      [...at, "masks", odd],
      `A mask of ${masks[odd]?.length} for a sequence of ${tokens[odd]?.length} tokens`,
    );
  const env = given.env_id === undefined || given.env_id === null ? null : numberOf(given.env_id);
  return { text: `{${written.join(",")}}`, size, env };
}

const required: ReadonlySet<string> = new Set(["tokens", "masks", "scores"]);

/** As Pydantic reads numbers: text and truth values count, too. NaN for anything else. */
function numberOf(value: unknown): number {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  return typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
}
