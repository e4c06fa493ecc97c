/** Stallmart: products, stock and orders of a shop, in camel case, with errors by field. */
import {
  api,
  apiKey,
  choice,
  country,
  dateTime,
  decimal,
  email,
  endpoint,
  flag,
  inHeader,
  inPath,
  inQuery,
  integer,
  list,
  nullable,
  object,
  pattern,
  text,
  url,
  uuid,
} from "./build.ts";

const sku = pattern("^[A-Z]{2}-[0-9]{4}$");
const orderNumber = pattern("^SO-[0-9]{6}$");
const currencyCode = choice("USD", "EUR", "GBP", "CAD");
const price = object({ amount: decimal(0.01, 9_999.99), currencyCode });
const dimensions = object({ widthCm: integer(1, 300), heightCm: integer(1, 300) }, { weightGrams: integer(1, 50_000) });
const orderStatus = choice("pending", "paid", "shipped", "cancelled");
const product = object(
  { id: uuid, sku, title: text(2, 80), price, stock: integer(0, 10_000), published: flag, createdAt: dateTime },
  { imageUrl: url, category: text(2, 40), dimensions },
);
const lineItem = object({ sku, quantity: integer(1, 99) }, { giftNote: text(1, 120) });
const address = object(
  { fullName: text(2, 80), street: text(3, 80), city: text(2, 50), country },
  { postalCode: text(3, 10) },
);
const order = object(
  {
    orderNumber,
    status: orderStatus,
    customerEmail: email,
    total: price,
    items: list(lineItem, 1, 5),
    placedAt: dateTime,
  },
  { shippingAddress: address, trackingUrl: url, cancelledAt: nullable(dateTime) },
);

export const commerce = api({
  title: "Stallmart Storefront",
  server: "https://shop.stallmart.example/api/v3",
  security: { main: apiKey("header", "X-Shop-Token") },
  errorStyle: "errors-map",
  paths: {
    "/products": {
      post: endpoint("createProduct", "Add a product", {
        body: object(
          { sku, title: text(2, 80), price, category: choice("home", "garden", "office", "outdoor") },
          { stock: integer(0, 10_000), dimensions, imageUrl: url, availableFrom: dateTime, supplierEmail: email },
        ),
        answer: [201, product],
        errors: [400, 401, 409, 415],
      }),
    },
    "/products/{sku}/inventory": {
      patch: endpoint("adjustInventory", "Adjust the stock of a product", {
        parameters: [inPath("sku", sku), inHeader("If-Match", pattern('^"[0-9a-f]{8}"$'), true)],
        body: object(
          { delta: integer(-500, 500), reason: choice("restock", "sale", "damage", "count") },
          {
            warehouse: object({ code: pattern("^[A-Z]{3}[0-9]$"), zone: text(1, 20) }),
            countedAt: dateTime,
            notify: email,
          },
        ),
        answer: [200, object({ sku, stock: integer(0, 10_000), updatedAt: dateTime }, { lowStock: flag })],
        errors: [400, 401, 404, 412, 415],
      }),
    },
    "/orders": {
      post: endpoint("createOrder", "Place an order", {
        parameters: [inHeader("Idempotency-Key", uuid, true)],
        body: object(
          { customerEmail: email, items: list(lineItem, 1, 4), shippingAddress: address },
          { currencyCode, deliverAfter: dateTime, couponCode: pattern("^[A-Z]{4}[0-9]{2}$"), giftWrap: flag },
        ),
        answer: [201, order],
        errors: [400, 401, 415, 429],
      }),
      get: endpoint("searchOrders", "Search orders", {
        parameters: [
          inQuery("status", orderStatus, true),
          inQuery("customerEmail", email),
          inQuery("placedAfter", dateTime),
          inQuery("minTotal", decimal(0, 9_999)),
          inQuery("pageSize", integer(1, 50)),
        ],
        answer: [200, object({ orders: list(order), totalCount: integer(0, 100_000), pageSize: integer(1, 50) })],
        errors: [400, 401, 429],
      }),
    },
    "/orders/{orderNumber}/cancellation": {
      post: endpoint("cancelOrder", "Cancel an order", {
        parameters: [inPath("orderNumber", orderNumber)],
        body: object(
          {
            reason: choice("customer_request", "out_of_stock", "fraud"),
            refund: object({ amount: decimal(0.01, 9_999.99), currencyCode }),
          },
          { restock: flag, notifyEmail: email, comment: text(3, 200), effectiveAt: dateTime },
        ),
        answer: [200, order],
        errors: [400, 401, 404, 409, 415],
      }),
    },
    "/products/{sku}/images": {
      post: endpoint("startImageUpload", "Start the upload of a product image", {
        parameters: [inPath("sku", sku)],
        body: object(
          {
            fileName: text(3, 80),
            contentType: choice("image/png", "image/jpeg", "image/webp"),
            sizeBytes: integer(1, 20_000_000),
          },
          {
            altText: text(3, 120),
            focalPoint: object({ x: decimal(0, 1), y: decimal(0, 1) }),
            expiresAt: dateTime,
            uploadedBy: email,
          },
        ),
        answer: [
          201,
          object({ uploadId: uuid, uploadUrl: url, expiresAt: dateTime }, { maxBytes: integer(1, 20_000_000) }),
        ],
        errors: [400, 401, 404, 413, 415],
      }),
    },
  },
});
