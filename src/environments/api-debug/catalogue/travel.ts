/** Roamwise: flights, bookings and seats; errors in Google's manner, amounts with currency. */
import {
  api,
  apiKey,
  choice,
  country,
  date,
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
  object,
  pattern,
  text,
  uuid,
} from "./build.ts";

const airport = pattern("^[A-Z]{3}$");
const locator = pattern("^[A-Z0-9]{6}$");
const cabin = choice("economy", "premium", "business");
const fare = object({ amount: decimal(10, 9_999.99), currency: choice("USD", "EUR", "GBP", "JPY") });
const flightNumber = pattern("^[A-Z]{2}[0-9]{3,4}$");
const passenger = object(
  { firstName: text(1, 40), lastName: text(1, 40), birthDate: date },
  { email, nationality: country, frequentFlyer: pattern("^[0-9]{8}$") },
);
const bookingStatus = choice("held", "confirmed", "cancelled");
const booking = object(
  { locator, status: bookingStatus, fare, passengers: list(passenger, 1, 4), createdAt: dateTime },
  { contactEmail: email, expiresAt: dateTime },
);

export const travel = api({
  title: "Roamwise Bookings",
  server: "https://api.roamwise.example/v4",
  security: { main: apiKey("header", "X-Roam-Key") },
  errorStyle: "google",
  paths: {
    "/flights": {
      get: endpoint("searchFlights", "Search flights", {
        parameters: [
          inQuery("origin", airport, true),
          inQuery("destination", airport, true),
          inQuery("departureDate", date, true),
          inQuery("adults", integer(1, 9)),
          inQuery("cabin", cabin),
          inQuery("nonStop", flag),
        ],
        answer: [
          200,
          object({
            flights: list(
              object(
                { flightNumber, origin: airport, destination: airport, departsAt: dateTime, fare },
                { cabin, seatsLeft: integer(0, 300) },
              ),
            ),
            searchId: uuid,
          }),
        ],
        errors: [400, 401, 429],
      }),
    },
    "/bookings": {
      post: endpoint("createBooking", "Book a flight", {
        parameters: [inHeader("X-Request-Id", uuid, true)],
        body: object(
          { flightNumber, passengers: list(passenger, 1, 2), contactEmail: email, cabin },
          { fare, holdUntil: dateTime, insurance: flag },
        ),
        answer: [201, booking],
        errors: [400, 401, 409, 415, 429],
      }),
    },
    "/bookings/{locator}": {
      delete: endpoint("cancelBooking", "Cancel a booking", {
        parameters: [
          inPath("locator", locator),
          inQuery("refundTo", choice("card", "voucher"), true),
          inQuery("notifyEmail", email),
        ],
        answer: [200, object({ locator, status: bookingStatus, refund: fare, cancelledAt: dateTime })],
        errors: [400, 401, 404, 409],
      }),
    },
    "/bookings/{locator}/passengers/{index}": {
      patch: endpoint("updatePassenger", "Correct the data of a passenger", {
        parameters: [inPath("locator", locator), inPath("index", integer(1, 9))],
        body: object(
          {},
          {
            firstName: text(1, 40),
            lastName: text(1, 40),
            email,
            nationality: country,
            document: object({
              kind: choice("passport", "idCard"),
              number: pattern("^[A-Z][0-9]{7}$"),
              expiresOn: date,
            }),
            verifiedAt: dateTime,
          },
        ),
        mediaTypes: ["application/merge-patch+json"],
        answer: [200, booking],
        errors: [400, 401, 404, 415],
      }),
    },
    "/seat-holds": {
      post: endpoint("holdSeats", "Hold seats for some minutes", {
        body: object(
          { flightNumber, departureDate: date, seats: list(pattern("^[1-9][0-9]?[A-F]$"), 1, 4) },
          {
            minutes: integer(5, 60),
            contact: object({ email }, { name: text(1, 60) }),
            priority: choice("standard", "elite"),
            startsAt: dateTime,
          },
        ),
        answer: [
          201,
          object({ holdId: uuid, flightNumber, seats: list(pattern("^[1-9][0-9]?[A-F]$"), 1, 4), expiresAt: dateTime }),
        ],
        errors: [400, 401, 409, 415],
      }),
    },
  },
});
