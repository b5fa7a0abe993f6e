import { afterAll, describe, expect } from "vitest";
import { audited, auditedOrigins, auditedStates } from "../../../testing/rows/administration.ts";
import {
  closeMailServers,
  mailServer,
  type TakenMail,
} from "@wordloom/testing/neighbors/mail-server";
import { scenarios, type ScenarioApp, type Sending } from "../../../testing/app/scenarios.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { authRoutes } from "../auth/auth.routes.ts";
import { createPasswordReset, isUsableResetToken } from "../auth/auth.service.ts";
import { requireUser, updatePassword } from "../users/users.service.ts";
import { deliverEmailChanges } from "./email-change-mails.service.ts";
import { emailChangesRoutes } from "./email-changes.routes.ts";
import { emailChangesFeature } from "./email-changes.feature.ts";
import { replaceIdentity } from "./email-changes.service.ts";

afterAll(closeMailServers);

const { signal } = new AbortController();
const at = "/api/users/me/email";
const wanted = { email: " New@Example.org", currentPassword: "Right-pw-1" };
const change = (part: object = {}): Sending => ["PUT", at, { ...wanted, ...part }];
const unchanged = { email: "u1@example.org", pending: null };
const HOUR_MS = 3_600_000;

/** Enables outgoing mail. @returns the mails sent since */
async function withMail({ deps }: ScenarioApp): Promise<readonly TakenMail[]> {
  const { trustingUrl: SMTP_URL, taken } = await mailServer();
  Object.assign(deps, { settings: { ...deps.settings, SMTP_URL } });
  return taken;
}

const ask = ({ send, u1 }: ScenarioApp, part: object = {}) =>
  send("PUT", at, { body: { ...wanted, ...part }, headers: u1.headers });

/** The code in the mail to the new address. */
async function mailedCode(app: ScenarioApp, taken: readonly TakenMail[], to = "new@example.org") {
  await deliverEmailChanges(app.deps, signal);
  const letter = taken.findLast((mail) => mail.to.includes(to))?.text ?? "";
  return /\r\n\r\n([\w-]{40,})\r\n/.exec(letter)?.[1] ?? "";
}

/** Requests another address as u1. */
async function asked(app: ScenarioApp, part: object = {}, to?: string): Promise<string> {
  const taken = await withMail(app);
  expect((await ask(app, part)).status).toBe(200);
  return mailedCode(app, taken, to);
}

/** A token that has given u1 a new address. */
async function confirmedToken(app: ScenarioApp): Promise<string> {
  const token = await asked(app);
  const reply = await app.send("POST", "/api/auth/confirm-email", { body: { token } });
  expect(reply.status).toBe(200);
  return token;
}

const confirm = (token: string): Sending => ["POST", "/api/auth/confirm-email", { token }];
const emailOf = async ({ deps }: ScenarioApp, id = "u1") =>
  (await requireUser(deps.database, id)).email;

describe("GET /api/users/me/email", () => {
  scenarios(emailChangesRoutes, {
    "shows the caller's address": {
      as: "learner",
      send: ["GET", at],
      status: 200,
      body: { data: unchanged },
    },
    "shows the waiting change": {
      as: "learner",
      given: async (app) => asked(app),
      send: ["GET", at],
      status: 200,
      body: {
        data: {
          email: "u1@example.org",
          pending: {
            email: "new@example.org",
            requestedAt: "2026-05-01T12:00:00.000Z",
            expiresAt: "2026-05-02T12:00:00.000Z",
          },
        },
      },
    },
    "hides a change requested with an earlier password": {
      as: "learner",
      given: async (app) => {
        await asked(app);
        await updatePassword(app.deps.database, "u1", { passwordHash: "another", nowMs: 1 });
      },
      send: ["GET", at],
      status: 200,
      body: { data: unchanged },
    },
  });
});

