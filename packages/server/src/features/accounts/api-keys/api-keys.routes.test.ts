import { createHash } from "node:crypto";
import { describe, expect } from "vitest";
import { createRecordingSink } from "@wordloom/testing/service/recording-sink";
import { bearer, makeApiKey } from "../../../testing/rows/api-keys.ts";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { until } from "@wordloom/testing/service/until";
import { DAY_MS, MINUTE_MS } from "../../../platform/time/durations.ts";
import { devicesRoutes } from "../../clients/devices/devices.routes.ts";
import { metricsRoutes } from "../../operations/health/metrics.routes.ts";
import { adminAuthRoutes } from "../admin-auth/admin-auth.routes.ts";
import { auditRoutes } from "../audit/audit.routes.ts";
import { apiKeysRoutes } from "./api-keys.routes.ts";

const PATH = "/api/admin/settings/api-keys";
const routes = [apiKeysRoutes, auditRoutes, devicesRoutes, metricsRoutes, adminAuthRoutes];
const unauthorized = { status: 401, body: { success: false, code: "AUTH_UNAUTHORIZED" } } as const;
const missing = { status: 404, body: { success: false, code: "NOT_FOUND" } } as const;
const draft = { name: "Scraper", scopes: ["read"] };

const statusOf = async (app: ScenarioApp, key: string, method = "GET", path = AUDIT) =>
  (await app.send(method, path, { headers: bearer(key) })).status;

const AUDIT = "/api/admin/audit-log";

const hashOf = (key: string) => createHash("sha256").update(key).digest("hex");

async function actions({ deps }: ScenarioApp) {
  const rows = await deps.database.selectFrom("audit_log").selectAll().orderBy("id").execute();
  return rows.map(({ action, admin_id, target_type, target_id }) => [
    action,
    admin_id,
    target_type,
    target_id,
  ]);
}

describe("POST /api/admin/settings/api-keys", () => {
  const refuses = (change: object, code: string): Scenario => ({
    as: "super",
    send: ["POST", PATH, { ...draft, ...change }],
    status: 400,
    body: { success: false, code },
    after: async (app) => expect(await actions(app)).toEqual([]),
  });

  scenarios(routes, {
    "creates a key that is shown once and not stored": {
      as: "super",
      send: ["POST", PATH, { name: " Scraper ", scopes: ["read", "write", "read"] }],
      status: 201,
      headers: { "x-audit-id": /^\d+$/ },
      after: async (app, { body }) => {
        const { key, ...shown } = body.data;
        expect(key).toMatch(/^wlk_[A-Z2-7]{8}_[\w-]{43}$/);
        expect(shown).toEqual({
          id: expect.any(String),
          name: "Scraper",
          prefix: key.slice(4, 12),
          scopes: ["read", "write"],
          createdBy: "a1",
          createdAt: "2026-05-01T12:00:00.000Z",
          expiresAt: "2026-07-30T12:00:00.000Z",
          lastUsedAt: null,
          lastUsedIp: null,
          revokedAt: null,
        });
        const listed = await app.send("GET", PATH, { headers: app.a1.headers });
        expect(listed.body.data.keys).toEqual([shown]);
        for (const table of ["api_keys", "audit_log"] as const) {
          const rows = JSON.stringify(
            await app.deps.database.selectFrom(table).selectAll().execute(),
          );
          expect(rows).not.toContain(key.slice(13));
        }
        expect(await actions(app)).toEqual([["api_key.create", "a1", "api_key", shown.id]]);
        expect(await statusOf(app, key)).toBe(200);
      },
    },
    "creates a key that never expires": {
      as: "super",
      send: ["POST", PATH, { ...draft, expiresInDays: null }],
      status: 201,
      body: { data: { expiresAt: null } },
    },
    "creates at most 50 live keys, even for two concurrent requests": {
      as: "super",
      given: async (app) => {
        const gone = await makeApiKey(app);
        await app.send("DELETE", `${PATH}/${gone.id}`, { headers: app.a1.headers });
        for (let n = 0; n < 49; n += 1) await makeApiKey(app);
        const last = { headers: app.a1.headers, body: draft };
        const replies = await Promise.all([1, 2].map(() => app.send("POST", PATH, last)));
        expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409]);
      },
      send: ["POST", PATH, draft],
      status: 409,
      body: { code: "API_KEY_LIMIT" },
    },
    "refuses an empty name": refuses({ name: "  " }, "API_KEY_INVALID_NAME"),
    "refuses a long name": refuses({ name: "n".repeat(101) }, "API_KEY_INVALID_NAME"),
    "refuses no scope": refuses({ scopes: [] }, "API_KEY_INVALID_SCOPE"),
    "refuses an unknown scope": refuses({ scopes: ["all"] }, "API_KEY_INVALID_SCOPE"),
    "refuses too many scopes": refuses({ scopes: Array(4).fill("read") }, "API_KEY_INVALID_SCOPE"),
    "refuses no day": refuses({ expiresInDays: 0 }, "API_KEY_INVALID_EXPIRY"),
    "refuses 366 days": refuses({ expiresInDays: 366 }, "API_KEY_INVALID_EXPIRY"),
    "refuses half days": refuses({ expiresInDays: 1.5 }, "API_KEY_INVALID_EXPIRY"),
    "refuses a missing name": refuses({ name: undefined }, "INVALID_REQUEST_BODY"),
    "refuses a scope that is no list": refuses({ scopes: "read" }, "INVALID_REQUEST_BODY"),
  });
});

