import { describe, expect } from "vitest";
import { MINUTE_MS } from "../../../platform/time/durations.ts";
import { lastAuditEntry } from "../../../testing/rows/last-audit-entry.ts";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { someAdmin } from "@wordloom/testing/content/some-admin";
import { apiKeysRoutes } from "../api-keys/api-keys.routes.ts";
import { auditRoutes } from "../audit/audit.routes.ts";
import { adminAccountsRoutes } from "./admin-accounts.routes.ts";
import { deleteAdmin } from "./admin-changes.service.ts";
import { adminAuthRoutes } from "./admin-auth.routes.ts";

const routes = [adminAccountsRoutes, adminAuthRoutes, apiKeysRoutes, auditRoutes];
const ADMINS = "/api/admin/settings/admins";
const VERIFY = "/api/admin/auth/verify";
const refused = (status: number, code: string) => ({ status, body: { success: false, code } });
const unauthorized = refused(401, "AUTH_UNAUTHORIZED");
const missing = refused(404, "NOT_FOUND");
const bob = { email: " Bob@Example.org ", password: "Passw0rd" };

const statusOf = async (app: ScenarioApp, headers: Record<string, string>) =>
  (await app.send("GET", VERIFY, { headers })).status;

const countEntries = async ({ deps }: ScenarioApp) =>
  (await deps.database.selectFrom("audit_log").select("id").execute()).length;

describe("GET /api/admin/settings/admins", () => {
  scenarios(routes, {
    "lists all accounts with their locks, oldest first": {
      as: "admin",
      given: async (app) => {
        app.clock.advance(MINUTE_MS);
        await app.admin("super_admin");
        const lockedUntil = app.clock.nowMs() + MINUTE_MS;
        const locking = app.deps.database.updateTable("admins").where("id", "=", "a2");
        await locking.set({ locked_until_ms: lockedUntil }).execute();
      },
      send: ["GET", ADMINS],
      status: 200,
      after: (_, { body }) =>
        expect(body.data.admins).toEqual([
          {
            id: "a1",
            email: "a1@example.org",
            role: "admin",
            createdAt: "2026-05-01T12:00:00.000Z",
            lockedUntil: null,
          },
          {
            id: "a2",
            email: "a2@example.org",
            role: "super_admin",
            createdAt: "2026-05-01T12:01:00.000Z",
            lockedUntil: "2026-05-01T12:02:00.000Z",
          },
        ]),
    },
    "shows no expired lock": {
      as: "admin",
      given: async ({ clock, deps }) => {
        const lock = deps.database.updateTable("admins").where("id", "=", "a1");
        await lock.set({ failed_logins: 5, locked_until_ms: clock.nowMs() }).execute();
      },
      send: ["GET", ADMINS],
      status: 200,
      body: { data: { admins: [{ id: "a1", lockedUntil: null }] } },
    },
  });
});

describe("POST /api/admin/settings/admins", () => {
  const refuses = (change: object, code: string, status = 400): Scenario => ({
    as: "super",
    send: ["POST", ADMINS, { ...bob, ...change }],
    ...refused(status, code),
    after: async (app) => expect(await countEntries(app)).toBe(0),
  });

  scenarios(routes, {
    "creates an administrator who can sign in": {
      as: "super",
      send: ["POST", ADMINS, bob],
      status: 201,
      headers: { "x-audit-id": /^\d+$/ },
      after: async (app, { body }) => {
        expect(body.data).toEqual({
          id: expect.any(String),
          email: "bob@example.org",
          role: "admin",
          createdAt: "2026-05-01T12:00:00.000Z",
        });
        const metadata = { role: "admin", from: "interface" };
        expect(await lastAuditEntry(app)).toEqual([
          "admin.create",
          "a1",
          "admin",
          body.data.id,
          metadata,
        ]);
        const login = await app.send("POST", "/api/admin/auth/login", { body: bob });
        expect(login.status).toBe(200);
      },
    },
    "creates a super administrator": {
      as: "super",
      send: ["POST", ADMINS, { ...bob, role: "super_admin" }],
      status: 201,
      body: { data: { role: "super_admin" } },
    },
    "refuses an invalid address": refuses({ email: "bob" }, "ADMIN_INVALID_EMAIL"),
    "refuses a weak password": refuses({ password: "password" }, "ADMIN_WEAK_PASSWORD"),
    "refuses an unknown role": refuses({ role: "owner" }, "INVALID_ADMIN_ROLE"),
    "refuses a taken address": refuses({ email: "A1@example.org" }, "AUTH_EMAIL_EXISTS", 409),
    "refuses a missing address": refuses({ email: undefined }, "INVALID_REQUEST_BODY"),
  });
});