describe("PUT /api/users/me/email", () => {
  scenarios([emailChangesRoutes, authRoutes], {
    "changes the address at once without mail, keeps sign-ins and writes an audit entry": {
      as: "learner",
      from: "203.0.113.9",
      send: change(),
      status: 200,
      body: { data: { email: "new@example.org", pending: null } },
      after: async (app) => {
        const { send, u1 } = app;
        expect((await send("GET", at, { headers: u1.headers })).status).toBe(200);
        const body = { email: "new@example.org", password: "Right-pw-1" };
        expect((await send("POST", "/api/auth/login", { body })).status).toBe(200);
        expect(await audited(app)).toMatchObject([
          { by: null, action: "user.change_email", target: "u1" },
        ]);
        expect(await auditedStates(app)).toEqual([
          { before: { email: "u1@example.org" }, after: { email: "new@example.org" } },
        ]);
        expect(await auditedOrigins(app)).toEqual([{ ip: "203.0.113.9", session: u1.sessionId }]);
      },
    },
    "voids reset tokens, which went to the old address": {
      as: "learner",
      given: async ({ deps }) => {
        const user = await requireUser(deps.database, "u1");
        const token = await createPasswordReset(deps, user, "learner");
        Object.assign(deps, { madeToken: token });
      },
      send: change(),
      status: 200,
      after: async ({ deps }) => {
        const { madeToken } = deps as unknown as { madeToken: string };
        expect(await isUsableResetToken(deps, madeToken)).toBe(false);
      },
    },
    "refuses an address that is taken, as registration does, and changes nothing": {
      as: "learner",
      given: ({ learner }) => learner(),
      send: change({ email: "U2@example.org" }),
      status: 409,
      body: { code: "AUTH_EMAIL_EXISTS" },
      after: async (app) => expect(await emailOf(app)).toBe("u1@example.org"),
    },
    "with mail, waits for the new address and notifies the old one": {
      as: "learner",
      given: async (app) => Object.assign(app.deps, { taken: await withMail(app) }),
      send: change(),
      status: 200,
      body: { data: { email: "u1@example.org", pending: { email: "new@example.org" } } },
      after: async (app) => {
        const { taken } = app.deps as unknown as { taken: readonly TakenMail[] };
        expect(await mailedCode(app, taken)).not.toBe("");
        await deliverEmailChanges(app.deps, signal);
        const receivers = taken.flatMap(({ to }) => to).toSorted();
        expect(receivers).toEqual(["new@example.org", "u1@example.org"]);
        const notice = taken.find(({ to }) => to.includes("u1@example.org"))?.text;
        expect(notice).toContain("new@example.org");
        expect(await emailOf(app)).toBe("u1@example.org");
      },
    },
    "with mail, does not reveal that an address is taken, and sends it nothing": {
      as: "learner",
      given: async (app) => {
        await app.learner();
        Object.assign(app.deps, { taken: await withMail(app) });
      },
      send: change({ email: "u2@example.org" }),
      status: 200,
      body: { data: { email: "u1@example.org", pending: { email: "u2@example.org" } } },
      after: async (app) => {
        const { taken } = app.deps as unknown as { taken: readonly TakenMail[] };
        expect(await mailedCode(app, taken, "u2@example.org")).toBe("");
        expect(taken.flatMap(({ to }) => to)).toEqual(["u1@example.org"]);
      },
    },
    "refuses a wrong password": {
      as: "learner",
      send: change({ currentPassword: "Wr0ngpass" }),
      status: 401,
      body: { code: "AUTH_UNAUTHORIZED" },
      after: async (app) => expect(await emailOf(app)).toBe("u1@example.org"),
    },
    "refuses an invalid address": {
      as: "learner",
      send: change({ email: "new" }),
      status: 400,
      body: { code: "AUTH_INVALID_EMAIL" },
    },
    "refuses the sixth change of a day with a time to retry": {
      as: "learner",
      settings: { AUTH_RATE_LIMIT_MAX: "100" },
      given: async (app) => {
        for (const n of [1, 2, 3, 4, 5]) await ask(app, { email: `n${n}@example.org` });
      },
      send: change(),
      status: 429,
      body: { code: "RATE_LIMITED" },
      headers: { "retry-after": "86400" },
      after: async (app) => expect(await emailOf(app)).toBe("n5@example.org"),
    },
    "does not count changes made while the clock was ahead": {
      as: "learner",
      settings: { AUTH_RATE_LIMIT_MAX: "100" },
      given: async (app) => {
        for (const n of [1, 2, 3, 4, 5]) await ask(app, { email: `n${n}@example.org` });
        await app.deps.database
          .updateTable("email_changes")
          .set({ counted_since_ms: app.clock.nowMs() + 48 * HOUR_MS })
          .execute();
      },
      send: change(),
      status: 200,
      after: async (app) => expect(await emailOf(app)).toBe("new@example.org"),
    },
  });
});

describe("DELETE /api/users/me/email/pending", () => {
  const send: Sending = ["DELETE", `${at}/pending`];

  scenarios(emailChangesRoutes, {
    "cancels the waiting change": {
      as: "learner",
      given: async (app) => Object.assign(app.deps, { code: await asked(app) }),
      send,
      status: 200,
      body: { data: unchanged },
      after: async ({ deps, send: call }) => {
        const { code } = deps as unknown as { code: string };
        const body = { token: code };
        expect((await call("POST", "/api/auth/confirm-email", { body })).status).toBe(400);
      },
    },
    "has nothing to cancel": { as: "learner", send, status: 200, body: { data: unchanged } },
  });
});

