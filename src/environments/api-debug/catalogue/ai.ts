/** Muselab: completions, embeddings, files and tuning jobs of language models. */
import {
  api,
  bearer,
  choice,
  constant,
  dateTime,
  decimal,
  email,
  endpoint,
  flag,
  idOf,
  inPath,
  inQuery,
  integer,
  list,
  mapOf,
  nullable,
  object,
  pattern,
  text,
  url,
} from "./build.ts";

const model = choice("atlas-small", "atlas-large", "cirrus-2", "cirrus-2-mini");
const message = object({ role: choice("system", "user", "assistant"), content: text(1, 400) });
const usage = object({ prompt_tokens: integer(1, 100_000), completion_tokens: integer(0, 100_000) });
const purpose = choice("fine-tune", "batch", "assistants");
const jobStatus = choice("queued", "running", "succeeded", "failed", "cancelled");
const job = object(
  { id: idOf("ftj"), model, status: jobStatus, training_file: idOf("file"), created_at: dateTime },
  { fine_tuned_model: nullable(text(3, 60)), finished_at: nullable(dateTime), trained_tokens: integer(0, 10_000_000) },
);

export const ai = api({
  title: "Muselab Models",
  server: "https://api.muselab.example/v1",
  security: { main: bearer },
  errorStyle: "nested",
  paths: {
    "/chat/completions": {
      post: endpoint("createCompletion", "Answer a conversation", {
        body: object(
          { model, messages: list(message, 1, 3) },
          {
            temperature: decimal(0, 2),
            max_tokens: integer(1, 4096),
            stop: list(text(1, 10), 1, 4),
            response_format: object({ type: choice("text", "json") }),
            user: email,
          },
        ),
        answer: [
          200,
          object({
            id: idOf("cmp"),
            model,
            created_at: dateTime,
            choices: list(object({ index: integer(0, 7), message, finish_reason: choice("stop", "length") }), 1, 2),
            usage,
          }),
        ],
        errors: [400, 401, 415, 429],
      }),
    },
    "/embeddings": {
      post: endpoint("createEmbeddings", "Embed texts", {
        body: object(
          { model: choice("vector-1", "vector-2"), input: list(text(1, 200), 1, 3), dimensions: integer(8, 3072) },
          {
            encoding: choice("float", "base64"),
            truncate: object({ enabled: flag, side: choice("start", "end") }),
            user: email,
            expires_at: dateTime,
          },
        ),
        answer: [
          200,
          object({
            model: choice("vector-1", "vector-2"),
            data: list(object({ index: integer(0, 99), embedding: list(decimal(0, 1), 2, 4) }), 1, 3),
            usage,
          }),
        ],
        errors: [400, 401, 415, 429],
      }),
    },
    "/files": {
      post: endpoint("createUpload", "Start the upload of a file", {
        body: object(
          { filename: text(3, 80), purpose, bytes: integer(1, 500_000_000) },
          {
            mime_type: choice("application/jsonl", "text/csv"),
            expires_after: object({ anchor: choice("created_at", "last_used"), days: integer(1, 90) }),
            owner: email,
            available_at: dateTime,
          },
        ),
        answer: [
          201,
          object(
            { id: idOf("file"), filename: text(3, 80), purpose, upload_url: url, created_at: dateTime },
            { bytes: integer(1, 500_000_000) },
          ),
        ],
        errors: [400, 401, 413, 415],
      }),
    },
    "/files/{file_id}": {
      delete: endpoint("deleteFile", "Delete a file", {
        parameters: [
          inPath("file_id", idOf("file")),
          inQuery("purge", flag),
          inQuery("reason", choice("obsolete", "privacy", "mistake"), true),
        ],
        answer: [200, object({ id: idOf("file"), deleted: constant(true), deleted_at: dateTime })],
        errors: [400, 401, 404],
      }),
    },
    "/fine_tuning/jobs": {
      post: endpoint("createTuningJob", "Tune a model on a file", {
        body: object(
          { model, training_file: idOf("file"), suffix: pattern("^[a-z0-9-]{3,18}$") },
          {
            hyperparameters: object(
              { epochs: integer(1, 20), learning_rate: decimal(0.01, 1) },
              { batch_size: integer(1, 256) },
            ),
            notify_email: email,
            start_after: dateTime,
            method: choice("supervised", "preference", "reinforcement"),
            metadata: mapOf(text(1, 60), 3),
          },
        ),
        answer: [201, job],
        errors: [400, 401, 404, 415, 429],
      }),
      get: endpoint("listTuningJobs", "List tuning jobs", {
        parameters: [
          inQuery("status", jobStatus),
          inQuery("model", model),
          inQuery("created_after", dateTime),
          inQuery("limit", integer(1, 100)),
          inQuery("after", idOf("ftj")),
        ],
        answer: [200, object({ data: list(job), has_more: flag })],
        errors: [400, 401, 429],
      }),
    },
  },
});
