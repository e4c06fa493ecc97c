/** Staffnest: people and teams of a company, in camel case. */
import {
  api,
  apiKey,
  choice,
  date,
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
  uuid,
} from "./build.ts";

const role = choice("member", "manager", "admin", "auditor");
const phoneNumber = pattern("^\\+[1-9][0-9]{7,13}$");
const timezone = choice("UTC", "Europe/Madrid", "Europe/Berlin", "America/New_York", "Asia/Tokyo");
const profile = object({ displayName: text(1, 60), timezone }, { bio: text(1, 200), avatarUrl: url, birthday: date });
const user = object(
  { id: uuid, firstName: text(1, 40), lastName: text(1, 40), email, role, active: flag, createdAt: dateTime },
  { profile, teamId: nullable(uuid), lastLoginAt: nullable(dateTime) },
);
const userId = inPath("userId", uuid);

export const users = api({
  title: "Staffnest Directory",
  server: "https://directory.staffnest.example/api/v2",
  security: { main: apiKey("header", "X-Api-Key") },
  errorStyle: "problem",
  paths: {
    "/users": {
      post: endpoint("createUser", "Add a person to the directory", {
        body: object(
          { firstName: text(1, 40), lastName: text(1, 40), email, role },
          { startDate: date, phoneNumber, profile, sendInvitation: flag },
        ),
        answer: [201, user],
        errors: [400, 401, 409, 415, 422],
      }),
      get: endpoint("searchUsers", "Search the directory", {
        parameters: [
          inQuery("q", text(2, 40), true),
          inQuery("role", role),
          inQuery("active", flag),
          inQuery("page", integer(1, 500)),
          inQuery("sort", choice("lastName", "createdAt", "-createdAt")),
        ],
        answer: [
          200,
          object({ items: list(user), page: integer(1, 500), pageCount: integer(0, 500), query: text(2, 40) }),
        ],
        errors: [400, 401],
      }),
    },
    "/users/{userId}": {
      patch: endpoint("updateUser", "Change some fields of a person", {
        parameters: [userId],
        body: object(
          {},
          { email, role, active: flag, phoneNumber: nullable(phoneNumber), profile, contractEnd: nullable(date) },
        ),
        mediaTypes: ["application/merge-patch+json", "application/json"],
        answer: [200, user],
        errors: [400, 401, 404, 415, 422],
      }),
      delete: endpoint("removeUser", "Remove a person", {
        parameters: [userId, inQuery("transferTo", uuid, true), inQuery("effectiveOn", date)],
        answer: [204],
        errors: [400, 401, 404],
      }),
    },
    "/teams/{teamId}/members": {
      put: endpoint("replaceTeamMembers", "Replace the members of a team", {
        parameters: [inPath("teamId", uuid)],
        body: object(
          { members: list(object({ userId: uuid, role }, { since: date }), 1, 5), leadEmail: email },
          { reason: text(3, 120), notifyAt: dateTime },
        ),
        answer: [200, object({ teamId: uuid, memberCount: integer(0, 500), updatedAt: dateTime })],
        errors: [400, 401, 404, 415, 422],
      }),
    },
  },
});
