import { describe, expect } from "vitest";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { addDevice, connectDevice } from "@wordloom/testing/content/devices";
import { adminAuthRoutes } from "../../accounts/admin-auth/admin-auth.routes.ts";
import { authRoutes } from "../../accounts/auth/auth.routes.ts";
import { usersRoutes } from "../../accounts/users/users.routes.ts";
import { studyConfigRoutes } from "../../study/study-config/study-config.routes.ts";
import { clientGates } from "../../clients/client-gates/client-gates.service.ts";
import { settingsAdminRoutes } from "./settings-admin.routes.ts";

const path = "/api/admin/settings";
const feature = {
  routes: [settingsAdminRoutes, adminAuthRoutes, authRoutes, usersRoutes, studyConfigRoutes],
  gates: clientGates,
};
const refused = (code: string) => ({ success: false, code });

const put = async ({ a1, send }: ScenarioApp, body: object) =>
  (await send("PUT", path, { body, headers: a1.headers })).body;
const settingsOf = async ({ a1, send }: ScenarioApp) =>
  (await send("GET", path, { headers: a1.headers })).body.data;
const audit = ({ deps }: ScenarioApp) =>
  deps.database.selectFrom("audit_log").selectAll().orderBy("id").execute();
const storedKeys = async ({ deps }: ScenarioApp) => {
  const rows = await deps.database.selectFrom("system_settings").select("key").execute();
  return rows.map(({ key }) => key).toSorted();
};
const signUp = (app: ScenarioApp, name: string) =>
  app.send("POST", "/api/auth/register", {
    body: { email: `${name}@example.org`, username: name, password: "Right-pw-1" },
  });

describe("GET /api/admin/settings", () => {
  scenarios(feature, {
    "shows the defaults": {
      as: "admin",
      send: ["GET", path],
      status: 200,
      after: (_, { body }) =>
        expect(body.data).toEqual({
          max_users: 10_000,
          registration_enabled: true,
          maintenance_mode: false,
          default_daily_words: 20,
          llm_advisor_max_cost_per_month_yuan: 100,
          llm_advisor_current_month_spent_yuan: 0,
          amas_auto_apply_enabled: 0,
          amas_auto_apply_max_per_day: 1,
          amas_auto_apply_min_confidence: 0.8,
          wordbook_center_url: "",
          canary_reward_drop_threshold: 0.05,
          canary_anomaly_rise_threshold: 0.05,
          min_client_version: "",
          version_gate_enabled: false,
          access_token_hours: 1,
          refresh_token_days: 30,
          admin_token_hours: 2,
          admin_remember_days: 30,
          rate_limit_exempt: "",
          rate_limits: {
            anonymous: { window_secs: 60, max: 120 },
            authenticated: { window_secs: 60, max: 600 },
            auth: { window_secs: 60, max: 10 },
            admin_auth: { window_secs: 60, max: 10 },
            telemetry: { window_secs: 60, max: 120 },
            app_events: { window_secs: 60, max: 120 },
            error_reports: { window_secs: 60, max: 30 },
            probe: { window_secs: 60, max: 10 },
          },
        }),
    },
    "shows the environment's values": {
      as: "admin",
      settings: {
        LLM_MAX_COST_PER_MONTH_YUAN: "7",
        JWT_EXPIRES_IN_HOURS: "3",
        AUTH_RATE_LIMIT_MAX: "77",
        AUTH_RATE_LIMIT_WINDOW_SECS: "90",
      },
      send: ["GET", path],
      status: 200,
      body: {
        data: {
          llm_advisor_max_cost_per_month_yuan: 7,
          access_token_hours: 3,
          rate_limits: { auth: { window_secs: 90, max: 77 } },
        },
      },
    },
    "reports the language model's cost this month": {
      as: "admin",
      settings: { LLM_USD_TO_CNY_RATE: "7" },
      given: async ({ deps, clock }) => {
        const day = new Date(clock.nowMs()).toISOString().slice(0, 10);
        const values = { calls: 1, tokens_input: 1, tokens_output: 1, reserved_usd: 0 };
        await deps.database
          .insertInto("llm_usage")
          .values([
            { day, cost_usd: 0.5, ...values },
            { day: "2001-01-01", cost_usd: 9, ...values },
          ])
          .execute();
      },
      send: ["GET", path],
      status: 200,
      body: { data: { llm_advisor_current_month_spent_yuan: 3.5 } },
    },
  });
});

