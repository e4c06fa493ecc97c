/** Quayline: builds, deployments and secrets, with errors in plain text. */
import {
  api,
  bearer,
  choice,
  dateTime,
  decimal,
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
  nullable,
  object,
  pattern,
  text,
  url,
  uuid,
} from "./build.ts";

const environment = choice("development", "staging", "production");
const service = pattern("^[a-z]+(-[a-z]+)*$");
const image = pattern("^[a-z0-9./-]+:[0-9]+\\.[0-9]+\\.[0-9]+$");
const sha = pattern("^[0-9a-f]{40}$");
const resources = object({ cpu: decimal(0.1, 16), memory_mb: integer(64, 65_536) }, { gpu: integer(0, 8) });
const deployment = object(
  {
    id: idOf("dep"),
    service,
    environment,
    image,
    status: choice("queued", "rolling", "live", "failed"),
    created_at: dateTime,
  },
  { replicas: integer(1, 50), requested_by: email, url, finished_at: nullable(dateTime) },
);
const build = object(
  {
    id: idOf("bld"),
    commit: sha,
    branch: text(1, 60),
    result: choice("passed", "failed", "running"),
    started_at: dateTime,
  },
  { duration_seconds: integer(0, 7200), author: email },
);

export const devops = api({
  title: "Quayline Deployments",
  server: "https://quayline.example/api",
  security: { main: bearer },
  errorStyle: "plain",
  paths: {
    "/deployments": {
      post: endpoint("createDeployment", "Deploy an image", {
        parameters: [inHeader("X-Correlation-Id", uuid)],
        body: object(
          { service, environment, image, replicas: integer(1, 50) },
          {
            resources,
            strategy: choice("rolling", "blue_green", "canary"),
            start_at: dateTime,
            approver: email,
            env: mapOf(text(1, 60), 3),
          },
        ),
        answer: [201, deployment],
        errors: [400, 401, 403, 409, 415],
        scopes: ["deploy"],
      }),
    },
    "/deployments/{deployment_id}/rollback": {
      post: endpoint("rollbackDeployment", "Go back to an earlier deployment", {
        parameters: [inPath("deployment_id", idOf("dep"))],
        body: object(
          { target: idOf("dep"), reason: text(3, 200) },
          {
            urgency: choice("low", "normal", "immediate"),
            requested_by: email,
            not_before: dateTime,
            drain: object({ enabled: flag, timeout_seconds: integer(1, 600) }),
          },
        ),
        answer: [202, deployment],
        errors: [400, 401, 403, 404, 415],
        scopes: ["deploy"],
      }),
    },
    "/services/{service}/scale": {
      patch: endpoint("scaleService", "Change how a service scales", {
        parameters: [inPath("service", service), inQuery("environment", environment, true)],
        body: object(
          { min_replicas: integer(0, 20), max_replicas: integer(1, 100) },
          {
            target_cpu_percent: integer(10, 95),
            resources,
            schedule: object({ from: dateTime, to: dateTime }),
            owner: email,
            mode: choice("auto", "manual"),
          },
        ),
        answer: [
          200,
          object({
            service,
            environment,
            min_replicas: integer(0, 20),
            max_replicas: integer(1, 100),
            updated_at: dateTime,
          }),
        ],
        errors: [400, 401, 403, 404, 415],
        scopes: ["scale"],
      }),
    },
    "/pipelines/{pipeline_id}/runs": {
      post: endpoint("startPipelineRun", "Start a pipeline", {
        parameters: [inPath("pipeline_id", idOf("pip"))],
        body: object(
          { branch: text(1, 60), commit: sha, trigger: choice("manual", "schedule", "webhook") },
          {
            variables: mapOf(text(1, 60), 3),
            notify: email,
            cache: object({ enabled: flag }, { ttl_hours: integer(1, 168) }),
            start_at: dateTime,
          },
        ),
        answer: [
          201,
          object({
            run_id: idOf("run"),
            pipeline_id: idOf("pip"),
            status: choice("queued", "running"),
            queued_at: dateTime,
          }),
        ],
        errors: [400, 401, 404, 415, 429],
        scopes: ["pipelines"],
      }),
    },
    "/environments/{environment}/secrets/{name}": {
      put: endpoint("setSecret", "Set a secret", {
        parameters: [inPath("environment", environment), inPath("name", pattern("^[A-Z][A-Z0-9_]{2,30}$"))],
        body: object(
          { value: text(8, 200), kind: choice("token", "password", "certificate") },
          { expires_at: dateTime, owner: email, rotation: object({ every_days: integer(1, 365), automatic: flag }) },
        ),
        answer: [
          200,
          object({
            name: pattern("^[A-Z][A-Z0-9_]{2,30}$"),
            environment,
            version: integer(1, 1000),
            updated_at: dateTime,
          }),
        ],
        errors: [400, 401, 403, 404, 415],
        scopes: ["secrets"],
      }),
      delete: endpoint("deleteSecret", "Delete a secret", {
        parameters: [
          inPath("environment", environment),
          inPath("name", pattern("^[A-Z][A-Z0-9_]{2,30}$")),
          inQuery("version", integer(1, 1000)),
          inHeader("X-Correlation-Id", uuid, true),
        ],
        answer: [204],
        errors: [400, 401, 403, 404],
        scopes: ["secrets"],
      }),
    },
    "/builds": {
      get: endpoint("listBuilds", "List builds", {
        parameters: [
          inQuery("branch", text(1, 60)),
          inQuery("result", choice("passed", "failed", "running")),
          inQuery("started_after", dateTime),
          inQuery("author", email),
          inQuery("limit", integer(1, 100)),
        ],
        answer: [200, object({ builds: list(build), has_more: flag })],
        errors: [400, 401],
      }),
    },
  },
});
