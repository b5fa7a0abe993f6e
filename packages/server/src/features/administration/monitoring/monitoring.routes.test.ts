import type { MonitoredWorker } from "@wordloom/contract";
import { describe, expect } from "vitest";
import { VERSION } from "../../../platform/basics/version.ts";
import { noteIfRefused } from "../../../platform/memory/refused-writes.ts";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { testDialect } from "@wordloom/testing/databases/test-database";
import { counting } from "../../../testing/app/worker-processes.ts";
import { notifyAdmins } from "../../accounts/admin-notices/admin-notices.service.ts";
import { monitoringFeature } from "./monitoring.feature.ts";

const at = "/api/admin/monitoring";
const HOUR_MS = 3_600_000;

describe("GET /api/admin/monitoring/health", () => {
  const send = ["GET", `${at}/health`] as const;
  scenarios(monitoringFeature, {
    "tells of the service, its parts and its resources": {
      as: "admin",
      send,
      status: 200,
      body: {
        data: {
          status: "ok",
          storeProbeOk: true,
          version: VERSION,
          errorRate: 0,
          outbox: { pending: 0, lagSecs: 0, deadLetter: 0 },
          lastBackup: { at: null, ok: false },
          resources: { inflightRequests: 1 },
        },
      },
      after: (_app, { body }) => {
        const { dbSizeBytes, resources, services, uptimeSecs } = body.data;
        expect(Object.keys(services)).toEqual([
          ...["database", "redis", "workers", "outbox"],
          ...["mail", "llm", "updater", "backups", "signer", "requests"],
        ]);
        expect(dbSizeBytes).toBeGreaterThan(100_000);
        expect(uptimeSecs).toBeGreaterThanOrEqual(0);
        expect(resources.memoryRssBytes).toBeGreaterThan(10_000_000);
        expect(resources.memoryTotalBytes).toBeGreaterThan(resources.memoryRssBytes);
        expect(resources.diskTotalBytes).toBeGreaterThan(resources.diskFreeBytes);
        const { max, connections, idle } = resources.pool;
        expect(max).toBe(testDialect === "postgres" ? 4 : 1);
        expect(connections).toBeLessThanOrEqual(max);
        expect(idle).toBeLessThanOrEqual(connections);
        expect(resources.walSizeBytes).toBe(testDialect === "postgres" ? null : 0);
      },
    },
    "says why nothing can be stored": {
      as: "admin",
      given: ({ deps }) => {
        const refusal = { code: testDialect === "postgres" ? "53100" : "ERR_SQLITE_ERROR" };
        noteIfRefused(deps, Object.assign(new Error("no space left"), refusal, { errcode: 13 }));
      },
      send,
      status: 200,
      body: {
        data: {
          status: "down",
          reasons: ["The disk is full: nothing can be stored."],
          reasonDetails: [{ code: "disk_full", args: {} }],
        },
      },
    },
    "counts waiting answers and dead letters": {
      as: "admin",
      given: async ({ clock, deps }) => {
        const row = { user_id: "u1", client_record_id: "c", draft_json: "{}", run_after_ms: 0 };
        const accepted_at_ms = clock.nowMs() - 61_000;
        await deps.database
          .insertInto("answer_outbox")
          .values([
            { ...row, accepted_at_ms, last_error: null, dead_at_ms: null },
            { ...row, accepted_at_ms, last_error: "no", dead_at_ms: clock.nowMs() },
          ])
          .execute();
      },
      send,
      status: 200,
      body: {
        data: {
          outbox: { pending: 1, lagSecs: 61, deadLetter: 1 },
          services: {
            outbox: { healthy: false, code: "answer_waits", args: { seconds: 61 } },
          },
        },
      },
    },
    "says that mails lack a sender": {
      as: "admin",
      settings: { SMTP_URL: "smtp://mail.example.org", PUBLIC_URL: "https://words.example.org" },
      send,
      status: 200,
      body: { data: { services: { mail: { healthy: false, code: "mail_without_sender" } } } },
    },
    "says what mails lack without the address of the service": {
      as: "admin",
      settings: { SMTP_URL: "smtp://mail.example.org" },
      send,
      status: 200,
      body: {
        data: {
          services: {
            mail: {
              healthy: false,
              detail: "Mail to learners has codes instead of links: PUBLIC_URL isn't set.",
              also: [{ code: "mail_without_sender", detail: /SMTP_FROM isn't set/ }],
            },
          },
        },
      },
    },
    "measures the processor between samples": {
      as: "admin",
      given: async (app) => {
        expect(await app.jobs.runNow("resource_sampler")).toBe("ok");
        const until = performance.now() + 30;
        while (performance.now() < until);
        app.clock.advance(1_000);
      },
      send,
      status: 200,
      after: async ({ deps }, { body }) => {
        expect(body.data.resources.cpuPct).toBeGreaterThan(0);
        const text = await deps.metrics.text();
        expect(text).toContain("process_cpu_percent");
        expect(text).toContain("database_connections ");
      },
    },
  });
});

describe("GET /api/admin/monitoring/database", () => {
  const send = ["GET", `${at}/database`] as const;
  scenarios(monitoringFeature, {
    "tells size and tables": {
      as: "admin",
      send,
      status: 200,
      after: (_app, { body }) => {
        const { tables, tableCount, sizeOnDisk, pageSize, pageCount, ...others } = body.data;
        const names = tables.map(({ name }: { name: string }) => name);
        expect(tableCount).toBe(names.length);
        expect(names).toEqual(expect.arrayContaining(["users", "words", "schema_migrations"]));
        expect(sizeOnDisk).toBeGreaterThan(100_000);
        if (testDialect === "postgres") {
          expect({ pageSize, pageCount, ...others }).toEqual({
            pageSize: null,
            pageCount: null,
            walEnabled: null,
            walSizeBytes: null,
          });
          return;
        }
        expect(pageSize * pageCount).toBe(sizeOnDisk);
        // In memory there is no log.
        expect(others).toEqual({ walEnabled: false, walSizeBytes: 0 });
        const rows = tables.find(({ name }: { name: string }) => name === "users").rows;
        expect(rows).toBe(1);
      },
    },
  });
});

const daily = counting("daily", { schedule: { cron: "0 0 * * *" }, enabled: () => false });
const failing = {
  ...counting("failing", { everywhere: true }).worker,
  run: () => Promise.reject(new Error("ada@example.org refused")),
};
const slow = {
  ...counting("slow", { everywhere: true }).worker,
  run: (_: unknown, signal: AbortSignal) =>
    new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve())),
};
const working = { ...monitoringFeature, workers: [daily.worker, failing, slow] };

