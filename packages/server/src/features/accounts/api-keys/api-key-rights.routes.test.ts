import { describe, expect } from "vitest";
import { bearer, makeApiKey } from "../../../testing/rows/api-keys.ts";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { DAY_MS, MINUTE_MS } from "../../../platform/time/durations.ts";
import { devicesRoutes } from "../../clients/devices/devices.routes.ts";
import { metricsRoutes } from "../../operations/health/metrics.routes.ts";
import { adminAuthRoutes } from "../admin-auth/admin-auth.routes.ts";
import { auditRoutes } from "../audit/audit.routes.ts";
import { apiKeysRoutes } from "./api-keys.routes.ts";

const PATH = "/api/admin/settings/api-keys";
const AUDIT = "/api/admin/audit-log";
const EXPORT = `${AUDIT}/export.csv`;
const UNBAN = "/api/admin/clients/none/unban";
const routes = [apiKeysRoutes, auditRoutes, devicesRoutes, metricsRoutes, adminAuthRoutes];
const unauthorized = { status: 401, body: { success: false, code: "AUTH_UNAUTHORIZED" } } as const;
const forbidden = { status: 403, body: { success: false, code: "FORBIDDEN" } } as const;
const missing = { status: 404, body: { success: false, code: "NOT_FOUND" } } as const;

const statusOf = async (app: ScenarioApp, key: string, method = "GET", path = AUDIT) =>
  (await app.send(method, path, { headers: bearer(key) })).status;

describe("an API key", () => {
  const asKey = (scopes: readonly string[], sending: readonly [string, string]) => ({
    as: "super" as const,
    send: async (app: ScenarioApp) => {
      const { key } = await makeApiKey(app, { scopes });
      return [...sending, undefined, bearer(key)] as const;
    },
  });

  scenarios(routes, {
    "may read with scope read": { ...asKey(["read"], ["GET", AUDIT]), status: 200 },
    "may not write with scope read": { ...asKey(["read"], ["POST", UNBAN]), ...forbidden },
    "may write with scope write": { ...asKey(["write"], ["POST", UNBAN]), ...missing },
    "may read with scope write": { ...asKey(["write"], ["GET", AUDIT]), status: 200 },
    "may not use super administrator endpoints with scope write": {
      ...asKey(["write"], ["GET", EXPORT]),
      ...forbidden,
    },
    "may use them with scope admin": { ...asKey(["admin"], ["GET", EXPORT]), status: 200 },
    "may never manage keys": { ...asKey(["admin"], ["GET", PATH]), ...forbidden },
    "may never sign out": { ...asKey(["admin"], ["POST", "/api/admin/auth/logout"]), ...forbidden },
    "may verify itself": {
      ...asKey(["read"], ["GET", "/api/admin/auth/verify"]),
      status: 200,
      body: { data: { id: "a1", role: "super_admin" } },
    },
    "reads the metrics": {
      ...asKey(["read"], ["GET", "/metrics"]),
      from: "203.0.113.7",
      status: 200,
    },
    "is not taken from a cookie": {
      as: "super",
      send: async (app) => {
        const { key } = await makeApiKey(app);
        return ["GET", AUDIT, undefined, { authorization: "", cookie: `token=${key}` }];
      },
      ...unauthorized,
    },
    "is not taken from the query": {
      as: "super",
      send: async (app) => {
        const { key } = await makeApiKey(app);
        return ["GET", `${AUDIT}?token=${key}`, undefined, { authorization: "" }];
      },
      ...unauthorized,
    },
    "loses rights that its creator has lost": {
      as: "super",
      send: async (app) => {
        const { key } = await makeApiKey(app, { scopes: ["admin"] });
        await app.deps.database.updateTable("admins").set({ role: "admin" }).execute();
        expect(await statusOf(app, key)).toBe(200);
        return ["GET", EXPORT, undefined, bearer(key)];
      },
      ...forbidden,
    },
    "ends when it expires": {
      as: "super",
      send: async (app) => {
        const { key } = await makeApiKey(app, { expiresInDays: 1 });
        app.clock.advance(DAY_MS - 1);
        expect(await statusOf(app, key)).toBe(200);
        app.clock.advance(1);
        return ["GET", AUDIT, undefined, bearer(key)];
      },
      ...unauthorized,
    },
    "is refused with another secret": {
      as: "super",
      send: async (app) => {
        const { key } = await makeApiKey(app);
        const other = key.endsWith("A") ? "B" : "A";
        return ["GET", AUDIT, undefined, bearer(key.slice(0, -1) + other)];
      },
      ...unauthorized,
    },
    "records its use and address once a minute": {
      as: "super",
      send: async (app) => {
        const { key } = await makeApiKey(app);
        const use = (from: string) => app.send("GET", AUDIT, { headers: bearer(key), from });
        await use("203.0.113.7");
        app.clock.advance(MINUTE_MS - 1);
        await use("203.0.113.8");
        const keys = async () => (await app.send("GET", PATH, { headers: app.a1.headers })).body;
        expect((await keys()).data.keys[0]).toMatchObject({
          lastUsedAt: "2026-05-01T12:00:00.000Z",
          lastUsedIp: "203.0.113.7",
        });
        app.clock.advance(1);
        await use("203.0.113.9");
        return ["GET", PATH];
      },
      status: 200,
      body: {
        data: { keys: [{ lastUsedAt: "2026-05-01T12:01:00.000Z", lastUsedIp: "203.0.113.9" }] },
      },
    },
    "has its own rate limit": {
      as: "super",
      settings: { RATE_LIMIT_AUTHENTICATED_MAX: "3" },
      send: async (app) => {
        const { key } = await makeApiKey(app);
        for (let n = 0; n < 3; n += 1) expect(await statusOf(app, key)).toBe(200);
        expect(await statusOf(app, key)).toBe(429);
        return ["GET", PATH];
      },
      status: 200,
      headers: { "ratelimit-remaining": "1" },
    },
    "counts as anonymous while it is unknown": {
      settings: { RATE_LIMIT_ANONYMOUS_MAX: "2" },
      send: async (app) => {
        const key = `wlk_ABCDEFGH_${"a".repeat(43)}`;
        for (let n = 0; n < 2; n += 1) expect(await statusOf(app, key)).toBe(401);
        return ["GET", AUDIT, undefined, bearer(key)];
      },
      status: 429,
      body: { code: "RATE_LIMITED" },
    },
    "is named in its audit entries": {
      as: "super",
      send: async (app) => {
        const { key } = await makeApiKey(app, { scopes: ["admin"] });
        return ["GET", EXPORT, undefined, bearer(key)];
      },
      status: 200,
      after: async ({ deps }) => {
        const [key] = await deps.database.selectFrom("api_keys").selectAll().execute();
        const rows = await deps.database.selectFrom("audit_log").selectAll().execute();
        expect(rows.at(-1)).toMatchObject({ admin_id: "a1", action: "audit.export" });
        const named = { apiKeyId: key?.id, apiKeyName: key?.name };
        expect(JSON.parse(rows.at(-1)?.metadata_json ?? "")).toEqual(named);
      },
    },
  });
});
