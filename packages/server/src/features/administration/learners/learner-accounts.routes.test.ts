import { describe, expect } from "vitest";
import { features } from "../../../features.ts";
import {
  audited,
  auditedStates,
  findsNothing,
  refuses,
  setUser,
} from "../../../testing/rows/administration.ts";
import { giveAnswers } from "@wordloom/testing/content/give-answers";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { writeAudit } from "../../accounts/audit/audit.service.ts";
import { authRoutes } from "../../accounts/auth/auth.routes.ts";
import { deliverPasswordResets } from "../../accounts/auth/auth.service.ts";
import { storeSetting } from "../../accounts/settings/settings.service.ts";
import { learnersRoutes } from "./learners.routes.ts";

const at = "/api/admin/users";
const personalTables = features.flatMap((feature) => feature.personalTables ?? []);

const eve = { email: " Eve@Example.org", username: "Eve", password: "Passw0rd" };

describe("POST /api/admin/users", () => {
  const create = (change: object) => ["POST", at, { ...eve, ...change }] as const;

  scenarios([learnersRoutes, authRoutes], {
    "creates an account that can sign in, even while registration is closed and full": {
      as: "admin",
      given: async ({ deps, clock }) => {
        await storeSetting(deps.database, "registration_enabled", false, 0);
        await storeSetting(deps.database, "max_users", 1, 0);
        clock.advance(1_000);
      },
      send: create({ role: "staff" }),
      status: 201,
      body: {
        data: {
          email: "eve@example.org",
          username: "Eve",
          role: "staff",
          status: "active",
          lastLoginAt: null,
          lastSeenAt: null,
          isBanned: false,
        },
      },
      after: async (app, { body, headers }) => {
        const { id } = body.data;
        const metadata = { email: "eve@example.org", role: "staff" };
        expect(await audited(app)).toMatchObject([
          { by: "a1", action: "user.create", target: id, metadata },
        ]);
        expect(headers["x-audit-id"]).toMatch(/^\d+$/);
        const signIn = { email: "eve@example.org", password: "Passw0rd" };
        const reply = await app.send("POST", "/api/auth/login", { body: signIn });
        expect(reply.status).toBe(200);
      },
    },
    "gives the role user by default": {
      as: "admin",
      send: create({ role: null }),
      status: 201,
      body: { data: { role: "user" } },
    },
    "refuses an address that is taken, in any case": {
      as: "admin",
      send: create({ email: "U1@example.org" }),
      status: 409,
      body: { code: "AUTH_EMAIL_EXISTS" },
      after: async (app) => expect(await audited(app)).toEqual([]),
    },
    "refuses an invalid address": refuses(create({ email: "eve" }), "AUTH_INVALID_EMAIL"),
    "refuses an invalid name": refuses(create({ username: "?" }), "AUTH_INVALID_USERNAME"),
    "refuses a weak password": refuses(create({ password: "weak" }), "AUTH_WEAK_PASSWORD"),
    "refuses an unknown role": refuses(create({ role: "admin" }), "USER_INVALID_ROLE"),
    "refuses a missing field": refuses(create({ email: undefined }), "INVALID_REQUEST_BODY"),
  });
});

describe("POST /api/admin/users/{id}/reset-password", () => {
  const send = ["POST", `${at}/u1/reset-password`] as const;

  scenarios([learnersRoutes, authRoutes], {
    "creates a key valid for four hours and one use": {
      as: "admin",
      send,
      status: 200,
      body: { data: { resetCreated: true, expiresInHours: 4 } },
      after: async (app, { body, text }) => {
        const { resetKey: token } = body.data;
        expect(JSON.stringify(await audited(app))).not.toContain(token);
        expect(await audited(app)).toMatchObject([{ action: "user.reset_password", target: "u1" }]);
        expect(text).toContain("four hours");
        app.clock.advance(4 * 3_600_000 - 1);
        const change = { token, newPassword: "N3wpassword" };
        const use = () => app.send("POST", "/api/auth/reset-password", { body: change });
        expect((await use()).status).toBe(200);
        expect((await use()).body.code).toBe("AUTH_INVALID_RESET_TOKEN");
      },
    },
    "does not find an unknown learner": findsNothing(
      ["POST", `${at}/nobody/reset-password`],
      "NOT_FOUND",
    ),
  });
});

