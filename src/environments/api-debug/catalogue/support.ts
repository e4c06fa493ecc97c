/** Helpwell: tickets and comments of a help desk, with errors by field. */
import {
  api,
  basic,
  choice,
  dateTime,
  email,
  endpoint,
  flag,
  inPath,
  inQuery,
  integer,
  list,
  nullable,
  object,
  pattern,
  text,
  url,
} from "./build.ts";

const priority = choice("low", "normal", "high", "urgent");
const ticketStatus = choice("new", "open", "pending", "solved");
const requester = object(
  { name: text(1, 60), email },
  { phone: pattern("^\\+[1-9][0-9]{7,13}$"), locale: choice("en", "es", "de") },
);
const ticketId = integer(1, 999_999);
const ticket = object(
  { id: ticketId, subject: text(3, 120), status: ticketStatus, priority, requester, created_at: dateTime },
  { assignee_email: nullable(email), tags: list(text(2, 20), 0, 5), due_at: nullable(dateTime) },
);

export const support = api({
  title: "Helpwell Desk",
  server: "https://desk.helpwell.example/api/v2",
  security: { main: basic },
  errorStyle: "errors-map",
  paths: {
    "/tickets": {
      post: endpoint("createTicket", "Open a ticket", {
        body: object(
          { subject: text(3, 120), requester, priority },
          {
            description: text(3, 400),
            due_at: dateTime,
            tags: list(text(2, 20), 1, 4),
            channel: choice("mail", "chat", "phone"),
            attachments: list(object({ url, size_bytes: integer(1, 10_000_000) }), 1, 2),
          },
        ),
        answer: [201, ticket],
        errors: [400, 401, 415, 422],
      }),
      get: endpoint("searchTickets", "Search tickets", {
        parameters: [
          inQuery("query", text(2, 80), true),
          inQuery("status", ticketStatus),
          inQuery("requester_email", email),
          inQuery("updated_since", dateTime),
          inQuery("per_page", integer(1, 100)),
        ],
        answer: [200, object({ tickets: list(ticket), count: integer(0, 100_000) }, { next_page: url })],
        errors: [400, 401, 429],
      }),
    },
    "/tickets/{ticket_id}": {
      patch: endpoint("updateTicket", "Change a ticket", {
        parameters: [inPath("ticket_id", ticketId)],
        body: object(
          {},
          {
            status: ticketStatus,
            priority,
            assignee_email: email,
            due_at: nullable(dateTime),
            satisfaction: object({ score: integer(1, 5) }, { comment: text(3, 200) }),
            tags: list(text(2, 20), 1, 4),
          },
        ),
        answer: [200, ticket],
        errors: [400, 401, 404, 415, 422],
      }),
    },
    "/tickets/{ticket_id}/comments": {
      post: endpoint("addComment", "Comment on a ticket", {
        parameters: [inPath("ticket_id", ticketId)],
        body: object(
          { body: text(3, 400), public: flag, author_email: email },
          {
            kind: choice("reply", "note", "macro"),
            send_at: dateTime,
            cc: list(email, 1, 3),
            time_spent: object({ minutes: integer(1, 480), billable: flag }),
          },
        ),
        answer: [
          201,
          object({ id: ticketId, ticket_id: ticketId, body: text(3, 400), public: flag, created_at: dateTime }),
        ],
        errors: [400, 401, 404, 415, 422],
      }),
    },
    "/tickets/bulk": {
      put: endpoint("updateTicketsInBulk", "Change several tickets at once", {
        body: object(
          { ids: list(ticketId, 1, 5), changes: object({ status: ticketStatus }, { priority, assignee_email: email }) },
          { reason: text(3, 160), run_at: dateTime, notify: choice("none", "requesters", "agents") },
        ),
        answer: [
          200,
          object({
            updated: integer(0, 100),
            failed: integer(0, 100),
            results: list(object({ id: ticketId, success: flag }, { error: text(3, 80) }), 1, 5),
          }),
        ],
        errors: [400, 401, 413, 415, 422],
      }),
    },
  },
});
