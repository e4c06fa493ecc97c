/** Pigeonry: text messages and mail, with basic authentication and flat errors. */
import {
  api,
  basic,
  choice,
  constant,
  dateTime,
  email,
  endpoint,
  flag,
  idOf,
  inHeader,
  inPath,
  inQuery,
  integer,
  list,
  mapOf,
  object,
  pattern,
  text,
  url,
  uuid,
} from "./build.ts";

const phone = pattern("^\\+[1-9][0-9]{7,13}$");
const channel = choice("sms", "whatsapp", "voice");
const status = choice("queued", "sent", "delivered", "failed");
const message = object(
  {
    id: idOf("msg"),
    to: phone,
    from: phone,
    channel,
    status,
    price: pattern("^[0-9]+\\.[0-9]{4}$"),
    created_at: dateTime,
  },
  { body: text(1, 160), error_code: integer(10_000, 69_999), delivered_at: dateTime },
);
const template = object(
  {
    id: idOf("tpl"),
    name: text(3, 60),
    language: choice("en", "es", "fr"),
    status: choice("draft", "approved", "rejected"),
    updated_at: dateTime,
  },
  { body: text(1, 160), category: choice("marketing", "utility", "authentication") },
);

export const messaging = api({
  title: "Pigeonry Messaging",
  server: "https://api.pigeonry.example/2024-06",
  security: { main: basic },
  errorStyle: "flat",
  paths: {
    "/messages": {
      post: endpoint("sendMessage", "Send a message", {
        body: object(
          { to: phone, from: phone, body: text(1, 160) },
          { channel, status_callback: url, send_at: dateTime, validity_seconds: integer(60, 14_400), reply_to: email },
        ),
        mediaTypes: ["application/json", "application/x-www-form-urlencoded"],
        answer: [201, message],
        errors: [400, 401, 415, 429],
      }),
      get: endpoint("listMessages", "List sent messages", {
        parameters: [
          inQuery("to", phone),
          inQuery("status", status),
          inQuery("sent_after", dateTime),
          inQuery("page_size", integer(1, 1000)),
        ],
        answer: [
          200,
          object(
            { messages: list(message), page: integer(0, 1000), page_size: integer(1, 1000) },
            { next_page_uri: url },
          ),
        ],
        errors: [400, 401, 429],
      }),
    },
    "/messages/batch": {
      post: endpoint("sendBatch", "Send one text to several people", {
        parameters: [inHeader("X-Request-Id", uuid, true)],
        body: object(
          {
            recipients: list(object({ to: phone }, { variables: mapOf(text(1, 40), 3), email }), 1, 4),
            template_id: idOf("tpl"),
          },
          { priority: choice("low", "normal", "high"), send_at: dateTime, dry_run: flag },
        ),
        answer: [
          202,
          object({
            batch_id: idOf("bat"),
            accepted: integer(0, 1000),
            rejected: integer(0, 1000),
            results: list(object({ to: phone, status }, { error_code: integer(10_000, 69_999) }), 1, 4),
          }),
        ],
        errors: [400, 401, 413, 415, 429],
      }),
    },
    "/templates": {
      post: endpoint("createTemplate", "Create a message template", {
        body: object(
          { name: text(3, 60), language: choice("en", "es", "fr"), body: text(1, 160) },
          {
            category: choice("marketing", "utility", "authentication"),
            owner_email: email,
            expires_at: dateTime,
            buttons: list(object({ label: text(2, 20), url }), 1, 3),
          },
        ),
        answer: [201, template],
        errors: [400, 401, 415],
      }),
    },
    "/templates/{template_id}": {
      delete: endpoint("deleteTemplate", "Delete a template", {
        parameters: [inPath("template_id", idOf("tpl")), inQuery("force", flag), inHeader("X-Request-Id", uuid)],
        answer: [200, object({ id: idOf("tpl"), deleted: constant(true), deleted_at: dateTime })],
        errors: [400, 401, 404],
      }),
    },
    "/subscribers/{subscriber_id}": {
      put: endpoint("replaceSubscriber", "Replace a subscriber's settings", {
        parameters: [inPath("subscriber_id", idOf("sub"))],
        body: object(
          { email, phone, preferences: object({ channel, quiet_hours: flag }, { max_per_day: integer(1, 20) }) },
          {
            first_name: text(1, 40),
            consent_at: dateTime,
            source: choice("form", "import", "api"),
            tags: list(text(2, 20), 1, 4),
          },
        ),
        answer: [200, object({ id: idOf("sub"), email, phone, updated_at: dateTime, active: flag })],
        errors: [400, 401, 404, 415],
      }),
    },
  },
});