describe("GET /api/admin/reset-tokens", () => {
  const send = ["GET", "/api/admin/reset-tokens"] as const;
  const signal = new AbortController().signal;
  const ask = async (app: ScenarioApp, email: string) => {
    await app.send("POST", "/api/auth/forgot-password", { body: { email } });
    await deliverPasswordResets(app.deps, signal);
  };

  scenarios([learnersRoutes, authRoutes], {
    "lists the open keys that learners asked for, and leaves an audit entry": {
      as: "admin",
      given: async (app) => {
        await app.learner();
        await app.learner();
        await ask(app, "u3@example.org");
        await app.send("POST", `${at}/u2/reset-password`, { headers: app.a1.headers });
        app.clock.advance(3_599_999);
        await ask(app, "u1@example.org");
        app.clock.advance(1);
      },
      send,
      status: 200,
      headers: { "x-audit-id": /^\d+$/ },
      after: async (app, { body }) => {
        const [{ token, ...shown }, ...others] = body.data.tokens;
        expect(others).toEqual([]);
        expect(shown).toEqual({
          userId: "u1",
          email: "u1@example.org",
          createdAt: "2026-05-01T12:59:59.999Z",
          expiresAt: "2026-05-01T13:59:59.999Z",
        });
        const entries = await audited(app);
        expect(entries.at(-1)).toMatchObject({
          by: "a1",
          action: "reset_tokens.read",
          metadata: { count: 1 },
        });
        expect(JSON.stringify(entries)).not.toContain(token);
        const change = { token, newPassword: "N3wpassword" };
        const reply = await app.send("POST", "/api/auth/reset-password", { body: change });
        expect(reply.status).toBe(200);
        const { headers } = app.a1;
        const again = await app.send("GET", "/api/admin/reset-tokens", { headers });
        expect(again.body.data).toEqual({ tokens: [] });
      },
    },
  });
});

describe("POST /api/admin/users/{id}/set-password", () => {
  const path = `${at}/u1/set-password`;
  const send = ["POST", path, { newPassword: "N3wpassword" }] as const;

  scenarios([learnersRoutes, authRoutes], {
    "replaces the password, ends all sessions, lifts the lock, and voids reset keys": {
      as: "admin",
      given: async (app) => {
        await setUser(app, "u1", { failed_logins: 5, locked_until_ms: app.clock.nowMs() + 1_000 });
        await app.send("POST", `${at}/u1/reset-password`, { headers: app.a1.headers });
      },
      send,
      status: 200,
      body: { data: { passwordReset: true, userId: "u1", sessionsRevoked: 1 } },
      after: async (app, { text }) => {
        expect(text).not.toContain("N3wpassword");
        const entries = await audited(app);
        expect(entries.at(-1)).toMatchObject({ action: "user.set_password", target: "u1" });
        expect(JSON.stringify(entries)).not.toContain("N3wpassword");
        const login = (password: string) =>
          app.send("POST", "/api/auth/login", { body: { email: "u1@example.org", password } });
        expect((await login("Right-pw-1")).status).toBe(401);
        expect((await login("N3wpassword")).status).toBe(200);
        const { headers } = app.u1;
        expect((await app.send("POST", "/api/auth/logout", { headers })).status).toBe(401);
        const open = await app.deps.database.selectFrom("password_resets").selectAll().execute();
        expect(open).toEqual([]);
      },
    },
    "refuses a weak password": refuses(
      ["POST", path, { newPassword: "weak" }],
      "AUTH_WEAK_PASSWORD",
    ),
    "does not find an unknown learner": findsNothing(
      ["POST", `${at}/nobody/set-password`, { newPassword: "N3wpassword" }],
      "NOT_FOUND",
    ),
  });
});

describe("PATCH /api/admin/users/{id}/role", () => {
  const send = ["PATCH", `${at}/u1/role`, { role: "staff" }] as const;

  scenarios(learnersRoutes, {
    "changes the label": {
      as: "admin",
      send,
      status: 200,
      body: { data: { id: "u1", role: "staff" } },
      after: async (app) =>
        expect(await audited(app)).toMatchObject([
          { by: "a1", action: "user.set_role", target: "u1", metadata: { role: "staff" } },
        ]),
    },
    "refuses an unknown role": refuses(
      ["PATCH", `${at}/u1/role`, { role: "super_admin" }],
      "USER_INVALID_ROLE",
    ),
    "does not find an unknown learner": findsNothing(
      ["PATCH", `${at}/nobody/role`, { role: "user" }],
      "NOT_FOUND",
    ),
  });
});