describe("PATCH /api/admin/settings/admins/:id/role", () => {
  const change = (id: string, role: unknown) =>
    ["PATCH", `${ADMINS}/${id}/role`, { role }] as const;

  scenarios(routes, {
    "promotes from the next request": {
      as: "super",
      send: async (app) => {
        const { headers } = await app.admin();
        expect((await app.send("POST", ADMINS, { headers, body: bob })).status).toBe(403);
        const body = { role: "super_admin" };
        await app.send("PATCH", `${ADMINS}/a2/role`, { headers: app.a1.headers, body });
        return ["POST", ADMINS, bob, headers];
      },
      status: 201,
    },
    "demotes and records it in the audit log": {
      as: "super",
      given: (app) => app.admin("super_admin"),
      send: change("a2", "admin"),
      status: 200,
      body: { data: { id: "a2", role: "admin", lockedUntil: null } },
      headers: { "x-audit-id": /^\d+$/ },
      after: async (app) => {
        const metadata = { from: "super_admin", to: "admin" };
        expect(await lastAuditEntry(app)).toEqual([
          "admin.set_role",
          "a1",
          "admin",
          "a2",
          metadata,
        ]);
      },
    },
    "refuses to demote the last super administrator": {
      as: "super",
      given: (app) => app.admin(),
      send: change("a1", "admin"),
      ...refused(409, "LAST_SUPER_ADMIN"),
      after: async (app) => expect(await countEntries(app)).toBe(0),
    },
    "keeps one super administrator when two demote each other": {
      as: "super",
      send: async (app) => {
        const a2 = await app.admin("super_admin");
        const demote = (headers: Record<string, string>, id: string) =>
          app.send("PATCH", `${ADMINS}/${id}/role`, { headers, body: { role: "admin" } });
        const replies = await Promise.all([demote(app.a1.headers, "a2"), demote(a2.headers, "a1")]);
        const statuses = replies.map(({ status }) => status).toSorted();
        // Either the later caller has lost the right to ask, or its target is the last super
        // administrator.
        expect([200, statuses[1]]).toEqual(statuses);
        expect([403, 409]).toContain(statuses[1]);
        return ["GET", ADMINS];
      },
      status: 200,
      after: (_, { body }) => {
        const roles = body.data.admins.map((admin: any) => admin.role).toSorted();
        expect(roles).toEqual(["admin", "super_admin"]);
      },
    },
    "refuses an unknown role before it looks for the account": {
      as: "super",
      send: change("nobody", "owner"),
      ...refused(400, "INVALID_ADMIN_ROLE"),
    },
    "does not find a stranger": { as: "super", send: change("nobody", "admin"), ...missing },
  });
});

describe("DELETE /api/admin/settings/admins/:id", () => {
  scenarios(routes, {
    "ends sign-ins and keys at once": {
      as: "super",
      send: async (app) => {
        const { headers } = await app.admin("super_admin");
        const body = { name: "key", scopes: ["read"] };
        const made = await app.send("POST", "/api/admin/settings/api-keys", { headers, body });
        const withKey = { authorization: `Bearer ${made.body.data.key}` };
        expect([await statusOf(app, headers), await statusOf(app, withKey)]).toEqual([200, 200]);
        const deleted = await app.send("DELETE", `${ADMINS}/a2`, { headers: app.a1.headers });
        expect(deleted.body.data).toEqual({ deleted: true, adminId: "a2" });
        expect(deleted.headers["x-audit-id"]).toMatch(/^\d+$/);
        expect([await statusOf(app, headers), await statusOf(app, withKey)]).toEqual([401, 401]);
        const metadata = { email: "a2@example.org", role: "super_admin", apiKeysRevoked: 1 };
        expect(await lastAuditEntry(app)).toEqual(["admin.delete", "a1", "admin", "a2", metadata]);
        return ["GET", "/api/admin/settings/api-keys"];
      },
      status: 200,
      body: { data: { keys: [{ createdBy: "a2", revokedAt: "2026-05-01T12:00:00.000Z" }] } },
    },
    works: {
      as: "super",
      given: (app) => app.admin(),
      send: ["DELETE", `${ADMINS}/a2`],
      status: 200,
      body: { data: { deleted: true, adminId: "a2" } },
    },
    "refuses the caller's own account": {
      as: "super",
      given: (app) => app.admin("super_admin"),
      send: ["DELETE", `${ADMINS}/a1`],
      ...refused(400, "CANNOT_DELETE_SELF"),
    },
    "keeps the last super administrator when two delete each other": {
      as: "super",
      given: async (app) => {
        // The caller was deleted after it was signed in.
        const caller = { ...someAdmin, id: "gone" };
        const attempt = deleteAdmin(app.deps, caller, "a1");
        await expect(attempt).rejects.toMatchObject({ code: "LAST_SUPER_ADMIN" });
      },
      send: ["GET", ADMINS],
      status: 200,
      body: { data: { admins: [{ id: "a1", role: "super_admin" }] } },
    },
    "does not find a stranger": { as: "super", send: ["DELETE", `${ADMINS}/nobody`], ...missing },
  });
});

