import { describe, expect } from "vitest";
import { createLog } from "../../../platform/observability/create-log.ts";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { testSettings } from "@wordloom/testing/service/test-settings";
import { monitoringFeature } from "./monitoring.feature.ts";

const at = "/api/admin/monitoring";

/** The service's log, as written in production. */
const logOf = ({ clock, deps }: ScenarioApp) =>
  createLog(testSettings({ LOG_LEVEL: "debug" }), clock, { write: () => {} }, deps.logLines);

describe("GET /api/admin/monitoring/logs", () => {
  const given = (app: ScenarioApp) => {
    const log = logOf(app);
    log.debug({}, "first");
    app.clock.advance(1_000);
    log.info({ worker: "daily", rows: 3 }, "Second");
    app.clock.advance(1_000);
    const requestId = "r1";
    const cause = new Error("no row for ada@example.org");
    log.error({ requestId, path: "/api/x", cause, password: "Lovelace1815" }, "third");
    log.warn({}, "create it at http://x/admin/setup?token=S3cret-token");
  };
  const finds = (query: string, messages: readonly RegExp[]) => ({
    as: "admin" as const,
    given,
    status: 200,
    send: ["GET", `${at}/logs${query}`] as const,
    after: (_app: ScenarioApp, { body }: { readonly body: any }) => {
      const found = body.data.logs.map(({ message }: { message: string }) => message);
      expect(found).toEqual(messages.map((message) => expect.stringMatching(message)));
    },
  });
  const since = Date.parse("2026-05-01T12:00:01.000Z");
  scenarios(monitoringFeature, {
    "shows lines, newest first, with the process that wrote them": {
      as: "admin",
      given,
      send: ["GET", `${at}/logs`],
      status: 200,
      after: ({ deps }, { body }) => {
        const instance = deps.instance.id;
        expect(body.data.logs).toMatchObject([
          { level: "warn", target: "service", instance },
          { level: "error", target: "http", instance, tsMs: since + 1_000 },
          { level: "info", target: "daily", message: "Second (worker=daily, rows=3)", instance },
          { level: "debug", target: "service", message: "first", instance },
        ]);
      },
    },
    "shows no secrets and no personal data": {
      as: "admin",
      given,
      send: ["GET", `${at}/logs`],
      status: 200,
      after: (_app, { text }) => {
        expect(text).not.toMatch(/ada@|Lovelace1815|S3cret/);
        expect(text).toContain("no row for [hidden]");
      },
    },
    "shows as many as asked for": finds("?limit=1", [/^create/]),
    "shows a level and those above": finds("?level=warn", [/^create/, /^third/]),
    "refuses another level": {
      as: "admin",
      send: ["GET", `${at}/logs?level=loud`],
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
    },
    "finds text in any case": finds("?q=SECOND", [/^Second/]),
    "finds by the part of the service": finds("?target=daily", [/^Second/]),
    "finds long lines of requests": {
      ...finds("?target=http", [/^fourth \(details too long to keep\)/, /^third/]),
      given: (app: ScenarioApp) => {
        given(app);
        logOf(app).error({ requestId: "r2", query: "x".repeat(9_000) }, "fourth");
      },
    },
    "follows the log": finds(`?sinceMs=${since}`, [/^create/, /^third/]),
    "refuses a time that is no number": {
      as: "admin",
      send: ["GET", `${at}/logs?sinceMs=now`],
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
    },
  });
});

describe("GET /api/admin/monitoring/logs/export", () => {
  const send = ["GET", `${at}/logs/export?level=info`] as const;
  scenarios(monitoringFeature, {
    "is NDJSON, oldest first": {
      as: "admin",
      given: (app) => {
        const log = logOf(app);
        log.debug({}, "hidden by its level");
        for (let n = 0; n < 6_000; n += 1) log.info({}, `line ${n}`);
      },
      send,
      status: 200,
      headers: {
        "content-type": /^application\/x-ndjson/,
        "content-disposition": 'attachment; filename="wordloom-log.ndjson"',
      },
      after: (_app, { text }) => {
        const lines = text.trimEnd().split("\n");
        expect(lines).toHaveLength(5_000);
        expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: "info", message: "line 1000" });
        expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ message: "line 5999" });
      },
    },
    "is empty without lines": { as: "admin", send, status: 200, text: /^$/ },
  });
});
