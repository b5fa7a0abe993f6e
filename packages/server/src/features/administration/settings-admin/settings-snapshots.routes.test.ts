import { describe, expect } from "vitest";
import { changeSettings } from "../../../testing/rows/advice.ts";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { advisorCron } from "../advisor/advisor-schedule.service.ts";
import { settingsAdminRoutes } from "./settings-admin.routes.ts";
import { settingsSnapshotsRoutes } from "./settings-snapshots.routes.ts";

const routes = [settingsAdminRoutes, settingsSnapshotsRoutes];
const settings = "/api/admin/settings";
const path = "/api/admin/settings/snapshots";
const refused = (code: string) => ({ success: false, code });
const absent = { status: 404, body: refused("NOT_FOUND") } as const;

const call = async ({ a1, send }: ScenarioApp, method: string, url: string, body?: object) =>
  (await send(method, url, { headers: a1.headers, ...(body && { body }) })).body.data;
const put = (app: ScenarioApp, body: object) => call(app, "PUT", settings, body);
const keep = (app: ScenarioApp, name: string) => call(app, "POST", path, { name });
const list = async (app: ScenarioApp) => (await call(app, "GET", path)).snapshots;
const rows = ({ deps }: ScenarioApp) =>
  deps.database.selectFrom("settings_snapshots").selectAll().orderBy("seq").execute();
const actions = async ({ deps }: ScenarioApp) => {
  const entries = await deps.database.selectFrom("audit_log").selectAll().orderBy("id").execute();
  return entries.map(({ action }) => action);
};

/** Stored settings whose newest snapshot, `s`, holds the first values. */
async function changed(app: ScenarioApp): Promise<string> {
  await put(app, { max_users: 5, rate_limits: { auth: { window_secs: 30, max: 3 } } });
  const { id } = await keep(app, "Before the fair");
  await put(app, {
    max_users: null,
    default_daily_words: 9,
    rate_limits: { auth: { window_secs: 10, max: 1 }, probe: { window_secs: 10, max: 1 } },
  });
  await put(app, { maintenance_mode: true });
  return id;
}

describe("GET /api/admin/settings/snapshots", () => {
  scenarios(routes, {
    "lists snapshots with later changes, newest first": {
      as: "admin",
      given: changed,
      send: ["GET", path],
      status: 200,
      after: ({ clock }, { body }) => {
        const createdAt = new Date(clock.nowMs()).toISOString();
        const common = { id: expect.any(String), note: null, createdAt, createdBy: "a1" };
        expect(body.data.snapshots).toEqual([
          {
            ...common,
            kind: "auto",
            name: "before max_users, default_daily_words, rate_limits",
            changed: ["max_users", "default_daily_words", "rate_limits"],
          },
          {
            ...common,
            kind: "manual",
            name: "Before the fair",
            changed: ["max_users", "default_daily_words", "rate_limits"],
          },
          {
            ...common,
            kind: "auto",
            name: "before max_users, rate_limits",
            changed: ["default_daily_words", "rate_limits"],
          },
        ]);
      },
    },
    "keeps the last 50 that were made before changes": {
      as: "admin",
      given: async (app) => {
        for (let users = 1; users <= 53; users += 1) await put(app, { max_users: users });
      },
      send: ["GET", path],
      status: 200,
      after: async (app, { body }) => {
        expect(body.data.snapshots).toHaveLength(50);
        const values = (await rows(app)).map(({ values_json }) => values_json);
        expect([values[0], values[49]]).toEqual(['{"max_users":3}', '{"max_users":52}']);
      },
    },
    "has none for a change without effect": {
      as: "admin",
      given: async (app) => {
        await put(app, { max_users: 4 });
        await put(app, { max_users: 4, maintenance_mode: true });
        await put(app, { max_users: 0 });
      },
      send: ["GET", path],
      status: 200,
      after: (_, { body }) => expect(body.data.snapshots).toHaveLength(1),
    },
  });
});

