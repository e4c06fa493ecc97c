/** Dayplan: calendars and events, with OAuth 2 scopes and errors in Google's manner. */
import {
  api,
  choice,
  date,
  dateTime,
  email,
  endpoint,
  flag,
  idOf,
  inPath,
  inQuery,
  integer,
  list,
  oauth2,
  object,
  pattern,
  text,
  url,
} from "./build.ts";

const timeZone = choice("UTC", "Europe/Madrid", "Europe/Berlin", "America/New_York", "Asia/Tokyo");
const moment = object({ dateTime }, { timeZone });
const responseStatus = choice("needsAction", "accepted", "declined", "tentative");
const attendee = object({ email }, { displayName: text(1, 60), optional: flag, responseStatus });
const reminder = object({ method: choice("email", "popup"), minutes: integer(0, 40_320) });
const calendarId = inPath("calendarId", idOf("cal"));
const event = object(
  {
    id: idOf("evt"),
    status: choice("confirmed", "tentative", "cancelled"),
    summary: text(1, 100),
    start: moment,
    end: moment,
    created: dateTime,
  },
  {
    location: text(1, 80),
    attendees: list(attendee, 0, 5),
    hangoutLink: url,
    organizer: object({ email }, { displayName: text(1, 60) }),
  },
);

export const calendar = api({
  title: "Dayplan Calendar",
  server: "https://calendar.dayplan.example/v1",
  security: { main: oauth2("https://auth.dayplan.example/token", "calendar.read", "calendar.write") },
  errorStyle: "google",
  paths: {
    "/calendars": {
      post: endpoint("createCalendar", "Create a calendar", {
        body: object(
          { summary: text(2, 60), timeZone },
          {
            description: text(3, 160),
            color: pattern("^#[0-9a-f]{6}$"),
            owner: object({ email }, { displayName: text(1, 60) }),
            archiveOn: date,
            shared: flag,
          },
        ),
        answer: [
          200,
          object(
            { id: idOf("cal"), summary: text(2, 60), timeZone, etag: text(8, 40) },
            { color: pattern("^#[0-9a-f]{6}$") },
          ),
        ],
        errors: [400, 401, 403, 415],
        scopes: ["calendar.write"],
      }),
    },
    "/calendars/{calendarId}/events": {
      post: endpoint("createEvent", "Put an event into a calendar", {
        parameters: [calendarId, inQuery("sendUpdates", choice("all", "externalOnly", "none"))],
        body: object(
          { summary: text(1, 100), start: moment, end: moment },
          {
            location: text(1, 80),
            attendees: list(attendee, 1, 3),
            reminders: list(reminder, 1, 2),
            visibility: choice("default", "public", "private"),
          },
        ),
        answer: [200, event],
        errors: [400, 401, 403, 404, 415],
        scopes: ["calendar.write"],
      }),
      get: endpoint("listEvents", "List the events of a calendar", {
        parameters: [
          calendarId,
          inQuery("timeMin", dateTime, true),
          inQuery("timeMax", dateTime),
          inQuery("maxResults", integer(1, 250)),
          inQuery("orderBy", choice("startTime", "updated")),
          inQuery("showDeleted", flag),
        ],
        answer: [200, object({ items: list(event), timeZone, updated: dateTime }, { nextPageToken: text(8, 40) })],
        errors: [400, 401, 403, 404],
        scopes: ["calendar.read"],
      }),
    },
    "/calendars/{calendarId}/events/{eventId}": {
      patch: endpoint("updateEvent", "Change an event", {
        parameters: [calendarId, inPath("eventId", idOf("evt"))],
        body: object(
          {},
          {
            summary: text(1, 100),
            start: moment,
            end: moment,
            status: choice("confirmed", "tentative", "cancelled"),
            organizer: object({ email }),
            guestsCanModify: flag,
          },
        ),
        answer: [200, event],
        errors: [400, 401, 403, 404, 415],
        scopes: ["calendar.write"],
      }),
      delete: endpoint("deleteEvent", "Delete an event", {
        parameters: [
          calendarId,
          inPath("eventId", idOf("evt")),
          inQuery("sendUpdates", choice("all", "externalOnly", "none"), true),
        ],
        answer: [204],
        errors: [400, 401, 403, 404],
        scopes: ["calendar.write"],
      }),
    },
    "/freeBusy": {
      post: endpoint("queryFreeBusy", "Ask when people are busy", {
        body: object(
          { timeMin: dateTime, timeMax: dateTime, items: list(object({ email }, { priority: integer(1, 5) }), 1, 3) },
          { timeZone, calendarExpansionMax: integer(1, 50), mode: choice("busyOnly", "full") },
        ),
        answer: [
          200,
          object({
            timeMin: dateTime,
            timeMax: dateTime,
            calendars: list(object({ email, busy: list(object({ start: dateTime, end: dateTime }), 0, 3) }), 1, 3),
          }),
        ],
        errors: [400, 401, 403, 415],
        scopes: ["calendar.read"],
      }),
    },
  },
});
