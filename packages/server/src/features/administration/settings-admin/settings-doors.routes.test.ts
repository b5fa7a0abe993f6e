import { describe, expect } from "vitest";
import { createRecordingSink } from "@wordloom/testing/service/recording-sink";
import { addPlainLearners } from "@wordloom/testing/content/plain-learners";
import { noteSeen } from "../../accounts/users/last-seen.service.ts";
import { addDevice, connectDevice } from "@wordloom/testing/content/devices";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { usersRoutes } from "../../accounts/users/users.routes.ts";
import { clientGates } from "../../clients/client-gates/client-gates.service.ts";
import { statusRoutes } from "../../clients/status/status.routes.ts";
import { healthRoutes } from "../../operations/health/health.routes.ts";
import { recordsRoutes } from "../../study/records/records.routes.ts";
import { settingsAdminRoutes } from "./settings-admin.routes.ts";

const feature = {
  routes: [settingsAdminRoutes, usersRoutes, statusRoutes, healthRoutes, recordsRoutes],
  gates: clientGates,
};
const refused = (code: string) => ({ success: false, code });
const DAY_MS = 86_400_000;

/** The entries of the audit log: actions and targets. */
const acts = async ({ deps }: ScenarioApp) => {
  const rows = await deps.database.selectFrom("audit_log").selectAll().orderBy("id").execute();
  return rows.map((row) => `${row.action} of ${row.target_type} ${row.target_id}`);
};

/** Registers a native device of a learner. */
async function addApp(
  app: ScenarioApp,
  id: string,
  version: string | null,
  {
    platform = "ios",
    daysAgo = 0,
    owner = id,
  }: { platform?: string; daysAgo?: number; owner?: string } = {},
): Promise<void> {
  await addDevice(app, id, { owner, platform });
  await app.deps.database
    .updateTable("devices")
    .set({ app_version: version, last_seen_at_ms: app.clock.nowMs() - daysAgo * DAY_MS })
    .where("id", "=", id)
    .execute();
}

describe("POST /api/admin/settings/maintenance", () => {
  const path = "/api/admin/settings/maintenance";
  const statuses = async ({ send, u1, a1 }: ScenarioApp) => ({
    learner: (await send("GET", "/api/users/me", { headers: u1.headers })).status,
    status: (await send("GET", "/api/status")).status,
    health: (await send("GET", "/api/health")).status,
    admin: (await send("GET", "/api/admin/settings", { headers: a1.headers })).status,
  });

  scenarios(feature, {
    "refuses a body without active": {
      as: "admin",
      send: ["POST", path, {}],
      status: 400,
      body: refused("INVALID_REQUEST_BODY"),
    },
    "locks learners out, not administrators and status": {
      as: "admin",
      send: ["POST", path, { active: true }],
      status: 200,
      body: { data: { active: true } },
      publishes: ["all:maintenance"],
      headers: { "x-audit-id": /^\d+$/ },
      after: async (app) => {
        expect(await statuses(app)).toEqual({ learner: 503, status: 200, health: 200, admin: 200 });
        const rows = await app.deps.database.selectFrom("system_settings").selectAll().execute();
        expect(rows).toMatchObject([{ key: "maintenance_mode", value_json: "true" }]);
        expect(await acts(app)).toEqual(["settings.maintenance of settings maintenance"]);
      },
    },
    "lets learners in again": {
      as: "admin",
      given: ({ a1, send }) => send("POST", path, { headers: a1.headers, body: { active: true } }),
      send: ["POST", path, { active: false }],
      status: 200,
      body: { data: { active: false } },
      publishes: ["all:maintenance"],
      after: async (app) => expect(await statuses(app)).toMatchObject({ learner: 200 }),
    },
    "announces no change without one": {
      as: "admin",
      send: ["POST", path, { active: false }],
      status: 200,
      publishes: [],
    },
  });
});

