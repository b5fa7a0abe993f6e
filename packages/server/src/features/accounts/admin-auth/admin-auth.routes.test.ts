import { describe, expect } from "vitest";
import { scenarios, type ScenarioApp, type Sending } from "../../../testing/app/scenarios.ts";
import { adminAuthRoutes } from "./admin-auth.routes.ts";
import { prepareSetupToken } from "./admin-auth.service.ts";

const unauthorized = { success: false, code: "AUTH_UNAUTHORIZED" };
const ada = { email: "Ada@Example.org", password: "Passw0rd" };
const right = { email: "a1@example.org", password: "Right-pw-1" };

describe("GET /api/admin/auth/status", () => {
  scenarios(adminAuthRoutes, {
    "is false before the first administrator": {
      send: ["GET", "/api/admin/auth/status"],
      status: 200,
      body: { success: true, data: { initialized: false } },
      headers: { "ratelimit-limit": null },
    },
    "is true once an administrator exists": {
      given: ({ admin }) => admin(),
      send: ["GET", "/api/admin/auth/status"],
      status: 200,
      body: { data: { initialized: true } },
    },
  });
});

/** Sets up the service with the token from the operator's file. */
const setup =
  (change: object) =>
  async ({ deps }: ScenarioApp): Promise<Sending> => {
    const setupToken = await prepareSetupToken(deps);
    return ["POST", "/api/admin/auth/setup", { ...ada, setupToken, ...change }];
  };

describe("POST /api/admin/auth/setup", () => {
  scenarios(adminAuthRoutes, {
    "creates a super administrator and signs in": {
      send: setup({}),
      status: 201,
      body: { success: true, data: { admin: { email: "ada@example.org", role: "super_admin" } } },
      headers: { "set-cookie": null },
      after: async ({ send }, { body }) => {
        const headers = { authorization: `Bearer ${body.data.token}` };
        const verified = await send("GET", "/api/admin/auth/verify", { headers });
        expect(verified.body.data).toEqual(body.data.admin);
      },
    },
    "works only once": {
      twice: true,
      send: setup({}),
      status: 409,
      body: { code: "ADMIN_ALREADY_EXISTS" },
    },
    "reports an existing administrator before any other check": {
      given: ({ admin }) => admin(),
      send: ["POST", "/api/admin/auth/setup", { email: "?", password: "?", setupToken: "?" }],
      status: 409,
      body: { code: "ADMIN_ALREADY_EXISTS" },
    },
    "refuses a wrong setup token": {
      send: setup({ setupToken: "made-up" }),
      status: 403,
      body: { code: "SETUP_TOKEN_INVALID" },
    },
    "refuses a missing setup token": {
      send: setup({ setupToken: undefined }),
      status: 403,
      body: { code: "SETUP_TOKEN_INVALID" },
    },
    "checks the token before the address": {
      send: setup({ setupToken: "made-up", email: "?" }),
      status: 403,
      body: { code: "SETUP_TOKEN_INVALID" },
    },
    "refuses an invalid address": {
      send: setup({ email: "ada" }),
      status: 400,
      body: { code: "ADMIN_INVALID_EMAIL" },
    },
    "refuses a weak password": {
      send: setup({ password: "password" }),
      status: 400,
      body: { code: "ADMIN_WEAK_PASSWORD" },
    },
    "refuses an empty body": {
      send: ["POST", "/api/admin/auth/setup"],
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
    },
  });
});

describe("POST /api/admin/auth/login", () => {
  const login = (change: object): Sending => [
    "POST",
    "/api/admin/auth/login",
    { ...right, ...change },
  ];
  const given = async ({ admin }: ScenarioApp) => void (await admin());
  const lock = async (app: ScenarioApp) => {
    await given(app);
    const lockedUntilMs = app.deps.clock.nowMs() + 60_000;
    await app.deps.database
      .updateTable("admins")
      .set({ failed_logins: 5, locked_until_ms: lockedUntilMs })
      .execute();
  };

  scenarios(adminAuthRoutes, {
    "signs in, without a cookie": {
      given,
      send: login({ rememberMe: true }),
      status: 200,
      body: { data: { admin: { id: "a1", email: "a1@example.org", role: "admin" } } },
      headers: { "set-cookie": null },
    },
    "treats null as not remembering": { given, send: login({ rememberMe: null }), status: 200 },
    "refuses a wrong password": {
      given,
      send: login({ password: "Wr0ngpass" }),
      status: 401,
      body: unauthorized,
    },
    "refuses an unknown account": {
      given,
      send: login({ email: "nobody@example.org" }),
      status: 401,
      body: unauthorized,
    },
    "refuses a learner": {
      given,
      send: login({ email: "u1@example.org" }),
      status: 401,
      body: unauthorized,
    },
    "reports a lock after the right password": {
      given: lock,
      send: login({}),
      status: 429,
      body: { code: "RATE_LIMITED" },
      headers: { "retry-after": "60" },
    },
    "hides a lock from a wrong password": {
      given: lock,
      send: login({ password: "Wr0ngpass" }),
      status: 401,
      body: unauthorized,
    },
    "refuses a password that is not a string": {
      given,
      send: login({ password: 1 }),
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
    },
    "allows ten attempts a minute from one IP address": {
      settings: { AUTH_RATE_LIMIT_MAX: "1" },
      given: async (app) => {
        await given(app);
        const body = { ...right, email: "x@example.org" };
        for (let count = 0; count < 10; count += 1) {
          await app.send("POST", "/api/admin/auth/login", { body });
        }
      },
      send: login({}),
      status: 429,
      body: { code: "AUTH_RATE_LIMITED" },
    },
  });
});

describe("GET /api/admin/auth/verify", () => {
  const send: Sending = ["GET", "/api/admin/auth/verify"];

  scenarios(adminAuthRoutes, {
    "returns the administrator": {
      as: "super",
      send,
      status: 200,
      body: { success: true, data: { id: "a1", email: "a1@example.org", role: "super_admin" } },
    },
    "refuses an administrator's token in a cookie": {
      send: async ({ admin }) => {
        const { token } = await admin();
        return ["GET", "/api/admin/auth/verify", undefined, { cookie: `token=${token}` }];
      },
      status: 401,
      body: unauthorized,
    },
    "refuses an administrator whose account was deleted": {
      as: "admin",
      given: ({ deps }) => deps.database.deleteFrom("admins").execute(),
      send,
      status: 401,
      body: unauthorized,
    },
    "refuses a token after two hours": {
      send: async ({ admin, clock, deps }) => {
        const { id: accountId, sessionId } = await admin();
        const lifeMs = 2 * 3_600_000;
        const token = deps.tokens.issueAdmin({ accountId, sessionId }, clock.nowMs(), lifeMs);
        clock.advance(lifeMs);
        const headers = { authorization: `Bearer ${token}` };
        return ["GET", "/api/admin/auth/verify", undefined, headers];
      },
      status: 401,
      body: unauthorized,
    },
  });
});

describe("POST /api/admin/auth/logout", () => {
  const send: Sending = ["POST", "/api/admin/auth/logout"];

  scenarios(adminAuthRoutes, {
    "ends this session": {
      as: "admin",
      send,
      status: 200,
      body: { success: true, data: { loggedOut: true } },
      after: async ({ deps, a1 }) => {
        expect(await deps.sessions.find(a1.sessionId)).toBeUndefined();
      },
    },
    "works only once": { as: "admin", twice: true, send, status: 401, body: unauthorized },
  });
});
