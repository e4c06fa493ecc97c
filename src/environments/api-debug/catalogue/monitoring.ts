/** Beaconet: monitors, metrics and incidents; the API key travels in the query. */
import {
  api,
  apiKey,
  choice,
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
  object,
  pattern,
  text,
  url,
} from "./build.ts";

const severity = choice("info", "warning", "critical");
const metric = pattern("^[a-z]+(\\.[a-z]+){1,3}$");
const tags = list(pattern("^[a-z]+:[a-z0-9-]+$"), 1, 4);
const thresholds = object(
  { critical: decimal(0, 10_000) },
  { warning: decimal(0, 10_000), recovery: decimal(0, 10_000) },
);
const monitor = object(
  { id: idOf("mon"), name: text(2, 80), kind: choice("metric", "http", "log"), muted: flag, created_at: dateTime },
  { thresholds, tags, last_triggered_at: dateTime },
);
const incident = object(
  {
    id: idOf("inc"),
    title: text(3, 100),
    severity,
    status: choice("open", "acknowledged", "resolved"),
    opened_at: dateTime,
  },
  { assignee: email, resolved_at: dateTime },
);

export const monitoring = api({
  title: "Beaconet Monitoring",
  server: "https://beaconet.example/api/v1",
  security: { main: apiKey("query", "api_key") },
  errorStyle: "errors-list",
  paths: {
    "/monitors": {
      post: endpoint("createMonitor", "Create a monitor", {
        body: object(
          { name: text(2, 80), kind: choice("metric", "http", "log"), query: text(5, 120), thresholds },
          {
            notify: list(email, 1, 3),
            interval_seconds: integer(30, 3600),
            tags,
            muted_until: dateTime,
            runbook_url: url,
          },
        ),
        answer: [201, monitor],
        errors: [400, 401, 415, 429],
      }),
      get: endpoint("listMonitors", "List monitors", {
        parameters: [
          inQuery("kind", choice("metric", "http", "log")),
          inQuery("tags", list(pattern("^[a-z]+:[a-z0-9-]+$"), 1, 3)),
          inQuery("muted", flag),
          inQuery("page", integer(0, 500)),
          inQuery("page_size", integer(1, 100)),
        ],
        answer: [200, object({ monitors: list(monitor), page: integer(0, 500), total_count: integer(0, 50_000) })],
        errors: [400, 401, 429],
      }),
    },
    "/monitors/{monitor_id}/mute": {
      put: endpoint("muteMonitor", "Silence a monitor for a while", {
        parameters: [inPath("monitor_id", idOf("mon"))],
        body: object(
          { until: dateTime, reason: text(3, 160) },
          { scope: object({ tags }, { host: pattern("^[a-z]+-[0-9]{2}$") }), silenced_by: email, level: severity },
        ),
        answer: [200, object({ id: idOf("mon"), muted: flag, until: dateTime })],
        errors: [400, 401, 404, 415],
      }),
    },
    "/series": {
      post: endpoint("submitSeries", "Submit metric points", {
        body: object(
          {
            series: list(
              object(
                { metric, points: list(object({ timestamp: dateTime, value: decimal(0, 100_000) }), 1, 3) },
                { kind: choice("count", "gauge", "rate"), tags },
              ),
              1,
              2,
            ),
          },
          { source: text(2, 40), labels: mapOf(text(1, 40), 3), contact: email },
        ),
        answer: [202, object({ accepted: integer(0, 1000), dropped: integer(0, 1000), received_at: dateTime })],
        errors: [400, 401, 413, 415, 429],
      }),
    },
    "/incidents/{incident_id}/updates": {
      post: endpoint("postIncidentUpdate", "Add an update to an incident", {
        parameters: [inPath("incident_id", idOf("inc"))],
        body: object(
          { message: text(3, 400), status: choice("open", "acknowledged", "resolved"), author: email },
          {
            severity,
            occurred_at: dateTime,
            impact: object({ services: list(text(2, 40), 1, 3), error_rate: decimal(0, 1) }),
          },
        ),
        answer: [201, incident],
        errors: [400, 401, 404, 415],
      }),
    },
    "/metrics/query": {
      get: endpoint("queryMetrics", "Read a metric over time", {
        parameters: [
          inQuery("metric", metric, true),
          inQuery("from", dateTime, true),
          inQuery("to", dateTime),
          inQuery("aggregate", choice("avg", "min", "max", "sum", "p95")),
          inQuery("step_seconds", integer(10, 86_400)),
        ],
        answer: [
          200,
          object({
            metric,
            unit: choice("ms", "bytes", "count", "percent"),
            points: list(object({ timestamp: dateTime, value: decimal(0, 100_000) }), 0, 4),
          }),
        ],
        errors: [400, 401, 429],
      }),
    },
  },
});
