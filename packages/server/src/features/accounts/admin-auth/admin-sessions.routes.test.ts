import { describe, expect } from "vitest";
import { MINUTE_MS } from "../../../platform/time/durations.ts";
import { lastAuditEntry } from "../../../testing/rows/last-audit-entry.ts";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { adminAccountsRoutes } from "./admin-accounts.routes.ts";
import { adminAuthRoutes } from "./admin-auth.routes.ts";

const routes = [adminAccountsRoutes, adminAuthRoutes];
const SESSIONS = "/api/admin/settings/sessions";
const VERIFY = "/api/admin/auth/verify";
const refused = (status: number, code: string) => ({ status, body: { success: false, code } });
const forbidden = refused(403, "FORBIDDEN");
const missing = refused(404, "NOT_FOUND");

const statusOf = async (app: ScenarioApp, headers: Record<string, string>) =>
  (await app.send("GET", VERIFY, { headers })).status;

/** Signs a1 in a second time. @returns headers of its requests */
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
        expect(await lastAuditEntry(app)).toEqual(entry);
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
