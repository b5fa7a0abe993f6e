import { describe, expect } from "vitest";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { dialectOf } from "../../../platform/database/dialect/dialect-of.ts";
import { noteIfRefused } from "../../../platform/memory/refused-writes.ts";
import { healthRoutes } from "./health.routes.ts";
import { probeRoutes } from "../../clients/probe/probe.routes.ts";
import { PAGE_POLICY } from "./health-page.ts";

const shape = { status: "ok", error_rate: 0 };

/** Makes every query fail, as when the database server is gone. */
function loseDatabase(app: ScenarioApp): void {
  Object.assign(app.deps.database, {
    getExecutor: () => {
      throw new Error("connection lost");
    },
  });
}

const FULL = "The disk is full: nothing can be stored.";

/** The database has refused a write as it does on a full disk. */
function fillDisk({ deps }: ScenarioApp): void {
  const sqlite = { code: "ERR_SQLITE_ERROR", errcode: 13 };
  const refusal = dialectOf(deps.database) === "sqlite" ? sqlite : { code: "53100" };
  noteIfRefused(deps, Object.assign(new Error("no space left"), refusal));
}

/** Sends results of probes, which are switched off. */
async function refusedProbeResults({ send, u1 }: ScenarioApp, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const { status } = await send("POST", "/api/probe/results", { body: {}, headers: u1.headers });
    expect(status).toBe(503);
  }
}

describe("GET /health", () => {
  scenarios([healthRoutes, probeRoutes], {
    "is bare JSON for a program": {
      send: ["GET", "/health"],
      status: 200,
      body: shape,
      headers: { "content-type": /^application\/json/, vary: /accept/ },
      after: (_app, { body }) => {
        expect(Object.keys(body)).toEqual(["status", "version", "uptime_seconds", "error_rate"]);
      },
    },
    "is JSON when the client accepts anything": {
      send: ["GET", "/health", undefined, { accept: "*/*" }],
      status: 200,
      body: shape,
    },
    "is a page for a browser": {
      send: ["GET", "/health", undefined, { accept: "text/html,*/*;q=0.8" }],
      status: 200,
      text: /^<!doctype html>.*All is well/s,
      headers: { "content-type": /^text\/html/, "content-security-policy": PAGE_POLICY },
    },
    "answers HEAD": { send: ["HEAD", "/health"], status: 200, text: /^$/ },
    "stays open during maintenance": {
      given: (app) => app.deps.maintenance.set(true),
      send: ["GET", "/health"],
      status: 200,
      body: shape,
    },
    "reports failed requests": {
      given: (app) => {
        for (let n = 0; n < 20; n += 1) app.deps.metrics.request("GET", "/x", 500, 0.01);
      },
      send: ["GET", "/health"],
      status: 200,
      body: {
        status: "degraded",
        reasons: ["More than 1 % of requests fail."],
        reasonDetails: [{ code: "requests_failing", args: {} }],
      },
    },
    "reports no failure while probe results and calls in maintenance are refused": {
      as: "learner",
      given: async (app) => {
        await refusedProbeResults(app, 300);
        await app.deps.maintenance.set(true);
        await refusedProbeResults(app, 300);
      },
      send: ["GET", "/health"],
      status: 200,
      after: ({ deps }, { body }) => {
        expect(body).toMatchObject({ status: "ok", error_rate: 0 });
        const { requests } = deps.metrics.errorRate(deps.clock.nowMs());
        expect(requests, "they do not dilute it either").toBeLessThan(20);
      },
    },
    "raises no alarm for one failure in 25, nor for its own 503": {
      given: ({ deps }) => {
        for (let n = 0; n < 25; n += 1) deps.metrics.request("GET", "/x", n < 1 ? 500 : 200, 0.01);
        for (let n = 0; n < 30; n += 1) deps.metrics.request("GET", "/health", 503, 0.01);
      },
      send: ["GET", "/health"],
      status: 200,
      after: (_app, { body }) => expect(body).toMatchObject({ status: "ok", error_rate: 31 / 55 }),
    },
    "is down on a full disk, where nothing can be stored": {
      given: fillDisk,
      send: ["GET", "/health"],
      status: 503,
      body: { status: "down", reasons: [FULL] },
    },
    "is well again once the database stores again": {
      given: (app) => {
        fillDisk(app);
        app.clock.advance(30_000);
      },
      send: ["GET", "/health"],
      status: 200,
      body: { status: "ok" },
    },
    "is down without a database": {
      given: loseDatabase,
      send: ["GET", "/health"],
      status: 503,
      body: { status: "down", reasons: ["The database does not answer."] },
    },
    "is a page for a browser, even without a database": {
      given: loseDatabase,
      send: ["GET", "/health", undefined, { accept: "text/html" }],
      status: 503,
      text: /Not working/,
    },
  });
});

describe("GET /api/health", () => {
  scenarios(healthRoutes, {
    "is the same JSON, even for a browser": {
      send: ["GET", "/api/health", undefined, { accept: "text/html" }],
      status: 200,
      body: shape,
    },
    "stays open during maintenance": {
      given: (app) => app.deps.maintenance.set(true),
      send: ["GET", "/api/health"],
      status: 200,
    },
    "is down without a database": {
      given: loseDatabase,
      send: ["GET", "/api/health"],
      status: 503,
      body: { status: "down" },
    },
  });
});

describe("GET /health/live", () => {
  scenarios(healthRoutes, {
    "is ok even without a database": {
      given: loseDatabase,
      send: ["GET", "/health/live"],
      status: 200,
      body: { status: "ok" },
    },
  });
});

describe("GET /health/ready", () => {
  scenarios(healthRoutes, {
    "is ok once background work has started": {
      given: (app) => app.jobs.start(),
      send: ["GET", "/health/ready"],
      status: 200,
      body: { status: "ok" },
    },
    "is down on a full disk": {
      given: (app) => {
        app.jobs.start();
        fillDisk(app);
      },
      send: ["GET", "/health/ready"],
      status: 503,
      body: { status: "down", reasons: [FULL] },
    },
    "is down where a quota or a fault of the disk refuses writes": {
      given: (app) => {
        app.jobs.start();
        const ioErrorOfWrite = { code: "ERR_SQLITE_ERROR", errcode: 778 };
        noteIfRefused(app.deps, Object.assign(new Error("disk I/O error"), ioErrorOfWrite));
      },
      send: ["GET", "/health/ready"],
      status: 503,
      body: { status: "down", reasonDetails: [{ code: "database_read_only", args: {} }] },
    },
    "is ok although a read failed": {
      given: (app) => {
        app.jobs.start();
        const ioErrorOfRead = { code: "ERR_SQLITE_ERROR", errcode: 266 };
        noteIfRefused(app.deps, Object.assign(new Error("disk I/O error"), ioErrorOfRead));
      },
      send: ["GET", "/health/ready"],
      status: 200,
      body: { status: "ok" },
    },
    "is down before background work has started": {
      send: ["GET", "/health/ready"],
      status: 503,
      body: {
        status: "down",
        reasons: ["Workers have not been started."],
        reasonDetails: [{ code: "workers_not_started", args: {} }],
      },
    },
    "is down without a database": {
      given: loseDatabase,
      send: ["GET", "/health/ready"],
      status: 503,
      body: { status: "down" },
    },
  });
});

describe("GET /health/database", () => {
  scenarios(healthRoutes, {
    "answers an administrator with bare JSON": {
      as: "admin",
      send: ["GET", "/health/database"],
      status: 200,
      body: { healthy: true, consecutiveFailures: 0 },
    },
  });
});