describe("GET /api/admin/settings/api-keys", () => {
  scenarios(routes, {
    "lists keys newest first, those that ended for 90 days more": {
      as: "super",
      send: async (app) => {
        await makeApiKey(app, { name: "first", expiresInDays: 1 });
        app.clock.advance(DAY_MS / 2);
        await makeApiKey(app, { name: "second", expiresInDays: 1 });
        app.clock.advance(91 * DAY_MS);
        const { email, password } = app.a1;
        const signedIn = await app.send("POST", "/api/admin/auth/login", {
          body: { email, password },
        });
        const headers = bearer(signedIn.body.data.token);
        await app.send("POST", PATH, { headers, body: { ...draft, name: "third" } });
        return ["GET", PATH, undefined, headers];
      },
      status: 200,
      after: async (app, { body }) => {
        expect(body.data.keys.map((key: any) => key.name)).toEqual(["third", "second"]);
        // The expired key is no longer stored.
        const rows = await app.deps.database.selectFrom("api_keys").select("name").execute();
        expect(rows.map(({ name }) => name).toSorted()).toEqual(["second", "third"]);
      },
    },
  });
});

describe("POST /api/admin/settings/api-keys/:id/rotate", () => {
  const rotate = async (app: ScenarioApp, id: string, body: object = {}) =>
    (await app.send("POST", `${PATH}/${id}/rotate`, { headers: app.a1.headers, body })).body.data;

  scenarios(routes, {
    "replaces the secret at once and moves the expiry by the original life": {
      as: "super",
      send: async (app) => {
        const made = await makeApiKey(app, { expiresInDays: 10 });
        app.clock.advance(5 * DAY_MS);
        const { key, ...shown } = await rotate(app, made.id);
        expect(key).not.toBe(made.key);
        expect(key.slice(0, 13)).toBe(made.key.slice(0, 13));
        expect(shown).toMatchObject({ id: made.id, expiresAt: "2026-05-21T12:00:00.000Z" });
        expect(await statusOf(app, made.key)).toBe(401);
        expect(await statusOf(app, key)).toBe(200);
        return ["POST", `${PATH}/${made.id}/rotate`, {}];
      },
      status: 200,
      body: { data: { expiresAt: "2026-05-31T12:00:00.000Z" } },
      headers: { "x-audit-id": /^\d+$/ },
      after: async (app) =>
        expect((await actions(app)).map(([action]) => action)).toEqual([
          "api_key.create",
          "api_key.rotate",
          "api_key.rotate",
        ]),
    },
    "lets the old secret work until the grace ends": {
      as: "super",
      send: async (app) => {
        const made = await makeApiKey(app, { expiresInDays: null });
        const { key, expiresAt } = await rotate(app, made.id, { graceMinutes: 10 });
        expect(expiresAt).toBeNull();
        app.clock.advance(10 * MINUTE_MS - 1);
        expect(await statusOf(app, made.key)).toBe(200);
        app.clock.advance(1);
        expect(await statusOf(app, key)).toBe(200);
        return ["GET", AUDIT, undefined, bearer(made.key)];
      },
      ...unauthorized,
    },
    "lets each old secret work until its own grace ends": {
      as: "super",
      send: async (app) => {
        const first = await makeApiKey(app);
        const second = await rotate(app, first.id, { graceMinutes: 10 });
        const third = await rotate(app, first.id, { graceMinutes: 20 });
        const secrets = [first.key, second.key, third.key];
        const listener = { kind: "admin", accountId: "a1", sessionId: hashOf(first.key) } as const;
        app.hub.open({ listener, maintenanceActive: false }).start(createRecordingSink());
        await rotate(app, first.id, { graceMinutes: 0 });
        const statuses = () => Promise.all(secrets.map((secret) => statusOf(app, secret)));
        app.clock.advance(10 * MINUTE_MS - 1);
        expect(await statuses()).toEqual([200, 200, 401]);
        expect(app.hub.count()).toBe(1);
        app.clock.advance(1);
        expect(await statuses()).toEqual([401, 200, 401]);
        app.clock.advance(10 * MINUTE_MS - 1);
        expect(await statuses()).toEqual([401, 200, 401]);
        app.clock.advance(1);
        return ["GET", AUDIT, undefined, bearer(second.key)];
      },
      ...unauthorized,
    },
    "refuses a key that was revoked": {
      as: "super",
      send: async (app) => {
        const { id } = await makeApiKey(app);
        await app.send("DELETE", `${PATH}/${id}`, { headers: app.a1.headers });
        return ["POST", `${PATH}/${id}/rotate`];
      },
      status: 409,
      body: { code: "CONFLICT" },
    },
    "refuses a key that has expired": {
      as: "super",
      send: async (app) => {
        const { id } = await makeApiKey(app, { expiresInDays: 1 });
        app.clock.advance(DAY_MS);
        return ["POST", `${PATH}/${id}/rotate`];
      },
      status: 409,
      body: { code: "CONFLICT" },
    },
    "refuses an unknown key": { as: "super", send: ["POST", `${PATH}/k1/rotate`], ...missing },
    "refuses more than a day of grace": {
      as: "super",
      send: ["POST", `${PATH}/k1/rotate`, { graceMinutes: 1_441 }],
      status: 400,
      body: { code: "VALIDATION_ERROR" },
    },
  });
});

