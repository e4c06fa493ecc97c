/** Branchyard: repositories, issues and merge requests, in snake case, with errors as a list. */
import {
  api,
  bearer,
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

const slug = pattern("^[a-z][a-z0-9-]{1,38}$");
const login = pattern("^[a-z][a-z0-9-]{1,20}$");
const sha = pattern("^[0-9a-f]{40}$");
const number = integer(1, 99_999);
const label = text(2, 30);
const owner = inPath("owner", login);
const repo = inPath("repo", slug);

const repository = object(
  {
    id: number,
    name: slug,
    owner: object({ login, email }),
    private: flag,
    default_branch: text(1, 60),
    created_at: dateTime,
  },
  { description: nullable(text(1, 160)), homepage: url, topics: list(label, 0, 5), archived: flag },
);
const issue = object(
  { number, title: text(3, 120), state: choice("open", "closed"), author: login, created_at: dateTime },
  { body: text(1, 400), labels: list(label, 0, 5), assignees: list(login, 0, 3), closed_at: nullable(dateTime) },
);
const pull = object(
  {
    number,
    title: text(3, 120),
    state: choice("open", "closed", "merged"),
    head: text(1, 60),
    base: text(1, 60),
    updated_at: dateTime,
  },
  { draft: flag, reviewers: list(login, 0, 3), merge_commit_sha: nullable(sha) },
);

export const repositories = api({
  title: "Branchyard",
  server: "https://api.branchyard.example",
  security: { main: bearer },
  errorStyle: "errors-list",
  paths: {
    "/user/repos": {
      post: endpoint("createRepository", "Create a repository", {
        body: object(
          { name: slug, visibility: choice("public", "private", "internal") },
          {
            description: text(1, 160),
            homepage: url,
            has_issues: flag,
            license: choice("mit", "apache-2.0", "gpl-3.0"),
            owner: object({ login, email }),
            archive_at: dateTime,
          },
        ),
        answer: [201, repository],
        errors: [400, 401, 403, 415, 422],
        scopes: ["repo:write"],
      }),
    },
    "/repos/{owner}/{repo}/issues": {
      post: endpoint("createIssue", "Open an issue", {
        parameters: [owner, repo],
        body: object(
          { title: text(3, 120), severity: choice("low", "medium", "high", "critical") },
          {
            body: text(1, 400),
            labels: list(label, 1, 4),
            assignees: list(login, 1, 3),
            due_on: dateTime,
            reporter: object({ login, email }, { affected_version: pattern("^[0-9]+\\.[0-9]+\\.[0-9]+$") }),
          },
        ),
        answer: [201, issue],
        errors: [400, 401, 404, 415, 422],
        scopes: ["issues:write"],
      }),
      get: endpoint("listIssues", "List the issues of a repository", {
        parameters: [
          owner,
          repo,
          inQuery("state", choice("open", "closed", "all")),
          inQuery("labels", list(choice("bug", "feature", "docs", "security"), 1, 3)),
          inQuery("since", dateTime),
          inQuery("per_page", integer(1, 100)),
        ],
        answer: [
          200,
          object({ items: list(issue), total_count: integer(0, 10_000), next_page: nullable(integer(2, 500)) }),
        ],
        errors: [401, 404, 422],
      }),
    },
    "/repos/{owner}/{repo}/pulls/{number}": {
      patch: endpoint("updatePullRequest", "Change a pull request", {
        parameters: [owner, repo, inPath("number", number)],
        body: object(
          {},
          {
            title: text(3, 120),
            state: choice("open", "closed"),
            base: text(1, 60),
            draft: flag,
            reviewers: list(login, 1, 3),
            milestone: nullable(object({ title: text(3, 60), due_on: dateTime })),
          },
        ),
        answer: [200, pull],
        errors: [400, 401, 404, 415, 422],
        scopes: ["pulls:write"],
      }),
    },
    "/repos/{owner}/{repo}/pulls/{number}/merge": {
      put: endpoint("mergePullRequest", "Merge a pull request", {
        parameters: [owner, repo, inPath("number", number)],
        body: object(
          { sha, merge_method: choice("merge", "squash", "rebase") },
          {
            commit_title: text(3, 120),
            author: object({ name: text(1, 60), email }, { date: dateTime }),
            delete_branch: flag,
          },
        ),
        answer: [200, object({ sha, merged: flag, message: text(1, 120) }, { merged_at: dateTime })],
        errors: [400, 401, 404, 409, 415, 422],
        scopes: ["pulls:write"],
      }),
    },
    "/repos/{owner}/{repo}/collaborators/{login}": {
      put: endpoint("addCollaborator", "Give a person access to a repository", {
        parameters: [owner, repo, inPath("login", login)],
        body: object(
          { permission: choice("read", "triage", "write", "admin"), email },
          {
            expires_at: dateTime,
            note: text(3, 160),
            notify: object({ by_email: flag }, { language: choice("en", "de", "pt") }),
          },
        ),
        answer: [
          201,
          object({ id: number, login, permission: choice("read", "triage", "write", "admin"), invited_at: dateTime }),
        ],
        errors: [400, 401, 403, 404, 415, 422],
        scopes: ["repo:admin"],
      }),
    },
  },
});