describe("POST /api/auth/confirm-email", () => {
  scenarios(emailChangesRoutes, {
    "gives the account the new address": {
      send: async (app) => confirm(await asked(app)),
      status: 200,
      body: { data: { email: "new@example.org" } },
      after: async (app) => expect(await emailOf(app)).toBe("new@example.org"),
    },
    "records where the change was requested, wherever the mail was read": {
      send: async (app) => confirm(await asked(app)),
      from: "203.0.113.9",
      status: 200,
      after: async (app) => {
        const requested = { ip: "127.0.0.1", session: app.u1.sessionId };
        expect(await auditedOrigins(app)).toEqual([requested]);
        const left = await app.deps.database.selectFrom("email_changes").selectAll().execute();
        expect(left).toMatchObject([{ ip: null, session_id: null }]);
      },
    },
    "says the same again to a token that was used, because the reply may be lost": {
      as: "learner",
      send: async (app) => confirm(await asked(app)),
      twice: true,
      status: 200,
      body: { data: { email: "new@example.org" } },
      after: async (app) => {
        expect(await emailOf(app)).toBe("new@example.org");
        expect(await audited(app)).toHaveLength(1);
        const { body } = await app.send("GET", at, { headers: app.u1.headers });
        expect(body.data).toEqual({ email: "new@example.org", pending: null });
      },
    },
    "refuses a used token a day after the request": {
      send: async (app) => {
        const token = await confirmedToken(app);
        app.clock.advance(24 * HOUR_MS);
        return confirm(token);
      },
      status: 400,
      body: { code: "EMAIL_CHANGE_INVALID" },
    },
    "refuses a used token after the learner confirmed another change": {
      send: async (app) => {
        const token = await confirmedToken(app);
        const next = await asked(app, { email: "next@example.org" }, "next@example.org");
        await app.send("POST", "/api/auth/confirm-email", { body: { token: next } });
        return confirm(token);
      },
      status: 400,
      body: { code: "EMAIL_CHANGE_INVALID" },
      after: async (app) => expect(await emailOf(app)).toBe("next@example.org"),
    },
    "refuses a used token after an administrator changed the address": {
      send: async (app) => {
        const token = await confirmedToken(app);
        await transact(app.deps.database, async (tx) => {
          const user = await requireUser(tx, "u1");
          await replaceIdentity(app.deps, tx, user, { email: "other@example.org" });
        });
        return confirm(token);
      },
      status: 400,
      body: { code: "EMAIL_CHANGE_INVALID" },
      after: async (app) => expect(await emailOf(app)).toBe("other@example.org"),
    },
    "refuses an unknown token": {
      send: confirm("none"),
      status: 400,
      body: { code: "EMAIL_CHANGE_INVALID" },
    },
    "refuses a token of a day ago": {
      send: async (app) => {
        const token = await asked(app);
        app.clock.advance(24 * HOUR_MS);
        return confirm(token);
      },
      status: 400,
      body: { code: "EMAIL_CHANGE_INVALID" },
    },
    "refuses the token of a request that a later one replaced": {
      send: async (app) => {
        const token = await asked(app);
        await ask(app, { email: "newer@example.org" });
        return confirm(token);
      },
      status: 400,
      body: { code: "EMAIL_CHANGE_INVALID" },
    },
    "refuses a token from before the password was changed": {
      send: async (app) => {
        const token = await asked(app);
        const passwordHash = "another";
        await updatePassword(app.deps.database, "u1", { passwordHash, nowMs: 1 });
        return confirm(token);
      },
      status: 400,
      body: { code: "EMAIL_CHANGE_INVALID" },
    },
    "refuses an address that somebody took meanwhile": {
      send: async (app) => {
        const token = await asked(app);
        await app.learner();
        const taken = { email: "new@example.org" };
        await app.deps.database.updateTable("users").set(taken).where("id", "=", "u2").execute();
        return confirm(token);
      },
      status: 409,
      body: { code: "AUTH_EMAIL_EXISTS" },
      after: async (app) => expect(await emailOf(app)).toBe("u1@example.org"),
    },
  });
});

describe("the worker email_change_mails", () => {
  scenarios(emailChangesFeature, {
    "retries refused mails for an hour": {
      as: "learner",
      given: async (app) => {
        const { deps } = app;
        const settings = { ...deps.settings, SMTP_URL: "smtp://127.0.0.1:1" };
        Object.assign(deps, { settings });
        await ask(app);
      },
      send: ["GET", at],
      status: 200,
      body: { data: { pending: {} } },
      after: async ({ deps, clock }) => {
        const dueTimes = async () => {
          await deliverEmailChanges(deps, signal);
          const row = await deps.database
            .selectFrom("email_changes")
            .select(["confirm_due_at_ms", "notice_due_at_ms"])
            .executeTakeFirstOrThrow();
          return Object.values(row).map((due) => due && Number(due) - clock.nowMs());
        };
        expect(await dueTimes()).toEqual([10_000, 10_000]);
        clock.advance(10_000);
        expect(await dueTimes()).toEqual([10_000, 10_000]);
        clock.advance(HOUR_MS);
        expect(await dueTimes()).toEqual([null, null]);
      },
    },
    "sends mails that were postponed while the clock was ahead": {
      as: "learner",
      given: async (app) => {
        Object.assign(app.deps, { taken: await withMail(app) });
        await ask(app);
        const due = app.clock.nowMs() + 24 * HOUR_MS;
        await app.deps.database
          .updateTable("email_changes")
          .set({ confirm_due_at_ms: due, notice_due_at_ms: due })
          .execute();
        await deliverEmailChanges(app.deps, signal);
      },
      send: ["GET", at],
      status: 200,
      after: ({ deps }) => {
        const { taken } = deps as unknown as { taken: readonly TakenMail[] };
        const receivers = taken.flatMap(({ to }) => to).toSorted();
        expect(receivers).toEqual(["new@example.org", "u1@example.org"]);
      },
    },
  });
});