describe("DELETE /api/admin/settings/api-keys/:id", () => {
  scenarios(routes, {
    "refuses an unknown key": { as: "super", send: ["DELETE", `${PATH}/k1`], ...missing },
    "revokes at once, with both secrets and the streams": {
      as: "super",
      send: async (app) => {
        const made = await makeApiKey(app);
        const path = `${PATH}/${made.id}/rotate`;
        const body = { graceMinutes: 60 };
        const rotated = await app.send("POST", path, { headers: app.a1.headers, body });
        const { key } = rotated.body.data;
        for (const secret of [made.key, key, app.a1.sessionId]) {
          const isKey = secret !== app.a1.sessionId;
          const sessionId = isKey ? hashOf(secret) : secret;
          const listener = { kind: "admin", accountId: "a1", sessionId } as const;
          app.hub.open({ listener, maintenanceActive: false }).start(createRecordingSink());
        }
        await app.send("DELETE", `${PATH}/${made.id}`, { headers: app.a1.headers });
        expect(await statusOf(app, key)).toBe(401);
        expect(await statusOf(app, made.key)).toBe(401);
        // The stream of the administrator's own sign-in stays.
        await until(() => app.hub.count() === 1);
        return ["DELETE", `${PATH}/${made.id}`];
      },
      status: 200,
      body: { data: { revoked: true } },
      after: async (app) => expect((await actions(app)).at(-1)?.[0]).toBe("api_key.revoke"),
    },
  });
});