describe("GET /api/admin/monitoring/workers", () => {
  const send = ["GET", `${at}/workers`] as const;
  scenarios(working, {
    "tells schedules and latest runs, without personal data": {
      as: "admin",
      given: (app) => app.jobs.runNow("failing"),
      send,
      status: 200,
      after: ({ clock }, { body }) => {
        const workers = body.data.workers as MonitoredWorker[];
        const one = (name: string) => workers.find(({ workerName }) => workerName === name);
        expect(one("daily")).toEqual({
          workerName: "daily",
          schedule: "0 0 * * *",
          enabled: false,
          missCount: 0,
          lastRunAt: null,
          lastDurationMs: null,
          lastOutcome: null,
          lastError: null,
          nextRunAt: null,
        });
        expect(one("failing")).toMatchObject({
          schedule: "every 10 s",
          enabled: true,
          lastOutcome: "failed",
          lastDurationMs: 0,
          lastError: "[hidden] refused",
          lastRunAt: new Date(clock.nowMs()).toISOString(),
        });
        const names = workers.map(({ workerName }) => workerName);
        expect(names).toEqual(names.toSorted());
        expect(names).toEqual(expect.arrayContaining(["clock_probe", "log_export"]));
      },
    },
  });
});

describe("POST /api/admin/monitoring/workers/{name}/run", () => {
  const send = (name: string) => ["POST", `${at}/workers/${name}/run`] as const;
  scenarios(working, {
    "runs a disabled worker, and records it": {
      as: "admin",
      given: async (app) => {
        await app.jobs.runNow("daily");
        daily.counter.runs = 0;
      },
      send: send("daily"),
      status: 202,
      body: { data: { started: true } },
      headers: { "X-Audit-Id": /^\d+$/ },
      after: async (app, { body }) => {
        await app.jobs.idle();
        expect(daily.counter.runs, JSON.stringify(body)).toBe(1);
        const audit = await app.deps.database.selectFrom("audit_log").selectAll().execute();
        expect(audit).toMatchObject([
          { action: "worker.run", admin_id: "a1", target_type: "worker", target_id: "daily" },
        ]);
      },
    },
    "refuses one that is running, and records nothing": {
      as: "admin",
      given: (app) => void app.jobs.runNow("slow"),
      send: send("slow"),
      status: 409,
      body: { code: "WORKER_RUNNING" },
      after: async ({ deps }) => {
        expect(await deps.database.selectFrom("audit_log").selectAll().execute()).toEqual([]);
      },
    },
    "refuses one that has been asked for": {
      as: "admin",
      send: send("daily"),
      twice: true,
      status: 409,
      body: { code: "WORKER_RUNNING" },
    },
    "knows no other": {
      as: "admin",
      send: send("nobody"),
      status: 404,
      body: { code: "NOT_FOUND" },
    },
  });
});