describe("GET /api/admin/settings/snapshots/{id}", () => {
  scenarios(routes, {
    "shows the stored values": {
      as: "admin",
      send: async (app) => ["GET", `${path}/${await changed(app)}`],
      status: 200,
      after: (_, { body }) =>
        expect(body.data).toMatchObject({
          name: "Before the fair",
          values: { max_users: 5, rate_limits: { auth: { window_secs: 30, max: 3 } } },
        }),
    },
    "does not find another": { as: "admin", send: ["GET", `${path}/none`], ...absent },
  });
});

describe("POST /api/admin/settings/snapshots", () => {
  const refuses = (body: object, code: string): Scenario => ({
    as: "admin",
    send: ["POST", path, body],
    status: 400,
    body: refused(code),
    after: async (app) => expect([await rows(app), await actions(app)]).toEqual([[], []]),
  });

  scenarios(routes, {
    "keeps the stored settings, without maintenance": {
      as: "admin",
      given: (app) => put(app, { maintenance_mode: true, max_users: 5 }),
      send: ["POST", path, { name: " Before the fair ", note: "Ask Ada." }],
      status: 201,
      headers: { "x-audit-id": /^\d+$/ },
      body: {
        data: { name: "Before the fair", note: "Ask Ada.", kind: "manual", changed: [] },
      },
      after: async (app) => {
        expect((await rows(app)).at(-1)).toMatchObject({ values_json: '{"max_users":5}' });
        expect(await actions(app)).toEqual(["settings.update", "settings.snapshot.create"]);
      },
    },
    "accepts 50 and refuses one more": {
      as: "admin",
      given: async (app) => {
        for (let n = 1; n < 50; n += 1) await keep(app, `Snapshot ${n}`);
        await put(app, { max_users: 5 });
        expect(await keep(app, "Snapshot 50")).toMatchObject({ kind: "manual" });
      },
      send: ["POST", path, { name: "Snapshot 51" }],
      status: 409,
      body: refused("CONFLICT"),
      after: async (app) => expect(await rows(app)).toHaveLength(51),
    },
    "refuses an empty name": refuses({ name: " " }, "VALIDATION_ERROR"),
    "refuses a name of 101 characters": refuses({ name: "n".repeat(101) }, "VALIDATION_ERROR"),
    "refuses a note of 501 characters": refuses(
      { name: "n", note: "o".repeat(501) },
      "VALIDATION_ERROR",
    ),
    "refuses a body without a name": refuses({}, "INVALID_REQUEST_BODY"),
  });
});

