/** Coinmill: card payments, with Stripe-like ids and amounts in minor units. */
import {
  api,
  bearer,
  choice,
  constant,
  country,
  currency,
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
  text,
  url,
  uuid,
} from "./build.ts";

const amount = integer(50, 99_999_999);
const metadata = mapOf(text(1, 60), 4);
const address = object(
  { line1: text(1, 80), city: text(1, 50), country },
  { postal_code: text(3, 10), line2: text(1, 80) },
);
const customer = object(
  { id: idOf("cus"), name: text(1, 80), email, balance: integer(-1_000_000, 1_000_000), created_at: dateTime },
  { phone: text(7, 20), address, metadata },
);
const charge = object(
  {
    id: idOf("ch"),
    amount,
    currency,
    status: choice("succeeded", "pending", "failed"),
    customer: idOf("cus"),
    captured: flag,
    created_at: dateTime,
  },
  { receipt_email: email, failure_code: choice("card_declined", "expired_card", "insufficient_funds") },
);
const idempotencyKey = inHeader("Idempotency-Key", uuid);

export const payments = api({
  title: "Coinmill Payments",
  server: "https://api.coinmill.example/v1",
  security: { main: bearer },
  errorStyle: "nested",
  paths: {
    "/customers": {
      post: endpoint("createCustomer", "Create a customer", {
        parameters: [idempotencyKey],
        body: object(
          { name: text(1, 80), email },
          {
            phone: text(7, 20),
            address,
            preferred_locale: choice("en", "es", "fr", "de", "ja"),
            tax_exempt: flag,
            metadata,
          },
        ),
        answer: [201, customer],
        errors: [400, 401, 415, 429],
      }),
      get: endpoint("listCustomers", "List customers", {
        parameters: [
          inQuery("limit", integer(1, 100)),
          inQuery("email", email),
          inQuery("created_after", dateTime),
          inQuery("starting_after", idOf("cus")),
        ],
        answer: [200, object({ data: list(customer), has_more: flag, total_count: integer(0, 100_000) })],
        errors: [400, 401, 429],
      }),
    },
    "/customers/{customer_id}": {
      delete: endpoint("deleteCustomer", "Delete a customer", {
        parameters: [inPath("customer_id", idOf("cus")), inQuery("reason", choice("duplicate", "fraud", "requested"))],
        answer: [200, object({ id: idOf("cus"), deleted: constant(true), deleted_at: dateTime })],
        errors: [400, 401, 404],
      }),
    },
    "/charges": {
      post: endpoint("createCharge", "Charge a customer's card", {
        parameters: [inHeader("Idempotency-Key", uuid, true)],
        body: object(
          { amount, currency, customer: idOf("cus"), source: idOf("card") },
          {
            description: text(1, 120),
            receipt_email: email,
            capture: flag,
            shipping: object({ name: text(1, 80), address }, { carrier: choice("dhl", "ups", "fedex", "usps") }),
          },
        ),
        answer: [201, charge],
        errors: [400, 401, 402, 415, 429],
      }),
    },
    "/refunds": {
      post: endpoint("createRefund", "Refund a charge, in full or in part", {
        body: object(
          { charge: idOf("ch"), reason: choice("duplicate", "fraudulent", "requested_by_customer") },
          { amount, notify_email: email, refund_at: dateTime, metadata },
        ),
        mediaTypes: ["application/x-www-form-urlencoded"],
        answer: [
          201,
          object({
            id: idOf("re"),
            charge: idOf("ch"),
            amount,
            status: choice("pending", "succeeded", "failed"),
            created_at: dateTime,
          }),
        ],
        errors: [400, 401, 404, 415],
      }),
    },
    "/webhook_endpoints/{endpoint_id}": {
      put: endpoint("replaceWebhookEndpoint", "Replace the settings of a webhook endpoint", {
        parameters: [inPath("endpoint_id", idOf("we"))],
        body: object(
          {
            url,
            events: list(choice("charge.succeeded", "charge.failed", "refund.created", "customer.deleted"), 1, 4),
            status: choice("enabled", "disabled"),
          },
          {
            description: text(1, 120),
            contact_email: email,
            retry: object({ max_attempts: integer(1, 10), backoff_seconds: integer(1, 3600) }),
          },
        ),
        answer: [200, object({ id: idOf("we"), url, status: choice("enabled", "disabled"), updated_at: dateTime })],
        errors: [400, 401, 404, 415],
      }),
    },
  },
});