describe("GET /api/admin/monitoring/events", () => {
  const given = async (app: ScenarioApp) => {
    const { clock, deps } = app;
    const about = { kind: "incident", subject: "a", severity: "error" } as const;
    const notice = { ...about, code: "backup_failed", args: {} } as const;
    await notifyAdmins(deps, notice);
    clock.advance(25 * HOUR_MS);
    const run = { worker: "w", duration_ms: 1, started_at_ms: clock.nowMs() };
    await deps.database
      .insertInto("job_runs")
      .values([
        { ...run, outcome: "failed", error: "ada@example.org refused" },
        { ...run, outcome: "ok", error: null },
      ])
      .execute();
    clock.advance(1_000);
    const facts = { host: "h", pid: 7, version: "v1.0.0" };
    const times = { started_at_ms: clock.nowMs(), last_seen_at_ms: clock.nowMs() };
    await deps.database
      .insertInto("service_instances")
      .values({ id: "i", ...facts, ...times })
      .execute();
    clock.advance(1_000);
    await notifyAdmins(deps, notice);
  };
  scenarios(monitoringFeature, {
    "tells notices, failed runs and starts of a day, newest first": {
      as: "admin",
      given,
      send: ["GET", `${at}/events`],
      status: 200,
      after: ({ clock }, { body }) => {
        expect(body.data.events).toEqual([
          {
            tsMs: clock.nowMs(),
            severity: "error",
            title: "A backup failed",
            desc: expect.any(String) as string,
            code: "backup_failed",
            args: {},
          },
          {
            tsMs: clock.nowMs() - 1_000,
            severity: "info",
            title: "Started v1.0.0",
            desc: "Process 7 on h.",
            code: "process_started",
            args: { version: "v1.0.0", host: "h", pid: 7 },
          },
          {
            tsMs: clock.nowMs() - 2_000,
            severity: "warning",
            title: "The worker w failed",
            desc: "[hidden] refused",
            code: "run_failed",
            args: { worker: "w", error: "[hidden] refused" },
          },
        ]);
      },
    },
    "looks back as far as asked": {
      as: "admin",
      given,
      send: ["GET", `${at}/events?hours=48`],
      status: 200,
      after: (_app, { body }) => expect(body.data.events).toHaveLength(4),
    },
    "looks back at least an hour": {
      as: "admin",
      given,
      send: ["GET", `${at}/events?hours=0`],
      status: 200,
      after: (_app, { body }) => expect(body.data.events).toHaveLength(3),
    },
  });
});

describe("GET /api/admin/monitoring/check-update", () => {
  const send = ["GET", `${at}/check-update`] as const;
  scenarios(monitoringFeature, {
    "tells of the newest stable release": {
      as: "admin",
      send,
      status: 200,
      settings: { UPDATE_CHECK_API_URL: "https://releases.example/list" },
      given: async ({ clock, deps }) => {
        const release = (tag: string) => ({
          tag,
          prerelease: false,
          publishedAtMs: null,
          notes: `notes of ${tag}`,
          pageUrl: `https://releases.example/tag/${tag}`,
          assets: [],
        });
        const releases = [release("v98.0.0"), release("v99.0.0-beta.1")];
        await deps.database
          .insertInto("release_list")
          .values({
            id: 1,
            url: "https://releases.example/list",
            etag: null,
            checked_at_ms: clock.nowMs(),
            blocked_until_ms: null,
            releases_json: JSON.stringify(releases),
          })
          .execute();
      },
      body: {
        data: {
          currentVersion: VERSION,
          latestVersion: "v98.0.0",
          hasUpdate: true,
          releaseUrl: "https://releases.example/tag/v98.0.0",
          releaseNotes: "notes of v98.0.0",
        },
      },
    },
    "knows of no release": {
      as: "admin",
      send,
      status: 200,
      body: {
        data: {
          currentVersion: VERSION,
          latestVersion: null,
          hasUpdate: false,
          releaseUrl: null,
          releaseNotes: null,
        },
      },
    },
  });
});