describe("POST /api/admin/settings/snapshots/{id}/restore", () => {
  /** Stores a snapshot that this version would not create. */
  const insert = async ({ deps, clock }: ScenarioApp, values: object) => {
    const row = { id: "old", kind: "manual", name: "old", note: null } as const;
    const values_json = JSON.stringify(values);
    await deps.database
      .insertInto("settings_snapshots")
      .values({ ...row, values_json, created_at_ms: clock.nowMs(), created_by: "a1" })
      .execute();
  };
  /** A value that was valid in an older version. */
  const refuses = (name: string, value: unknown, code: string): Scenario => ({
    as: "admin",
    given: (app) => insert(app, { registration_enabled: false, [name]: value }),
    send: ["POST", `${path}/old/restore`],
    status: 400,
    body: { ...refused(code), faults: [{ field: name }] },
    after: async (app) => {
      expect(await call(app, "GET", settings)).toMatchObject({ registration_enabled: true });
      expect(await rows(app)).toHaveLength(1);
    },
  });

  scenarios(routes, {
    "stores a value of the snapshot again although it is in force": {
      as: "admin",
      given: (app) => insert(app, { max_users: 10_000 }),
      send: ["POST", `${path}/old/restore`],
      status: 200,
      after: async ({ deps }) => {
        const kept = await deps.database.selectFrom("system_settings").select("key").execute();
        expect(kept).toEqual([{ key: "max_users" }]);
      },
    },
    "restores the minimum version of an earlier release": {
      as: "admin",
      given: (app) => insert(app, { min_client_version: "01.6.0" }),
      send: ["POST", `${path}/old/restore`],
      status: 200,
      body: { data: { min_client_version: "1.6.0" } },
    },
    "restores the stored values and unsets the others, but not maintenance": {
      as: "admin",
      send: async (app) => ["POST", `${path}/${await changed(app)}/restore`],
      status: 200,
      headers: { "x-audit-id": /^\d+$/ },
      body: {
        data: {
          max_users: 5,
          default_daily_words: 20,
          maintenance_mode: true,
          rate_limits: { auth: { window_secs: 30, max: 3 }, probe: { window_secs: 60, max: 10 } },
        },
      },
      after: async (app) => {
        expect((await actions(app)).at(-1)).toBe("settings.snapshot.restore");
        const [newest, , manual] = await list(app);
        expect(newest).toMatchObject({ kind: "auto" });
        expect(manual).toMatchObject({ kind: "manual", changed: [] });
      },
    },
    "unsets everything if nothing was stored then": {
      as: "admin",
      send: async (app) => {
        const { id } = await keep(app, "At first");
        await put(app, { max_users: 5, rate_limits: { auth: { window_secs: 30, max: 3 } } });
        return ["POST", `${path}/${id}/restore`];
      },
      status: 200,
      body: { data: { max_users: 10_000, rate_limits: { auth: { window_secs: 60, max: 10 } } } },
      after: async ({ deps }) =>
        expect(await deps.database.selectFrom("system_settings").selectAll().execute()).toEqual([]),
    },
    "restores the advisor's schedule at once": {
      as: "admin",
      settings: { LLM_ENABLED: "true", LLM_MOCK: "true" },
      send: async (app) => {
        await changeSettings(app, { llm_advisor_enabled: true, llm_advisor_cron: "0 3 * * *" });
        const { id } = await keep(app, "By night");
        await changeSettings(app, { llm_advisor_cron: "0 4 * * *" });
        return ["POST", `${path}/${id}/restore`];
      },
      status: 200,
      after: ({ deps }) => expect(advisorCron(deps)).toBe("0 3 * * *"),
    },
    "does not find another": { as: "admin", send: ["POST", `${path}/none/restore`], ...absent },
    "refuses an outdated number of accounts": refuses("max_users", 0, "INVALID_MAX_USERS"),
    "refuses an outdated number of words": refuses(
      "default_daily_words",
      900,
      "INVALID_DAILY_WORDS",
    ),
    "refuses an outdated budget": refuses(
      "llm_advisor_max_cost_per_month_yuan",
      0,
      "INVALID_LLM_BUDGET",
    ),
    "refuses an outdated limit of the advisor": refuses(
      "amas_auto_apply_max_per_day",
      99,
      "INVALID_AUTO_APPLY_LIMIT",
    ),
    "refuses an outdated confidence": refuses(
      "amas_auto_apply_min_confidence",
      9,
      "INVALID_CONFIDENCE",
    ),
    "refuses a center that is no longer allowed": refuses(
      "wordbook_center_url",
      "http://10.0.0.1/",
      "WB_CENTER_INVALID_URL",
    ),
    "refuses an outdated threshold": refuses(
      "canary_reward_drop_threshold",
      9,
      "INVALID_CANARY_THRESHOLD",
    ),
    "refuses an outdated minimum version": refuses(
      "min_client_version",
      "1",
      "INVALID_MIN_CLIENT_VERSION",
    ),
    "refuses an outdated lifetime": refuses("access_token_hours", 0.1, "FIELD_OUT_OF_RANGE"),
  });
});

describe("DELETE /api/admin/settings/snapshots/{id}", () => {
  scenarios(routes, {
    "deletes a snapshot": {
      as: "admin",
      send: async (app) => ["DELETE", `${path}/${(await keep(app, "n")).id}`],
      status: 200,
      headers: { "x-audit-id": /^\d+$/ },
      body: { data: { deleted: true } },
      after: async (app) => {
        expect(await rows(app)).toEqual([]);
        expect(await actions(app)).toEqual([
          "settings.snapshot.create",
          "settings.snapshot.delete",
        ]);
      },
    },
    "does not find another": { as: "admin", send: ["DELETE", `${path}/none`], ...absent },
  });
});
