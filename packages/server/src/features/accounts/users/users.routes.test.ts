import { describe, expect } from "vitest";
import { scenarios, type Sending } from "../../../testing/app/scenarios.ts";
import { audited, auditedOrigins, auditedStates } from "../../../testing/rows/administration.ts";
import { usersRoutes } from "./users.routes.ts";

const stranger = { success: false, code: "AUTH_UNAUTHORIZED" };

describe("GET /api/users/me", () => {
  const send: Sending = ["GET", "/api/users/me"];

  scenarios(usersRoutes, {
    "shows the caller's account": {
      as: "learner",
      given: ({ learner }) => learner(),
      send,
      status: 200,
      body: {
        success: true,
        data: {
          id: "u1",
          email: "u1@example.org",
          username: "Learner u1",
          isBanned: false,
          createdAt: "2026-05-01T12:00:00.000Z",
        },
      },
      after: (_app, { text }) => {
        expect(text).not.toMatch(/password|failed|locked/i);
      },
    },
    "accepts the cookie": {
      send: ({ u1 }) => ["GET", "/api/users/me", undefined, { cookie: `token=${u1.token}` }],
      status: 200,
      body: { data: { id: "u1" } },
    },
    "refuses a learner whose account was erased": {
      as: "learner",
      given: ({ deps }) => deps.database.deleteFrom("users").execute(),
      send,
      status: 401,
      body: stranger,
    },
  });
});

describe("PUT /api/users/me", () => {
  const rename = (body: object): Sending => ["PUT", "/api/users/me", body];

  scenarios(usersRoutes, {
    "changes the name of the caller only": {
      as: "learner",
      given: ({ learner }) => learner(),
      send: rename({ username: " 王芳 ", email: "new@example.org", isBanned: true, id: "u2" }),
      status: 200,
      body: { data: { id: "u1", username: "王芳", email: "u1@example.org", isBanned: false } },
      after: async ({ deps }) => {
        const rows = await deps.database.selectFrom("users").selectAll().orderBy("id").execute();
        expect(rows.map((row) => row.username)).toEqual(["王芳", "Learner u2"]);
      },
    },
    "stores a name in NFC": {
      as: "learner",
      send: rename({ username: "Zoe\u0308 प्रिया" }),
      status: 200,
      body: { data: { username: "Zo\u00eb प्रिया" } },
    },
    "records both names in the audit log, with address and session": {
      as: "learner",
      from: "203.0.113.9",
      send: rename({ username: "王芳" }),
      status: 200,
      after: async (app) => {
        expect(await audited(app)).toMatchObject([
          { by: null, action: "user.change_name", target: "u1" },
        ]);
        expect(await auditedOrigins(app)).toEqual([
          { ip: "203.0.113.9", session: app.u1.sessionId },
        ]);
        expect(await auditedStates(app)).toEqual([
          { before: { username: "Learner u1" }, after: { username: "王芳" } },
        ]);
      },
    },
    "records nothing if the name is the same": {
      as: "learner",
      send: rename({ username: "Learner u1" }),
      status: 200,
      after: async (app) => expect(await audited(app)).toEqual([]),
    },
    "does not fill the audit log with names of one day": {
      as: "learner",
      given: async ({ send, u1: { headers } }) => {
        for (let n = 1; n <= 24; n += 1) {
          await send("PUT", "/api/users/me", { headers, body: { username: `Name ${n}` } });
        }
      },
      send: rename({ username: "Last" }),
      status: 200,
      after: async (app) => {
        const states = await auditedStates(app);
        expect(states).toHaveLength(20);
        expect(states.at(-1)).toEqual({
          before: { username: "Name 19" },
          after: { username: "Last" },
        });
      },
    },
    "refuses a name that breaks the rules": {
      as: "learner",
      send: rename({ username: "<b>" }),
      status: 400,
      body: { code: "USER_INVALID_USERNAME" },
    },
    "refuses a missing name as malformed": {
      as: "learner",
      send: rename({}),
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
    },
    "refuses a cookie from another origin": {
      send: ({ u1 }) => {
        const headers = { cookie: `token=${u1.token}`, host: "own.org", origin: "http://e.vil" };
        return ["PUT", "/api/users/me", { username: "Eve" }, headers];
      },
      status: 403,
      body: { code: "CSRF_ORIGIN" },
    },
  });
});

describe("PUT /api/users/me/password", () => {
  const change = (body: object): Sending => [
    "PUT",
    "/api/users/me/password",
    { currentPassword: "Right-pw-1", newPassword: "N3wpassword", ...body },
  ];

  scenarios(usersRoutes, {
    "ends all sessions of the caller only": {
      as: "learner",
      given: ({ learner }) => learner(),
      send: change({}),
      status: 200,
      body: { success: true, data: { passwordChanged: true } },
      after: async ({ deps, send, u1 }) => {
        expect((await send("GET", "/api/users/me", { headers: u1.headers })).status).toBe(401);
        const left = await deps.database.selectFrom("sessions").select("account_id").execute();
        expect(left).toEqual([{ account_id: "u2" }]);
      },
    },
    "refuses a wrong current password": {
      as: "learner",
      send: change({ currentPassword: "Wr0ngpass" }),
      status: 401,
      body: stranger,
      after: async ({ send, u1 }) => {
        expect((await send("GET", "/api/users/me", { headers: u1.headers })).status).toBe(200);
      },
    },
    "refuses a weak new password": {
      as: "learner",
      send: change({ newPassword: "password" }),
      status: 400,
      body: { code: "AUTH_WEAK_PASSWORD" },
    },
    "refuses a missing password as malformed": {
      as: "learner",
      send: change({ newPassword: undefined }),
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
    },
  });
});
