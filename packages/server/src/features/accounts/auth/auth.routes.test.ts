import { describe, expect } from "vitest";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { bothCookies } from "../../../testing/app/sign-in-cookies.ts";
import { storeSetting } from "../settings/settings.service.ts";
import { authRoutes } from "./auth.routes.ts";

const eve = { email: "Eve@Example.org ", username: " Eve ", password: "Passw0rd" };
const right = { email: "u1@example.org", password: "Right-pw-1" };
const wrong = { ...right, password: "Wr0ngpass" };
const unauthorized = { success: false, code: "AUTH_UNAUTHORIZED" };

const banU1 = ({ deps }: ScenarioApp) =>
  deps.database.updateTable("users").set({ is_banned: 1 }).execute();
const lockU1 = ({ deps }: ScenarioApp) =>
  deps.database
    .updateTable("users")
    .set({ failed_logins: 5, locked_until_ms: deps.clock.nowMs() + 90_000 })
    .execute();

const register = (change: object) => ["POST", "/api/auth/register", { ...eve, ...change }] as const;

describe("POST /api/auth/register", () => {
  scenarios(authRoutes, {
    "creates an account, signs it in and sets both cookies": {
      send: register({}),
      status: 201,
      body: {
        success: true,
        data: { user: { email: "eve@example.org", username: "Eve", isBanned: false } },
      },
      headers: { "set-cookie": bothCookies },
      publishes: [],
    },
    "sets Secure cookies under the base path": {
      settings: { COOKIE_SECURE: "true", BASE_PATH: "/words" },
      send: ["POST", "/words/api/auth/register", eve],
      status: 201,
      headers: { "set-cookie": /Path=\/words; Max-Age=3600; HttpOnly; SameSite=Lax; Secure,/ },
    },
    "ignores unknown fields": {
      send: register({ role: "staff", isBanned: true, id: "mine", createdAt: "2000-01-01" }),
      status: 201,
      after: async ({ deps }, { body }) => {
        expect(body.data.user).toMatchObject({ isBanned: false });
        expect(body.data.user.id).not.toBe("mine");
        const row = await deps.database
          .selectFrom("users")
          .selectAll()
          .where("email", "=", "eve@example.org")
          .executeTakeFirst();
        expect(row?.role).toBe("user");
      },
    },
    "accepts a name with diacritics, in NFC": {
      send: register({ username: "Zoe\u0308 प्रिया مُحَمَّد" }),
      status: 201,
      body: { data: { user: { username: "Zo\u00eb प्रिया مُحَمَّد" } } },
    },
    "accepts a name whose spelling needs a joiner": {
      send: register({ username: "علی\u200cرضا" }),
      status: 201,
      body: { data: { user: { username: "علی\u200cرضا" } } },
    },
    "refuses an apostrophe in a name, and says which signs it may have": {
      send: register({ username: "O'Brien" }),
      status: 400,
      body: {
        code: "AUTH_INVALID_USERNAME",
        message: expect.stringContaining("letters, digits, spaces, - and _") as string,
      },
    },
    "refuses a mark without a letter in a name": {
      send: register({ username: "\u0301Eve" }),
      status: 400,
      body: { code: "AUTH_INVALID_USERNAME" },
    },
    "checks the address first": {
      send: register({ email: "eve", username: "?", password: "x" }),
      status: 400,
      body: { code: "AUTH_INVALID_EMAIL" },
    },
    "checks the name second": {
      send: register({ username: "?", password: "x" }),
      status: 400,
      body: { code: "AUTH_INVALID_USERNAME" },
    },
    "checks the password third": {
      given: ({ deps }) => storeSetting(deps.database, "registration_enabled", false, 0),
      send: register({ password: "password" }),
      status: 400,
      body: { code: "AUTH_WEAK_PASSWORD" },
    },
    "refuses a missing field as malformed": {
      send: register({ email: undefined }),
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
    },
    "refuses a field of another type as malformed": {
      send: register({ password: 12345678 }),
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
    },
    "refuses while registration is closed, before checking the address is free": {
      given: async ({ deps, clock }) => {
        await storeSetting(deps.database, "registration_enabled", false, 0);
        clock.advance(1_000);
      },
      send: register({ email: right.email }),
      status: 403,
      body: { code: "FORBIDDEN" },
    },
    "refuses at the limit of accounts, before checking the address is free": {
      given: async ({ deps, clock }) => {
        await storeSetting(deps.database, "max_users", 1, 0);
        clock.advance(1_000);
      },
      send: register({ email: right.email }),
      status: 403,
      body: { code: "FORBIDDEN" },
    },
    "refuses an address that is taken, ignoring case": {
      send: register({ email: "U1@EXAMPLE.org" }),
      status: 409,
      body: { code: "AUTH_EMAIL_EXISTS" },
      headers: { "set-cookie": null },
    },
  });
});