describe("DELETE /api/admin/users/{id}", () => {
  const send = ["DELETE", `${at}/u1`] as const;

  scenarios(
    { routes: [learnersRoutes], personalTables },
    {
      "erases the account, and leaves an entry without its name": {
        as: "super",
        given: async (app) => {
          await app.learner();
          await app.word();
          await giveAnswers(app.deps, [["2026-05-01T10:00:00.000Z", "w1"]]);
        },
        send,
        status: 200,
        body: { data: { deleted: true } },
        headers: { "x-audit-id": /^\d+$/ },
        after: async (app) => {
          const { database } = app.deps;
          const users = await database.selectFrom("users").select("id").execute();
          expect(users).toEqual([{ id: "u2" }]);
          expect(await database.selectFrom("records").selectAll().execute()).toEqual([]);
          expect(
            await database.selectFrom("sessions").select("account_id").execute(),
          ).not.toContainEqual({ account_id: "u1" });
          expect(await audited(app)).toMatchObject([
            { by: "a1", action: "user.delete", target: null, metadata: {} },
          ]);
        },
      },
      "removes all of the learner's names and addresses from the audit log": {
        as: "super",
        given: async ({ deps, send: call, a1 }) => {
          const created = { action: "user.create", target: { type: "user", id: "u1" } } as const;
          const metadata = { email: "u1@example.org" };
          await writeAudit(deps.database, { ...created, atMs: 0, metadata });
          for (const next of ["second", "third"]) {
            const body = { email: `${next}@example.org`, username: `Name ${next}` };
            await call("PATCH", `${at}/u1`, { body, headers: a1.headers });
          }
        },
        send,
        status: 200,
        after: async (app) => {
          const told = JSON.stringify(await audited(app));
          expect(told).not.toMatch(/@example|Name|u1/);
        },
      },
      "succeeds once": { as: "super", send, twice: true, status: 404 },
      "does not find an unknown learner": findsNothing(
        ["DELETE", `${at}/nobody`],
        "NOT_FOUND",
        "super",
      ),
      "is done by one of two concurrent administrators": {
        as: "super",
        given: async (app) => {
          const replies = await Promise.all(
            [1, 2].map(() => app.send("DELETE", `${at}/u1`, { headers: app.a1.headers })),
          );
          expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404]);
          expect(await audited(app)).toHaveLength(1);
        },
        send,
        status: 404,
      },
    },
  );
});

describe("PATCH /api/admin/users/:id", () => {
  const update = (next: object, id = "u1") => ["PATCH", `${at}/${id}`, next] as const;

  scenarios([learnersRoutes, authRoutes], {
    "changes name and address, and records before and after": {
      as: "admin",
      send: update({ email: " New@Example.org", username: " Zoe\u0308 " }),
      status: 200,
      body: { data: { id: "u1", email: "new@example.org", username: "Zo\u00eb" } },
      after: async (app, { headers }) => {
        expect(await audited(app)).toMatchObject([
          { by: "a1", action: "user.update", target: "u1" },
        ]);
        expect(await auditedStates(app)).toEqual([
          {
            before: { email: "u1@example.org", username: "Learner u1" },
            after: { email: "new@example.org", username: "Zo\u00eb" },
          },
        ]);
        expect(headers["x-audit-id"]).toMatch(/^\d+$/);
        const signIn = { email: "new@example.org", password: "Right-pw-1" };
        expect((await app.send("POST", "/api/auth/login", { body: signIn })).status).toBe(200);
      },
    },
    "changes the name alone and keeps reset tokens": {
      as: "admin",
      given: async ({ send }) => {
        await send("POST", "/api/auth/forgot-password", { body: { email: "u1@example.org" } });
      },
      send: async ({ deps }) => {
        await deliverPasswordResets(deps, new AbortController().signal);
        return update({ username: "Ada" });
      },
      status: 200,
      body: { data: { email: "u1@example.org", username: "Ada" } },
      after: async (app) => {
        expect(await countResets(app)).toBe(1);
        expect(await auditedStates(app)).toEqual([
          { before: { username: "Learner u1" }, after: { username: "Ada" } },
        ]);
      },
    },
    "voids reset tokens with a new address": {
      as: "admin",
      given: async ({ send }) => {
        await send("POST", "/api/auth/forgot-password", { body: { email: "u1@example.org" } });
      },
      send: async ({ deps }) => {
        await deliverPasswordResets(deps, new AbortController().signal);
        return update({ email: "new@example.org" });
      },
      status: 200,
      after: async (app) => expect(await countResets(app)).toBe(0),
    },
    "reports that nothing changed": {
      as: "admin",
      send: update({ email: "U1@example.org" }),
      status: 200,
      body: { data: { email: "u1@example.org" } },
      after: async (app) => {
        expect(await auditedStates(app)).toEqual([{ before: {}, after: {} }]);
      },
    },
    "refuses an address that is taken": {
      as: "admin",
      given: ({ learner }) => learner(),
      status: 409,
      send: update({ email: "u2@example.org", username: "Ada" }),
      body: { code: "AUTH_EMAIL_EXISTS" },
      after: async (app) => expect(await audited(app)).toEqual([]),
    },
    "refuses an invalid address": refuses(update({ email: "new" }), "AUTH_INVALID_EMAIL"),
    "refuses an invalid name": refuses(update({ username: "O'Brien" }), "AUTH_INVALID_USERNAME"),
    "finds no other account": findsNothing(update({ username: "Ada" }, "nobody"), "NOT_FOUND"),
  });
});

async function countResets({ deps }: ScenarioApp): Promise<number> {
  return (await deps.database.selectFrom("password_resets").select("user_id").execute()).length;
}
