import * as contract from "@wordloom/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildApp } from "./app.ts";
import { features } from "./features.ts";
import { silentLog } from "./platform/observability/log.ts";
import { testSettings } from "@wordloom/testing/service/test-settings";
import { buildTestApp, type TestApp } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(async () => {
  await app.close();
  await closeCleanDatabase();
});

const nameOf = ({ method, path }: contract.Endpoint) => `${method} ${path}`;

describe("the app", () => {
  it("mounts exactly the endpoints of the contract", () => {
    const promised = contract.endpointsOf(contract).map(nameOf).toSorted();
    expect(app.mounted().map(nameOf).toSorted()).toEqual(promised);
  });

  it("lists its features in order, each once", () => {
    const names = features.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)].toSorted());
  });

  it("runs its workers on the documented schedules", async () => {
    const status = await app.jobs.status();
    const schedules = Object.fromEntries(status.map((one) => [one.workerName, one.schedule]));
    expect(schedules).toMatchObject({
      algorithm_optimization: "0 0 * * *",
      app_event_rollup: "10 1 * * *",
      cache_cleanup: "every 10 min",
      canary_monitor: "every 5 min",
      clock_probe: "every 60 min",
      confusion_pair_cache: "0 5 * * 0",
      daily_aggregation: "0 1 * * *",
      delayed_reward: "every 5 min",
      dictionaries: "every 1 min",
      error_rate_watchdog: "every 1 min",
      forecast_rehearsal: "every 5 min",
      forgetting_alert: "30 6 * * *",
      health_analysis: "0 5 * * 1",
      heartbeat_watchdog: "every 5 s",
      instance_cleanup: "50 2 * * *",
      instance_heartbeat: "every 10 s",
      log_export: "every 60 min",
      metrics_flush: "every 5 min",
      monitoring_retention: "0 3 1 * *",
      password_reset_cleanup: "30 * * * *",
      probe_cleanup: "10 2 * * *",
      probe_sweeper: "every 10 s",
      rate_limit_cleanup: "every 5 min",
      records_outbox: "every 10 s",
      records_takeover: "every 2 s",
      request_stats_cleanup: "20 * * * *",
      request_stats_flush: "* * * * *",
      resource_sampler: "every 1 min",
      scheduler_health_watchdog: "every 1 min",
      session_cleanup: "0 * * * *",
      telemetry_cleanup: "0 2 * * *",
      wal_checkpoint: "every 10 min",
      weekly_report: "30 6 * * 1",
    });
  });

  it("cuts a run off after five minutes, except for these workers", () => {
    const workers = features.flatMap((feature) => feature.workers ?? []);
    const longer = workers.filter(({ runMaxMs }) => runMaxMs !== undefined);
    const minutes = longer.map(({ name, runMaxMs = 0 }) => [name, runMaxMs / 60_000]);
    expect(Object.fromEntries(minutes)).toEqual({
      algorithm_optimization: 30,
      daily_backup: 60,
      dictionaries: 15,
      imports: 15,
    });
  });

  it("counts these calls in separate buckets", () => {
    const counted = app.mounted().filter(({ bucket }) => bucket !== undefined);
    const byBucket = Object.groupBy(counted, ({ bucket }) => bucket ?? "");
    const { unlimited: _status, ...buckets } = byBucket;
    const named = Object.entries(buckets).map(([bucket, list = []]) => [
      bucket,
      list.map(({ path }) => path).toSorted(),
    ]);
    const auth = ["forgot-password", "login", "refresh", "register", "reset-password"];
    expect(Object.fromEntries(named)).toEqual({
      auth: [
        ...["confirm-email", ...auth, "verify-reset-token"].map((name) => `/api/auth/${name}`),
        "/api/users/me/email",
      ],
      admin_auth: ["login", "logout", "setup", "verify"].map((name) => `/api/admin/auth/${name}`),
      telemetry: ["/api/telemetry"],
      app_events: ["/api/telemetry/app-events"],
      error_reports: ["/api/telemetry/error"],
      probe: ["/api/admin/probe"],
    });
  });

  it("requires sign-in wherever the contract does", async () => {
    for (const endpoint of app.mounted().filter(({ access }) => access !== "none")) {
      const reply = await app.send(endpoint.method, endpoint.path.replace(/:\w+/g, "x"));
      expect(reply.status, nameOf(endpoint)).toBe(401);
      expect(reply.body.code).toBe("AUTH_UNAUTHORIZED");
      app.clock.advance(60_000);
    }
  });
});

it("opens its own database, listens, and closes everything", async () => {
  const settings = testSettings({});
  const own = await buildApp({ settings, log: silentLog });
  const { port } = await own.listen();
  expect(own.jobs.started).toBe(true);
  expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(200);
  await own.close();
  expect(own.jobs.started).toBe(false);
  await expect(fetch(`http://127.0.0.1:${port}/health/live`)).rejects.toThrow();
});
