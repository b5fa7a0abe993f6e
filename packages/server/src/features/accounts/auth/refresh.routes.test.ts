import { describe, expect } from "vitest";
import { DAY_MS, HOUR_MS } from "../../../platform/time/durations.ts";
import { scenarios, type ScenarioApp, type Sending } from "../../../testing/app/scenarios.ts";
import { bothCleared, bothCookies } from "../../../testing/app/sign-in-cookies.ts";
import { authRoutes } from "./auth.routes.ts";

const unauthorized = { success: false, code: "AUTH_UNAUTHORIZED" };

const banU1 = ({ deps }: ScenarioApp) =>
  deps.database.updateTable("users").set({ is_banned: 1 }).execute();
const refreshTokenOf = ({ deps, u1 }: ScenarioApp) => {
  const subject = { accountId: "u1", sessionId: u1.sessionId, refreshId: "refresh-u1" };
  return deps.tokens.issueRefresh(subject, deps.clock.nowMs(), 30 * DAY_MS);
};
const accessTokenOf = ({ deps, u1 }: ScenarioApp, lifetimeMs: number) => {
  const subject = { accountId: "u1", sessionId: u1.sessionId };
  return deps.tokens.issueAccess(subject, deps.clock.nowMs(), lifetimeMs);
};
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const byBearer = (app: ScenarioApp): Sending => [
  "POST",
  "/api/auth/refresh",
  undefined,
  bearer(refreshTokenOf(app)),
];

type Headers = Record<string, string>;
const ownPage = { host: "own.org", origin: "http://own.org" };
const otherPage = { host: "own.org", origin: "http://evil.example" };

/** Headers with the refresh cookie and further fields. */
const byCookie =
  (headers: Headers | ((app: ScenarioApp) => Headers) = ownPage) =>
  (app: ScenarioApp): Sending => {
    const others = typeof headers === "function" ? headers(app) : headers;
    const cookie = `refresh_token=${refreshTokenOf(app)}`;
    return ["POST", "/api/auth/refresh", {}, { cookie, ...others }];
  };
const besideAccess =
  (page: Headers, lifetimeMs = HOUR_MS) =>
  (app: ScenarioApp) => ({ ...page, ...bearer(accessTokenOf(app, lifetimeMs)) });

/** Uses the token once and waits until a second use no longer counts as a race. */
const usedBefore = async (app: ScenarioApp) => {
  const [method, path, , headers = {}] = byBearer(app);
  const reply = await app.send(method, path, { headers });
  app.clock.advance(30_001);
  return String(reply.headers["set-cookie"]).match(/refresh_token=([^;]+)/)?.[1] ?? "";
};

/** Also uses its successor, which proves that the successor was not lost. */
const usedTwice = async (app: ScenarioApp) => {
  const successor = await usedBefore(app);
  await app.send("POST", "/api/auth/refresh", { headers: bearer(successor) });
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
      send: byCookie(),
      status: 200,
      headers: { "set-cookie": bothCookies },
    },
    "refuses the cookie from a page of another origin, without clearing it": {
      send: byCookie(otherPage),
      status: 403,
      body: { code: "CSRF_ORIGIN" },
      headers: { "set-cookie": null },
    },
    "exchanges the cookie although the page sends its access token along": {
      send: byCookie(besideAccess(ownPage)),
      status: 200,
      body: { data: { user: { id: "u1" } } },
      headers: { "set-cookie": bothCookies },
    },
    "exchanges the cookie beside an expired access token": {
      send: byCookie(besideAccess(ownPage, 0)),
      status: 200,
      headers: { "set-cookie": bothCookies },
    },
    "exchanges the cookie beside a header without a token": {
      send: byCookie({ ...ownPage, ...bearer("nonsense") }),
      status: 200,
      headers: { "set-cookie": bothCookies },
    },
    "refuses the cookie beside an access token from a page of another origin": {
      send: byCookie(besideAccess(otherPage)),
      status: 403,
      body: { code: "CSRF_ORIGIN" },
      headers: { "set-cookie": null },
    },
    "prefers a refresh token in the header to the cookie, even if it has expired": {
      send: byCookie(({ deps, u1 }) => {
        const subject = { accountId: "u1", sessionId: u1.sessionId, refreshId: "refresh-u1" };
        const expired = deps.tokens.issueRefresh(subject, deps.clock.nowMs() - HOUR_MS, 1000);
        return { ...ownPage, ...bearer(expired) };
      }),
      status: 401,
      body: unauthorized,
      headers: { "set-cookie": null },
    },
    "refuses a reuse within 30 seconds, says when to ask again, and changes no cookie": {
      twice: true,
      send: byCookie(),
      status: 401,
      body: { code: "AUTH_REFRESH_RACED" },
      headers: { "set-cookie": null, "retry-after": "30" },
    },
    "exchanges the cookie again later when its successor was lost in transit": {
      given: usedBefore,
      send: byCookie(),
      status: 200,
      headers: { "set-cookie": bothCookies },
    },
    "ends the session when the cookie is reused later, and clears both": {
      given: usedTwice,
      send: byCookie(),
      status: 401,
      body: unauthorized,
      headers: { "set-cookie": bothCleared },
      after: async ({ deps, u1 }) => {
        expect(await deps.sessions.find(u1.sessionId)).toBeUndefined();
      },
    },
    "ends the session when a Bearer token is reused later, and clears no cookie": {
      given: usedTwice,
      send: byBearer,
      status: 401,
      body: unauthorized,
      headers: { "set-cookie": null },
      after: async ({ deps, u1 }) => {
        expect(await deps.sessions.find(u1.sessionId)).toBeUndefined();
      },
    },
    "refuses an access token without a cookie, and clears none": {
      as: "learner",
      send: ["POST", "/api/auth/refresh"],
      status: 401,
      body: unauthorized,
      headers: { "set-cookie": null },
    },
    "clears an invalid cookie": {
      send: ["POST", "/api/auth/refresh", {}, { cookie: "refresh_token=a.b.c" }],
      status: 401,
      body: unauthorized,
      headers: { "set-cookie": bothCleared },
    },
    "clears an invalid cookie beside an access token": {
      as: "learner",
      send: ["POST", "/api/auth/refresh", {}, { cookie: "refresh_token=a.b.c" }],
      status: 401,
      body: unauthorized,
      headers: { "set-cookie": bothCleared },
    },
    "refuses a token from the query": {
      send: (app) => ["POST", `/api/auth/refresh?refresh_token=${refreshTokenOf(app)}`],
      status: 401,
      body: unauthorized,
    },
    "refuses a request without a token, and clears no cookie": {
      send: ["POST", "/api/auth/refresh"],
      status: 401,
      body: unauthorized,
      headers: { "set-cookie": null },
    },
    "refuses a banned learner with FORBIDDEN, and clears the cookies": {
      given: banU1,
      send: byCookie(),
      status: 403,
      body: { code: "FORBIDDEN" },
      headers: { "set-cookie": bothCleared },
    },
    "refuses the Bearer token of a banned learner, and clears no cookie": {
      given: banU1,
      send: byBearer,
      status: 403,
      body: { code: "FORBIDDEN" },
      headers: { "set-cookie": null },
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
