import { describe, expect } from "vitest";
import { DAY_MS } from "../../platform/durations.ts";
import { scenarios, type ScenarioApp, type Sending } from "../../testing/scenarios.ts";
import { bothCleared, bothCookies } from "../../testing/sign-in-cookies.ts";
import { authRoutes } from "./auth.routes.ts";

const unauthorized = { success: false, code: "AUTH_UNAUTHORIZED" };

const banU1 = ({ deps }: ScenarioApp) =>
  deps.database.updateTable("users").set({ is_banned: 1 }).execute();
const refreshTokenOf = ({ deps, u1 }: ScenarioApp) => {
  const subject = { accountId: "u1", sessionId: u1.sessionId, refreshId: "refresh-u1" };
  return deps.tokens.issueRefresh(subject, deps.clock.nowMs(), 30 * DAY_MS);
};
const byBearer = (app: ScenarioApp): Sending => {
  const authorization = `Bearer ${refreshTokenOf(app)}`;
  return ["POST", "/api/auth/refresh", undefined, { authorization }];
};
const byCookie =
  (headers: Record<string, string>) =>
  (app: ScenarioApp): Sending => {
    const cookie = `refresh_token=${refreshTokenOf(app)}`;
    return ["POST", "/api/auth/refresh", {}, { cookie, ...headers }];
  };

describe("POST /api/auth/refresh", () => {
  scenarios(authRoutes, {
    "exchanges a Bearer token for a new pair": {
      send: byBearer,
      status: 200,
      body: { data: { user: { id: "u1" } } },
      headers: { "set-cookie": bothCookies },
    },
    "exchanges the cookie of a page of the same origin": {
      send: byCookie({ host: "own.org", origin: "http://own.org" }),
      status: 200,
      headers: { "set-cookie": bothCookies },
    },
    "refuses the cookie from a page of another origin, without clearing it": {
      send: byCookie({ host: "own.org", origin: "http://evil.example" }),
      status: 403,
      body: { code: "CSRF_ORIGIN" },
      headers: { "set-cookie": null },
    },
    "prefers the header to the cookie": {
      send: byCookie({ authorization: "Bearer nonsense" }),
      status: 401,
      body: unauthorized,
      headers: { "set-cookie": bothCleared },
    },
    "refuses a reuse within 30 seconds and changes no cookie": {
      twice: true,
      send: byBearer,
      status: 401,
      body: { code: "AUTH_REFRESH_RACED" },
      headers: { "set-cookie": null },
    },
    "ends the session when the token is reused later": {
      given: async (app) => {
        const [method, path, , headers = {}] = byBearer(app);
        await app.send(method, path, { headers });
        app.clock.advance(30_001);
      },
      send: byBearer,
      status: 401,
      body: unauthorized,
      headers: { "set-cookie": bothCleared },
      after: async ({ deps, u1 }) => {
        expect(await deps.sessions.find(u1.sessionId)).toBeUndefined();
      },
    },
    "refuses an access token": {
      as: "learner",
      send: ["POST", "/api/auth/refresh"],
      status: 401,
      body: unauthorized,
      headers: { "set-cookie": bothCleared },
    },
    "refuses a token from the query": {
      send: (app) => ["POST", `/api/auth/refresh?refresh_token=${refreshTokenOf(app)}`],
      status: 401,
      body: unauthorized,
    },
    "refuses a request without a token": {
      send: ["POST", "/api/auth/refresh"],
      status: 401,
      body: unauthorized,
      headers: { "set-cookie": bothCleared },
    },
    "refuses a banned learner with FORBIDDEN": {
      given: banU1,
      send: byBearer,
      status: 403,
      body: { code: "FORBIDDEN" },
      headers: { "set-cookie": bothCleared },
    },
  });
});

describe("POST /api/auth/logout", () => {
  scenarios(authRoutes, {
    "ends every session and clears the cookies": {
      as: "learner",
      send: ["POST", "/api/auth/logout"],
      status: 200,
      body: { success: true, data: { loggedOut: true } },
      headers: { "set-cookie": bothCleared },
      after: async ({ deps, u1 }) => {
        expect(await deps.sessions.find(u1.sessionId)).toBeUndefined();
      },
    },
    "works only once": {
      as: "learner",
      twice: true,
      send: ["POST", "/api/auth/logout"],
      status: 401,
    },
    "asks for sign-in": { send: ["POST", "/api/auth/logout"], status: 401, body: unauthorized },
    "refuses an administrator": {
      as: "admin",
      send: ["POST", "/api/auth/logout"],
      status: 401,
      body: unauthorized,
    },
    "refuses two tokens": {
      send: ({ u1 }) => {
        const twice = `Bearer ${u1.token}, Bearer ${u1.token}`;
        return ["POST", "/api/auth/logout", {}, { authorization: twice }];
      },
      status: 401,
      body: unauthorized,
    },
    "refuses a token in the query": {
      send: ({ u1 }) => ["POST", `/api/auth/logout?token=${u1.token}&access_token=${u1.token}`],
      status: 401,
      body: unauthorized,
    },
    "refuses a cookie from a page of another origin": {
      send: ({ u1 }) => {
        const headers = { cookie: `token=${u1.token}`, host: "own.org", origin: "http://e.vil" };
        return ["POST", "/api/auth/logout", undefined, headers];
      },
      status: 403,
      body: { code: "CSRF_ORIGIN" },
    },
    "refuses a form of another origin that hides its origin": {
      send: ({ u1 }) => {
        const headers = {
          cookie: `token=${u1.token}`,
          "sec-fetch-site": "cross-site",
          "content-type": "application/x-www-form-urlencoded",
          "x-http-method-override": "GET",
        };
        return ["POST", "/api/auth/logout", "a=b", headers];
      },
      status: 403,
      body: { code: "CSRF_ORIGIN" },
    },
  });
});
