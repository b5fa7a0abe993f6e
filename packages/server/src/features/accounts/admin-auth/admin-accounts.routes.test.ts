import { describe, expect } from "vitest";
import { MINUTE_MS } from "../../../platform/time/durations.ts";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/scenarios.ts";
import { apiKeysRoutes } from "../api-keys/api-keys.routes.ts";
import { auditRoutes } from "../audit/audit.routes.ts";
import { adminAccountsRoutes } from "./admin-accounts.routes.ts";
import { adminAuthRoutes } from "./admin-auth.routes.ts";

const routes = [adminAccountsRoutes, adminAuthRoutes, apiKeysRoutes, auditRoutes];
const ADMINS = "/api/admin/settings/admins";
const SESSIONS = "/api/admin/settings/sessions";
const VERIFY = "/api/admin/auth/verify";
const refused = (status: number, code: string) => ({ status, body: { success: false, code } });
const unauthorized = refused(401, "AUTH_UNAUTHORIZED");
const forbidden = refused(403, "FORBIDDEN");
const missing = refused(404, "NOT_FOUND");
const bob = { email: " Bob@Example.org ", password: "Passw0rd" };

const statusOf = async (app: ScenarioApp, headers: Record<string, string>) =>
  (await app.send("GET", VERIFY, { headers })).status;

/** Action, administrator, target and metadata of the last entry. */
async function lastEntry({ deps }: ScenarioApp) {
  const rows = await deps.database.selectFrom("audit_log").selectAll().orderBy("id").execute();
  const { action, admin_id, target_type, target_id, metadata_json } = rows.at(-1) ?? {};
  return [action, admin_id, target_type, target_id, JSON.parse(metadata_json ?? "null")];
}

const countEntries = async ({ deps }: ScenarioApp) =>
  (await deps.database.selectFrom("audit_log").select("id").execute()).length;

