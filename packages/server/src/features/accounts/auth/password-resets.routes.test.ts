import { describe, expect } from "vitest";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { authRoutes } from "./auth.routes.ts";
import { deliverPasswordResets } from "./auth.service.ts";
import { listResetTokenLines } from "./reset-token-file.ts";

const signal = new AbortController().signal;

const right = { email: "u1@example.org", password: "Right-pw-1" };

const lockU1 = ({ deps }: ScenarioApp) =>
  deps.database
    .updateTable("users")
    .set({ failed_logins: 5, locked_until_ms: deps.clock.nowMs() + 90_000 })
    .execute();

describe("POST /api/auth/forgot-password", () => {
  scenarios(authRoutes, {
    "gives the same reply with and without an account, never the token": {
      send: ["POST", "/api/auth/forgot-password", { email: " U1@example.org" }],
      status: 200,
      body: { success: true, data: { emailSent: true } },
      after: async ({ send, deps }, { body, text }) => {
        const email = "nobody@example.org";
        const other = await send("POST", "/api/auth/forgot-password", { body: { email } });
        expect(other.body).toEqual(body);
        expect(listResetTokenLines(deps.settings)).toEqual([]);
        await deliverPasswordResets(deps, signal);
        const lines = listResetTokenLines(deps.settings);
        expect(lines.map((line) => line.userId)).toEqual(["u1"]);
        expect(text).not.toContain(lines[0]?.token);
      },
    },
    "answers in the language the client asks for": {
      send: [
        "POST",
        "/api/auth/forgot-password",
        { email: "nobody@example.org" },
        { "accept-language": "zh-CN, en;q=0.5" },
      ],
      status: 200,
      body: { data: { emailSent: true, message: "如果该邮箱已注册，重置密码的邮件马上就到。" } },
    },
    "answers in English without texts in that language": {
      send: [
        "POST",
        "/api/auth/forgot-password",
        { email: "nobody@example.org" },
        { "accept-language": "it" },
      ],
      status: 200,
      body: { data: { message: expect.stringMatching(/^If an account/) } },
    },
    "refuses an invalid address": {
      send: ["POST", "/api/auth/forgot-password", { email: "u1" }],
      status: 400,
      body: { code: "AUTH_INVALID_EMAIL" },
    },
    "refuses an empty body": {
      send: ["POST", "/api/auth/forgot-password"],
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
    },
  });
});

/** Requests a token for u1 and reads it from the operator's file. */
async function takeToken({ send, deps }: ScenarioApp): Promise<string> {
  const from = "198.51.100.1";
  await send("POST", "/api/auth/forgot-password", { body: { email: right.email }, from });
  await deliverPasswordResets(deps, signal);
  return listResetTokenLines(deps.settings).at(-1)?.token ?? "";
}

describe("POST /api/auth/verify-reset-token", () => {
  const verify = (token: unknown) => ["POST", "/api/auth/verify-reset-token", { token }] as const;

  scenarios(authRoutes, {
    "accepts an open token without using it": {
      twice: true,
      send: async (app) => verify(await takeToken(app)),
      status: 200,
      body: { success: true, data: { valid: true } },
    },
    "rejects an unknown one": {
      send: verify("made-up"),
      status: 200,
      body: { data: { valid: false } },
    },
    "rejects an expired one": {
      send: async (app) => {
        const token = await takeToken(app);
        app.clock.advance(3_600_000);
        return verify(token);
      },
      status: 200,
      body: { data: { valid: false } },
    },
    "refuses a token that is not a string": {
      send: verify(7),
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
    },
  });
});

describe("POST /api/auth/reset-password", () => {
  const reset = (token: string, newPassword: unknown = "N3wpassword") =>
    ["POST", "/api/auth/reset-password", { token, newPassword }] as const;

  scenarios(authRoutes, {
    "sets the password, ends all sessions and removes a lock": {
      given: lockU1,
      send: async (app) => reset(await takeToken(app)),
      status: 200,
      body: { success: true, data: {} },
      after: async ({ deps, send, u1 }) => {
        expect(await deps.sessions.find(u1.sessionId)).toBeUndefined();
        const body = { ...right, password: "N3wpassword" };
        expect((await send("POST", "/api/auth/login", { body })).status).toBe(200);
      },
    },
    "refuses an unknown token": {
      send: reset("made-up"),
      status: 400,
      body: { code: "AUTH_INVALID_RESET_TOKEN" },
    },
    "refuses a used token": {
      send: async (app) => {
        const token = await takeToken(app);
        const [method, path, body] = reset(token);
        await app.send(method, path, { body });
        return reset(token);
      },
      status: 400,
      body: { code: "AUTH_INVALID_RESET_TOKEN" },
    },
    "refuses an expired token": {
      send: async (app) => {
        const token = await takeToken(app);
        app.clock.advance(3_600_000);
        return reset(token);
      },
      status: 400,
      body: { code: "AUTH_EXPIRED_RESET_TOKEN" },
    },
    "refuses a weak password and keeps the token usable": {
      send: async (app) => reset(await takeToken(app), "password"),
      status: 400,
      body: { code: "AUTH_WEAK_PASSWORD" },
      after: async ({ deps, send }) => {
        const token = listResetTokenLines(deps.settings).at(-1)?.token ?? "";
        const [method, path, body] = reset(token);
        expect((await send(method, path, { body })).status).toBe(200);
      },
    },
    "refuses a missing password as malformed": {
      send: ["POST", "/api/auth/reset-password", { token: "x" }],
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
    },
  });
});