/** A change that is stored and shown. */
const keeps = (change: Record<string, unknown>, shown: object = change): Scenario => ({
  as: "admin",
  send: ["PUT", path, change],
  status: 200,
  body: { success: true, data: shown },
  after: async (app) => expect(await settingsOf(app)).toMatchObject(shown),
});

/** A change that is refused and changes nothing. */
const refuses = (change: Record<string, unknown>, code: string): Scenario => ({
  as: "admin",
  send: ["PUT", path, { ...change, registration_enabled: false }],
  status: 400,
  body: { ...refused(code), faults: [{ field: Object.keys(change)[0] }] },
  after: async (app) => {
    expect(await settingsOf(app)).toMatchObject({ registration_enabled: true });
    expect([await storedKeys(app), await audit(app)]).toEqual([[], []]);
  },
});

describe("PUT /api/admin/settings", () => {
  scenarios(feature, {
    "changes some and keeps the others": {
      ...keeps({ max_users: 5, default_daily_words: 7 }, { max_users: 5, admin_token_hours: 2 }),
      headers: { "x-audit-id": /^\d+$/ },
    },
    "changes nothing without a field": { ...keeps({}, { max_users: 10_000 }) },
    "ignores unknown and read-only fields": {
      ...keeps({ llm_advisor_current_month_spent_yuan: 5, no_such: 1, llm_advisor_model: "x" }, {}),
      after: async (app) => expect(await storedKeys(app)).toEqual([]),
    },
    "accepts booleans for the advisor's flag": keeps(
      { amas_auto_apply_enabled: true },
      { amas_auto_apply_enabled: 1 },
    ),
    "accepts 0 and 1 for the advisor's flag": keeps({ amas_auto_apply_enabled: 1 }),
    "accepts the minimum and maximum of each range": keeps({
      max_users: 1_000_000,
      default_daily_words: 200,
      amas_auto_apply_max_per_day: 0,
      llm_advisor_max_cost_per_month_yuan: 10_000,
      amas_auto_apply_min_confidence: 0,
      canary_reward_drop_threshold: 1,
      canary_anomaly_rise_threshold: 0,
      access_token_hours: 720,
      refresh_token_days: 365,
      admin_token_hours: 24,
      admin_remember_days: 90,
      wordbook_center_url: "https://books.example.org/index",
      rate_limits: { probe: { window_secs: 3_600, max: 100_000 } },
    }),
    "accepts the low ends as well": keeps({
      max_users: 1,
      default_daily_words: 1,
      amas_auto_apply_max_per_day: 20,
      llm_advisor_max_cost_per_month_yuan: 1,
      amas_auto_apply_min_confidence: 1,
      access_token_hours: 1,
      refresh_token_days: 1,
      admin_token_hours: 1,
      admin_remember_days: 1,
      rate_limits: { probe: { window_secs: 1, max: 1 } },
    }),
    "refuses no accounts": refuses({ max_users: 0 }, "INVALID_MAX_USERS"),
    "refuses too many accounts": refuses({ max_users: 1_000_001 }, "INVALID_MAX_USERS"),
    "refuses half an account": refuses({ max_users: 1.5 }, "INVALID_MAX_USERS"),
    "refuses a text for a number": refuses({ max_users: "5" }, "INVALID_REQUEST_BODY"),
    "refuses a number for a flag": refuses({ maintenance_mode: 1 }, "INVALID_REQUEST_BODY"),
    "refuses 201 words a day": refuses({ default_daily_words: 201 }, "INVALID_DAILY_WORDS"),
    "refuses a budget below 1": refuses(
      { llm_advisor_max_cost_per_month_yuan: 0.5 },
      "INVALID_LLM_BUDGET",
    ),
    "refuses 2 for the advisor's flag": refuses(
      { amas_auto_apply_enabled: 2 },
      "INVALID_REQUEST_BODY",
    ),
    "refuses 21 suggestions a day": refuses(
      { amas_auto_apply_max_per_day: 21 },
      "INVALID_AUTO_APPLY_LIMIT",
    ),
    "refuses a confidence above 1": refuses(
      { amas_auto_apply_min_confidence: 1.1 },
      "INVALID_CONFIDENCE",
    ),
    "refuses a center that is no URL": refuses(
      { wordbook_center_url: "books" },
      "WB_CENTER_INVALID_URL",
    ),
    "refuses a center in the local network": refuses(
      { wordbook_center_url: "http://192.168.1.2/index" },
      "WB_CENTER_INVALID_URL",
    ),
    "accepts a center in the local network if the operator allows it": {
      ...keeps({ wordbook_center_url: "http://192.168.1.2/index" }),
      settings: { WORDBOOK_CENTER_ALLOW_PRIVATE: "true" },
    },
    "refuses a threshold above 1": refuses(
      { canary_reward_drop_threshold: 1.01 },
      "INVALID_CANARY_THRESHOLD",
    ),
    "refuses a negative threshold": refuses(
      { canary_anomaly_rise_threshold: -0.1 },
      "INVALID_CANARY_THRESHOLD",
    ),
    "refuses a minimum with a leading zero": refuses(
      { min_client_version: "01.2.0" },
      "INVALID_MIN_CLIENT_VERSION",
    ),
    "refuses a minimum that is no version": refuses(
      { min_client_version: "1.2" },
      "INVALID_MIN_CLIENT_VERSION",
    ),
    "refuses an access token of half an hour": refuses(
      { access_token_hours: 0.5 },
      "FIELD_OUT_OF_RANGE",
    ),
    "refuses a refresh token of 366 days": refuses(
      { refresh_token_days: 366 },
      "FIELD_OUT_OF_RANGE",
    ),
    "refuses 25 hours of administration": refuses({ admin_token_hours: 25 }, "FIELD_OUT_OF_RANGE"),
    "refuses to remember administrators for 91 days": refuses(
      { admin_remember_days: 91 },
      "FIELD_OUT_OF_RANGE",
    ),
    "refuses a rate limit of 0": refuses(
      { rate_limits: { auth: { window_secs: 60, max: 0 } } },
      "FIELD_OUT_OF_RANGE",
    ),
    "refuses a window of more than an hour": refuses(
      { rate_limits: { auth: { window_secs: 3_601, max: 1 } } },
      "FIELD_OUT_OF_RANGE",
    ),
    "refuses a rate limit without a window": refuses(
      { rate_limits: { auth: { max: 1 } } },
      "INVALID_REQUEST_BODY",
    ),
    "lists several faults in the order of the settings, with the first one's code": {
      as: "admin",
      send: [
        "PUT",
        path,
        { rate_limits: { auth: 1 }, access_token_hours: 0, max_users: 3, default_daily_words: 0 },
      ],
      status: 400,
      body: {
        code: "INVALID_DAILY_WORDS",
        message: expect.stringMatching(/default_daily_words.*access_token_hours.*rate_limits/),
        faults: [
          { field: "default_daily_words", rule: "Words per day must be 1 to 200." },
          { field: "access_token_hours", rule: "A value is out of its range." },
          { field: "rate_limits", rule: expect.stringContaining("auth") },
        ],
      },
      after: async (app) => expect(await storedKeys(app)).toEqual([]),
    },
    "removes stored values with null": {
      as: "admin",
      settings: { JWT_EXPIRES_IN_HOURS: "3" },
      given: (app) => put(app, { access_token_hours: 9, max_users: 4 }),
      send: ["PUT", path, { access_token_hours: null }],
      status: 200,
      body: { data: { access_token_hours: 3, max_users: 4 } },
      after: async (app) => expect(await storedKeys(app)).toEqual(["max_users"]),
    },
    "merges rate limits by bucket": {
      as: "admin",
      given: (app) => put(app, { rate_limits: { auth: { window_secs: 30, max: 3 } } }),
      send: ["PUT", path, { rate_limits: { probe: { window_secs: 20, max: 2 } } }],
      status: 200,
      body: {
        data: {
          rate_limits: {
            auth: { window_secs: 30, max: 3 },
            probe: { window_secs: 20, max: 2 },
            anonymous: { window_secs: 60, max: 120 },
          },
        },
      },
    },
    "removes the limit of one bucket with null": {
      as: "admin",
      given: (app) =>
        put(app, {
          rate_limits: {
            auth: { window_secs: 30, max: 3 },
            probe: { window_secs: 20, max: 2 },
          },
        }),
      send: ["PUT", path, { rate_limits: { auth: null } }],
      status: 200,
      body: {
        data: {
          rate_limits: { auth: { window_secs: 60, max: 10 }, probe: { window_secs: 20, max: 2 } },
        },
      },
    },
    "is written to the audit log": {
      ...keeps({ max_users: 6 }),
      after: async (app, { headers }) => {
        const [entry] = await audit(app);
        expect(entry).toMatchObject({
          action: "settings.update",
          admin_id: "a1",
          target_type: "settings",
          target_id: "system",
        });
        expect(JSON.parse(entry?.metadata_json ?? "")).toEqual({ changes: { max_users: 6 } });
        expect(entry).toMatchObject({ ip: "127.0.0.1", session_id: expect.any(String) });
        const [before, after] = [entry?.before_json, entry?.after_json];
        expect(JSON.parse(before ?? "")).toEqual({ max_users: expect.any(Number) });
        expect(JSON.parse(before ?? "")).not.toEqual({ max_users: 6 });
        expect(JSON.parse(after ?? "")).toEqual({ max_users: 6 });
        expect(headers["x-audit-id"]).toBe(String(entry?.id));
      },
    },
    "closes and opens registration at once": {
      ...keeps({ registration_enabled: false }),
      after: async (app) => {
        expect(await signUp(app, "ada")).toMatchObject({ status: 403, body: refused("FORBIDDEN") });
        await put(app, { registration_enabled: true });
        expect(await signUp(app, "ada")).toMatchObject({ status: 201 });
      },
    },
    "limits the accounts at once": {
      ...keeps({ max_users: 2 }),
      after: async (app) => {
        expect(await signUp(app, "ada")).toMatchObject({ status: 201 });
        expect(await signUp(app, "bob")).toMatchObject({ status: 403, body: refused("FORBIDDEN") });
      },
    },
    "sets the daily words of learners who have not chosen": {
      ...keeps({ default_daily_words: 33 }),
      after: async ({ send, u1 }) => {
        const reply = await send("GET", "/api/study-config", { headers: u1.headers });
        expect(reply.body.data).toMatchObject({ dailyWordCount: 33 });
      },
    },
    "sets the lifetime of new access tokens": {
      ...keeps({ access_token_hours: 5 }),
      after: async (app) => {
        const { body } = await signUp(app, "ada");
        const [, claims = ""] = String(body.data.accessToken).split(".");
        const { iat, exp } = JSON.parse(Buffer.from(claims, "base64url").toString());
        expect(exp - iat).toBe(5 * 3_600);
      },
    },
    "changes rate limits at once, also within a window": {
      ...keeps({ rate_limits: { authenticated: { window_secs: 60, max: 3 } } }),
      after: async (app) => {
        const me = () => app.send("GET", "/api/users/me", { headers: app.u1.headers });
        expect((await me()).headers).toMatchObject({ "ratelimit-limit": "3" });
        expect([(await me()).status, (await me()).status, (await me()).status]).toEqual([
          200, 200, 429,
        ]);
        await app.deps.database.deleteFrom("system_settings").execute();
        await put(
          { ...app, a1: await app.admin() },
          {
            rate_limits: { authenticated: { window_secs: 1, max: 9 } },
          },
        );
        expect((await me()).headers).toMatchObject({
          "ratelimit-limit": "9",
          "ratelimit-remaining": "8",
          "ratelimit-reset": "1",
        });
      },
    },
    "switches maintenance like its route": {
      ...keeps({ maintenance_mode: true }),
      publishes: ["all:maintenance"],
      after: async (app) => {
        const me = await app.send("GET", "/api/users/me", { headers: app.u1.headers });
        expect(me).toMatchObject({ status: 503, body: { code: "MAINTENANCE" } });
        app.hub.forgetRecorded();
        await put(app, { maintenance_mode: null });
        expect(app.hub.recorded()).toEqual(["all:maintenance"]);
        expect(app.deps.maintenance.active).toBe(false);
      },
    },
    "notifies devices that a lower minimum no longer refuses": {
      as: "admin",
      given: async (app) => {
        await addDevice(app, "d1", { owner: "u1", platform: "ios" });
        connectDevice(app, app.u1, "d1");
        await put(app, { min_client_version: "2.0.0", version_gate_enabled: true });
      },
      send: ["PUT", path, { min_client_version: null }],
      status: 200,
      publishes: ["u1/d1:upgrade_cleared"],
    },
  });
});