describe("POST /api/admin/settings/maintenance/preview", () => {
  const path = "/api/admin/settings/maintenance/preview";
  const answer = { wordId: "w1", isCorrect: true, responseTimeMs: 900 };

  scenarios(feature, {
    "counts streams, active learners and waiting answers": {
      as: "admin",
      given: async (app) => {
        await addApp(app, "d1", null, { owner: "u1" });
        await addApp(app, "d2", null, { owner: "u1" });
        await addApp(app, "d3", null, { owner: "u3", daysAgo: 1 });
        connectDevice(app, app.u1, "d1");
        connectDevice(app, app.u1, "d2");
        await app.word();
        await app.send("POST", "/api/records", { headers: app.u1.headers, body: answer });
      },
      send: ["POST", path],
      status: 200,
      body: { data: { learnerStreams: 2, activeLearners15m: 1, pendingAnswers: 1 } },
      after: ({ deps }) => expect(deps.maintenance.active).toBe(false),
    },
    "counts learners without a device once each: by stream, request, sign-in and answer": {
      as: "admin",
      given: async (app) => {
        const { database } = app.deps;
        await addPlainLearners(database, ["asks", "answers", "signs-in", "away"]);
        const nowMs = app.clock.nowMs();
        const before = { created_at_ms: nowMs - DAY_MS, last_seen_at_ms: nowMs - DAY_MS };
        await database.updateTable("users").set(before).execute();
        await database
          .updateTable("sessions")
          .set({ created_at_ms: nowMs - DAY_MS })
          .execute();
        const listener = { kind: "learner", accountId: app.u1.id, sessionId: "s" } as const;
        for (let n = 0; n < 2; n += 1) {
          app.deps.events.open({ listener, maintenanceActive: false }).start(createRecordingSink());
        }
        noteSeen(app.deps, "asks");
        noteSeen(app.deps, app.u1.id);
        await database
          .insertInto("sessions")
          .values({
            id: "s-in",
            kind: "learner",
            account_id: "signs-in",
            created_at_ms: nowMs,
            expires_at_ms: nowMs + DAY_MS,
          })
          .execute();
        const waiting = { client_record_id: "c", draft_json: "{}", attempts: 0, run_after_ms: 0 };
        await database
          .insertInto("answer_outbox")
          .values({ ...waiting, user_id: "answers", accepted_at_ms: nowMs })
          .execute();
      },
      send: ["POST", path],
      status: 200,
      body: { data: { activeLearners15m: 4 } },
    },
  });
});

describe("GET /api/admin/settings/version-gate", () => {
  const path = "/api/admin/settings/version-gate";
  scenarios(feature, {
    "shows the gate without any minimum": {
      as: "admin",
      send: ["GET", path],
      status: 200,
      body: {
        data: {
          enabled: false,
          minClientVersion: "",
          envMinClientVersion: null,
          effectiveMinClientVersion: null,
          strictModeEnabled: false,
        },
      },
    },
    "shows the environment's minimum": {
      as: "admin",
      settings: { MIN_CLIENT_VERSION: "1.6.0", STRICT_MODE_ENABLED: "true" },
      send: ["GET", path],
      status: 200,
      body: {
        data: {
          envMinClientVersion: "1.6.0",
          effectiveMinClientVersion: "1.6.0",
          strictModeEnabled: true,
        },
      },
    },
  });
});

describe("PUT /api/admin/settings/version-gate", () => {
  const path = "/api/admin/settings/version-gate";
  const settings = { MIN_CLIENT_VERSION: "1.6.0" };
  const set = ({ a1, send }: ScenarioApp, body: object) =>
    send("PUT", path, { headers: a1.headers, body });
  const strict = async (app: ScenarioApp) => {
    await addApp(app, "d1", "1.9.0", { owner: "u1" });
    connectDevice(app, app.u1, "d1");
    await set(app, { enabled: true, minClientVersion: "2.0.0" });
  };

  scenarios(feature, {
    "refuses older apps at once": {
      as: "admin",
      settings,
      send: ["PUT", path, { enabled: true, minClientVersion: "v2.0.0" }],
      status: 200,
      body: {
        data: { enabled: true, minClientVersion: "v2.0.0", effectiveMinClientVersion: "v2.0.0" },
      },
      headers: { "x-audit-id": /^\d+$/ },
      publishes: [],
      after: async (app) => {
        const headers = { ...app.u1.headers, "x-device-platform": "ios", "x-app-version": "1.9.0" };
        const reply = await app.send("GET", "/api/users/me", { headers });
        expect(reply).toMatchObject({ status: 400, body: refused("CLIENT_OUTDATED") });
        expect(await acts(app)).toEqual(["set_version_gate of settings version_gate"]);
      },
    },
    "keeps the environment's higher minimum": {
      as: "admin",
      settings,
      send: ["PUT", path, { enabled: true, minClientVersion: "1.0.0" }],
      status: 200,
      body: { data: { minClientVersion: "1.0.0", effectiveMinClientVersion: "1.6.0" } },
    },
    "changes one of the two": {
      as: "admin",
      given: (app) => set(app, { enabled: true, minClientVersion: "2.0.0" }),
      send: ["PUT", path, { minClientVersion: "3.0.0" }],
      status: 200,
      body: { data: { enabled: true, minClientVersion: "3.0.0" } },
    },
    "notifies devices that are no longer refused": {
      as: "admin",
      given: strict,
      send: ["PUT", path, { enabled: false }],
      status: 200,
      publishes: ["u1/d1:upgrade_cleared"],
      after: ({ hub }) =>
        expect(hub.recordedEvents()).toEqual([{ type: "upgrade_cleared", origin: "gate" }]),
    },
    "notifies no device that it still refuses": {
      as: "admin",
      given: strict,
      send: ["PUT", path, { minClientVersion: "1.9.1" }],
      status: 200,
      publishes: [],
    },
    "removes the stored minimum with null": {
      as: "admin",
      settings,
      given: strict,
      send: ["PUT", path, { minClientVersion: null }],
      status: 200,
      body: { data: { minClientVersion: "", effectiveMinClientVersion: "1.6.0" } },
      publishes: ["u1/d1:upgrade_cleared"],
    },
    "refuses a minimum that is no version": {
      as: "admin",
      send: ["PUT", path, { enabled: true, minClientVersion: "new" }],
      status: 400,
      body: refused("INVALID_MIN_CLIENT_VERSION"),
      after: async (app) => expect(await acts(app)).toEqual([]),
    },
    "refuses a text for the flag": {
      as: "admin",
      send: ["PUT", path, { enabled: "yes" }],
      status: 400,
      body: refused("INVALID_REQUEST_BODY"),
    },
  });
});