describe("GET /api/admin/settings/admins", () => {
  scenarios(routes, {
    "asks for sign-in": { send: ["GET", ADMINS], ...unauthorized },
    "lists all, oldest first, and who is locked": {
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
    "asks for sign-in": { send: ["POST", ADMINS, bob], ...unauthorized },
    "refuses administrators who are not super": {
      as: "admin",
      send: ["POST", ADMINS, bob],
      ...forbidden,
    },
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
        expect(await lastEntry(app)).toEqual([
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
    "asks for sign-in": { send: change("a1", "admin"), ...unauthorized },
    "refuses administrators who are not super": {
      as: "admin",
      send: change("a1", "super_admin"),
      ...forbidden,
    },
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
    "demotes, and says so in the audit log": {
      as: "super",
      given: (app) => app.admin("super_admin"),
      send: change("a2", "admin"),
      status: 200,
      body: { data: { id: "a2", role: "admin", lockedUntil: null } },
      headers: { "x-audit-id": /^\d+$/ },
      after: async (app) => {
        const metadata = { from: "super_admin", to: "admin" };
        expect(await lastEntry(app)).toEqual(["admin.set_role", "a1", "admin", "a2", metadata]);
      },
    },
    "refuses to demote the last super administrator": {
      as: "super",
      given: (app) => app.admin(),
      send: change("a1", "admin"),
      ...refused(409, "LAST_SUPER_ADMIN"),
      after: async (app) => expect(await countEntries(app)).toBe(0),
    },
    "keeps one when two demote each other": {
      as: "super",
      send: async (app) => {
        const a2 = await app.admin("super_admin");
        const demote = (headers: Record<string, string>, id: string) =>
          app.send("PATCH", `${ADMINS}/${id}/role`, { headers, body: { role: "admin" } });
        const replies = await Promise.all([demote(app.a1.headers, "a2"), demote(a2.headers, "a1")]);
        const statuses = replies.map(({ status }) => status).toSorted();
        // The later one has lost the right to ask, or asks for the last one.
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
    "asks for sign-in": { send: ["DELETE", `${ADMINS}/a1`], ...unauthorized },
    "refuses administrators who are not super": {
      as: "admin",
      send: ["DELETE", `${ADMINS}/a1`],
      ...forbidden,
    },
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
        expect(await lastEntry(app)).toEqual(["admin.delete", "a1", "admin", "a2", metadata]);
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
    "refuses the own account": {
      as: "super",
      given: (app) => app.admin("super_admin"),
      send: ["DELETE", `${ADMINS}/a1`],
      ...refused(400, "CANNOT_DELETE_SELF"),
    },
    "does not find a stranger": { as: "super", send: ["DELETE", `${ADMINS}/nobody`], ...missing },
  });
});

describe("PUT /api/admin/settings/admins/me/password", () => {
  const PATH = `${ADMINS}/me/password`;
  const right = { currentPassword: "Right-pw-1", newPassword: "Right-pw-2" };

  scenarios(routes, {
    "asks for sign-in": { send: ["PUT", PATH, right], ...unauthorized },
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
        expect(await lastEntry(app)).toEqual(["admin.password", "a1", "admin", "a1", {}]);
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
      after: async (app) => expect(await statusOf(app, app.a1.headers)).toBe(200),
    },
    "refuses a weak new password": {
      as: "admin",
      send: ["PUT", PATH, { ...right, newPassword: "password" }],
      ...refused(400, "ADMIN_WEAK_PASSWORD"),
    },
  });
});

/** Signs a1 in once more. @returns headers of its requests */
async function signInAgain(app: ScenarioApp) {
  const { email, password } = app.a1;
  const reply = await app.send("POST", "/api/admin/auth/login", {
    body: { email, password },
    headers: { "user-agent": `Browser/1.0 ${"x".repeat(300)}` },
    from: "203.0.113.7",
  });
  return { authorization: `Bearer ${reply.body.data.token}` };
}

describe("GET /api/admin/settings/sessions", () => {
  scenarios(routes, {
    "asks for sign-in": { send: ["GET", SESSIONS], ...unauthorized },
    "lists the caller's own, latest first, with where they came from": {
      as: "admin",
      send: async (app) => {
        app.clock.advance(MINUTE_MS / 2);
        await app.admin();
        const headers = await signInAgain(app);
        app.clock.advance(MINUTE_MS - 1);
        await statusOf(app, headers);
        app.clock.advance(1);
        return ["GET", SESSIONS];
      },
      status: 200,
      after: (app, { body }) =>
        expect(body.data.sessions).toEqual([
          {
            id: expect.any(String),
            adminId: "a1",
            createdAt: "2026-05-01T12:00:30.000Z",
            lastSeenAt: "2026-05-01T12:00:30.000Z",
            expiresAt: "2026-05-01T14:00:30.000Z",
            ip: "203.0.113.7",
            userAgent: `Browser/1.0 ${"x".repeat(244)}`,
            current: false,
          },
          {
            id: app.a1.sessionId,
            adminId: "a1",
            createdAt: "2026-05-01T12:00:00.000Z",
            lastSeenAt: "2026-05-01T12:01:30.000Z",
            expiresAt: "2026-05-31T12:00:00.000Z",
            ip: null,
            userAgent: null,
            current: true,
          },
        ]),
    },
    "lists another's for super administrators": {
      as: "super",
      given: (app) => app.admin(),
      send: ["GET", `${SESSIONS}?adminId=a2`],
      status: 200,
      body: { data: { sessions: [{ adminId: "a2", current: false }] } },
    },
    "refuses another's otherwise": {
      as: "admin",
      send: ["GET", `${SESSIONS}?adminId=a2`],
      ...forbidden,
    },
    "leaves out those that have expired": {
      as: "admin",
      given: async (app) => {
        await signInAgain(app);
        app.clock.advance(121 * MINUTE_MS);
      },
      send: ["GET", SESSIONS],
      status: 200,
      after: (_, { body }) => expect(body.data.sessions).toHaveLength(1),
    },
  });
});

describe("DELETE /api/admin/settings/sessions/:id", () => {
  const end = (id: string) => ["DELETE", `${SESSIONS}/${id}`] as const;

  scenarios(routes, {
    "asks for sign-in": { send: ["DELETE", `${SESSIONS}/s1`], ...unauthorized },
    "ends another sign-in of the caller": {
      as: "admin",
      send: async (app) => {
        const headers = await signInAgain(app);
        expect(await statusOf(app, headers)).toBe(200);
        const { body } = await app.send("GET", SESSIONS, { headers });
        const { id } = body.data.sessions.find(({ current }: any) => current);
        await app.send("DELETE", `${SESSIONS}/${id}`, { headers: app.a1.headers });
        expect(await statusOf(app, headers)).toBe(401);
        const entry = ["admin.session_revoked", "a1", "session", id, { adminId: "a1" }];
        expect(await lastEntry(app)).toEqual(entry);
        return ["GET", VERIFY];
      },
      status: 200,
    },
    "ends the current one too": {
      as: "admin",
      send: (app) => end(app.a1.sessionId),
      status: 200,
      body: { data: { revoked: true } },
      headers: { "x-audit-id": /^\d+$/ },
      after: async (app) => expect(await statusOf(app, app.a1.headers)).toBe(401),
    },
    "ends any administrator's for super administrators": {
      as: "super",
      send: async (app) => end((await app.admin()).sessionId),
      status: 200,
    },
    "does not find another's otherwise": {
      as: "admin",
      send: async (app) => end((await app.admin()).sessionId),
      ...missing,
    },
    "does not find a learner's": {
      as: "super",
      send: (app) => end(app.u1.sessionId),
      ...missing,
    },
  });
});

describe("POST /api/admin/auth/login and logout", () => {
  scenarios(routes, {
    "name the entries that they make": {
      as: "admin",
      send: async (app) => {
        const body = { email: app.a1.email, password: app.a1.password };
        const login = await app.send("POST", "/api/admin/auth/login", { body });
        expect(await lastEntry(app)).toEqual(["admin.login", "a1", "admin", "a1", {}]);
        expect(login.headers["x-audit-id"]).toMatch(/^\d+$/);
        return ["POST", "/api/admin/auth/logout"];
      },
      status: 200,
      headers: { "x-audit-id": /^\d+$/ },
      after: async (app) => {
        const { sessionId } = app.a1;
        expect(await lastEntry(app)).toEqual(["admin.logout", "a1", "session", sessionId, {}]);
      },
    },
  });
});