describe("POST /api/auth/login", () => {
  scenarios(authRoutes, {
    "signs in and sets both cookies": {
      send: ["POST", "/api/auth/login", { ...right, email: " U1@Example.org" }],
      status: 200,
      body: { success: true, data: { user: { id: "u1" } } },
      headers: { "set-cookie": bothCookies },
    },
    "sends no cookies to a page of another origin, which could sign in its visitors": {
      send: ["POST", "/api/auth/login", right, { host: "own.org", origin: "http://evil.example" }],
      status: 200,
      headers: { "set-cookie": null },
    },
    "sends cookies to a page of an allowed origin": {
      settings: { CORS_ORIGIN: "https://app.example" },
      send: ["POST", "/api/auth/login", right, { host: "own.org", origin: "https://app.example" }],
      status: 200,
      headers: { "set-cookie": bothCookies },
    },
    "returns a token that is accepted": {
      send: ["POST", "/api/auth/login", right],
      status: 200,
      after: async ({ send }, { body }) => {
        const headers = { authorization: `Bearer ${body.data.accessToken}` };
        expect((await send("POST", "/api/auth/logout", { headers })).status).toBe(200);
      },
    },
    "refuses a wrong password": {
      send: ["POST", "/api/auth/login", wrong],
      status: 401,
      body: unauthorized,
      headers: { "set-cookie": null },
    },
    "refuses an unknown account with the same message": {
      send: ["POST", "/api/auth/login", { ...right, email: "nobody@example.org" }],
      status: 401,
      after: async ({ send }, { body }) => {
        const known = await send("POST", "/api/auth/login", { body: wrong });
        expect({ ...known.body, traceId: "" }).toEqual({ ...body, traceId: "" });
      },
    },
    "refuses an invalid address like an unknown account": {
      send: ["POST", "/api/auth/login", { ...right, email: "u1" }],
      status: 401,
      body: unauthorized,
    },
    "reports a lock after the right password": {
      given: lockU1,
      send: ["POST", "/api/auth/login", right],
      status: 429,
      body: { code: "RATE_LIMITED" },
      headers: { "retry-after": "90" },
    },
    "hides a lock from a wrong password": {
      given: lockU1,
      send: ["POST", "/api/auth/login", wrong],
      status: 401,
      body: unauthorized,
      headers: { "retry-after": null },
    },
    "reports a ban after the right password": {
      given: banU1,
      send: ["POST", "/api/auth/login", right],
      status: 403,
      body: { code: "FORBIDDEN" },
    },
    "hides a ban from a wrong password": {
      given: banU1,
      send: ["POST", "/api/auth/login", wrong],
      status: 401,
      body: unauthorized,
    },
    "refuses a password that is not a string": {
      send: ["POST", "/api/auth/login", { ...right, password: { $ne: "" } }],
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
    },
    "allows ten attempts a minute from one IP address, for any accounts": {
      given: async ({ send }) => {
        for (let count = 0; count < 10; count += 1) {
          const body = { email: `x${count}@example.org`, password: "x" };
          await send("POST", "/api/auth/login", { body, from: "203.0.113.9" });
        }
      },
      from: "203.0.113.9",
      send: ["POST", "/api/auth/login", right],
      status: 429,
      body: { code: "AUTH_RATE_LIMITED" },
      headers: { "retry-after": "60" },
    },
  });
});