describe("PUT /api/admin/settings/admins/me/password", () => {
  const PATH = `${ADMINS}/me/password`;
  const right = { currentPassword: "Right-pw-1", newPassword: "Right-pw-2" };

  scenarios(routes, {
    "replaces the password and ends all sign-ins": {
      as: "admin",
      given: async (app) => {
        const { email, password } = app.a1;
        const body = { email, password };
        expect((await app.send("POST", "/api/admin/auth/login", { body })).status).toBe(200);
      },
      send: ["PUT", PATH, right],
      status: 200,
      body: { data: { passwordChanged: true } },
      headers: { "x-audit-id": /^\d+$/ },
      after: async (app) => {
        expect(await lastAuditEntry(app)).toEqual(["admin.password", "a1", "admin", "a1", {}]);
        const rows = await app.deps.database.selectFrom("sessions").selectAll().execute();
        expect(rows.filter(({ kind }) => kind === "admin")).toEqual([]);
        expect(await statusOf(app, app.a1.headers)).toBe(401);
        const body = { email: app.a1.email, password: right.newPassword };
        expect((await app.send("POST", "/api/admin/auth/login", { body })).status).toBe(200);
      },
    },
    "refuses a wrong current password": {
      as: "admin",
      send: ["PUT", PATH, { ...right, currentPassword: "Wr0ngpass" }],
      ...unauthorized,
      after: async (app) => {
        expect(await statusOf(app, app.a1.headers)).toBe(200);
        expect(await lastAuditEntry(app)).toEqual(["admin.login_failed", "a1", "admin", "a1", {}]);
      },
    },
    "tells the administrators that wrong passwords locked the account": {
      as: "admin",
      given: async (app) => {
        const body = { ...right, currentPassword: "Wr0ngpass" };
        const { headers } = app.a1;
        for (let n = 0; n < 5; n += 1) await app.send("PUT", PATH, { body, headers });
      },
      send: ["PUT", PATH, right],
      ...refused(429, "RATE_LIMITED"),
      after: async ({ deps }) => {
        const notices = () => deps.database.selectFrom("admin_notices").select("code").execute();
        await expect.poll(notices).toEqual([{ code: "admin_locked" }]);
      },
    },
    "refuses a weak new password": {
      as: "admin",
      send: ["PUT", PATH, { ...right, newPassword: "password" }],
      ...refused(400, "ADMIN_WEAK_PASSWORD"),
    },
  });
});

describe("POST /api/admin/auth/login and logout", () => {
  scenarios(routes, {
    "name their audit entries": {
      as: "admin",
      send: async (app) => {
        const body = { email: app.a1.email, password: app.a1.password };
        const login = await app.send("POST", "/api/admin/auth/login", { body });
        expect(await lastAuditEntry(app)).toEqual(["admin.login", "a1", "admin", "a1", {}]);
        expect(login.headers["x-audit-id"]).toMatch(/^\d+$/);
        return ["POST", "/api/admin/auth/logout"];
      },
      status: 200,
      headers: { "x-audit-id": /^\d+$/ },
      after: async (app) => {
        const { sessionId } = app.a1;
        expect(await lastAuditEntry(app)).toEqual(["admin.logout", "a1", "session", sessionId, {}]);
      },
    },
  });
});