describe("POST /api/admin/settings/version-gate/preview", () => {
  const path = "/api/admin/settings/version-gate/preview";
  const given = async (app: ScenarioApp) => {
    await addApp(app, "d1", "1.9.0", { owner: "u1" });
    await addApp(app, "d2", "1.9.0-beta.1", { owner: "u1", platform: "android" });
    await addApp(app, "d3", null, { owner: "u3", platform: "android" });
    await addApp(app, "d4", "2.0.0", { owner: "u4" });
    await addApp(app, "d5", "0.1.0", { owner: "u5", platform: "web" });
    await addApp(app, "d6", "0.1.0", { owner: "u6", daysAgo: 31 });
    await addApp(app, "d7", "new", { owner: "u7" });
  };

  scenarios(feature, {
    "counts the native devices of 30 days that would be refused": {
      as: "admin",
      given,
      send: ["POST", path, { minClientVersion: "2.0.0" }],
      status: 200,
      body: {
        data: {
          devices: 4,
          users: 3,
          byPlatform: [
            { platform: "android", devices: 2 },
            { platform: "ios", devices: 2 },
          ],
          unreadable: 2,
        },
      },
      after: async (app) => expect(await acts(app)).toEqual([]),
    },
    "counts nothing in an empty installation": {
      as: "admin",
      send: ["POST", path, { minClientVersion: "2.0.0" }],
      status: 200,
      body: { data: { devices: 0, users: 0, byPlatform: [], unreadable: 0 } },
    },
    "refuses a minimum that is no version": {
      as: "admin",
      send: ["POST", path, { minClientVersion: "2" }],
      status: 400,
      body: refused("INVALID_MIN_CLIENT_VERSION"),
    },
    "refuses a body without one": {
      as: "admin",
      send: ["POST", path, {}],
      status: 400,
      body: refused("INVALID_REQUEST_BODY"),
    },
  });
});

describe("GET /api/admin/settings/schema", () => {
  const path = "/api/admin/settings/schema";
  const settings = {
    JWT_EXPIRES_IN_HOURS: "3",
    SMTP_URL: "smtp://user:geheim@mail.example.org",
  };

  scenarios(feature, {
    "describes every setting, with its source": {
      as: "admin",
      settings,
      given: ({ a1, send }) =>
        send("PUT", "/api/admin/settings", { headers: a1.headers, body: { max_users: 7 } }),
      send: ["GET", path],
      status: 200,
      after: ({ clock, deps }, { body, text }) => {
        const about = (key: string) =>
          body.data.fields.find((field: { key: string }) => field.key === key);
        expect(about("max_users")).toEqual({
          key: "max_users",
          group: "Accounts",
          type: "integer",
          min: 1,
          max: 1_000_000,
          default: 10_000,
          unit: "accounts",
          description: expect.any(String),
          effect: "at_once",
          source: "stored",
          origin: "stored",
          value: 7,
          inherited: 10_000,
          environment: null,
          updatedAt: new Date(clock.nowMs()).toISOString(),
          updatedBy: "a1",
        });
        expect(about("access_token_hours")).toMatchObject({
          default: 1,
          value: 3,
          source: "environment",
          effect: "new_sessions",
          environment: { name: "JWT_EXPIRES_IN_HOURS", value: 3 },
          updatedAt: null,
        });
        expect(about("default_daily_words")).toMatchObject({ source: "default", value: 20 });
        expect(about("llm_advisor_cron")).toMatchObject({ value: "*/20 * * * *" });
        expect(about("PORT")).toMatchObject({
          effect: "restart",
          default: 3_000,
          value: 0,
          min: 0,
          max: 65_535,
        });
        expect(about("LOG_DIR")).toMatchObject({ source: "default", origin: "default" });
        expect(about("JWT_SECRET")).toMatchObject({ value: "set", origin: "environment" });
        expect(about("SMTP_URL")).toMatchObject({ value: "set", default: null });
        expect(about("METRICS_TOKEN")).toMatchObject({ value: "unset", source: "default" });
        expect(text).not.toMatch(/geheim/);
        expect(text).not.toContain(deps.settings.JWT_SECRET);
      },
    },
  });
});
