import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { audited, findsNothing, refuses } from "../../../testing/rows/administration.ts";
import { buildTestApp, onlyFeature, type TestApp } from "@wordloom/testing/service/build-test-app";
import { flag, registerDevice, touchDevice } from "../../../testing/rows/client-devices.ts";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { scenarios } from "../../../testing/app/scenarios.ts";
import { until } from "@wordloom/testing/service/until";
import { authRoutes } from "../../accounts/auth/auth.routes.ts";
import { usersRoutes } from "../../accounts/users/users.routes.ts";
import { realtimeRoutes } from "../../clients/realtime/realtime.routes.ts";
import { learnersRoutes } from "./learners.routes.ts";

const ban = ["POST", "/api/admin/users/u1/ban", { reason: "spam" }] as const;
const unban = ["POST", "/api/admin/users/u1/unban"] as const;

async function flags({ deps }: Pick<TestApp, "deps">) {
  const rows = await deps.database.selectFrom("devices").selectAll().orderBy("id").execute();
  return rows.map(({ id, risk_reason, banned_at_ms }) => [id, risk_reason, banned_at_ms]);
}

describe("POST /api/admin/users/{id}/ban", () => {
  scenarios([learnersRoutes, usersRoutes, authRoutes], {
    "ends all sessions at once, notifies streams, and is audited": {
      as: "admin",
      given: async (app) => {
        await app.learner();
        await app.send("GET", "/api/users/me", { headers: app.u1.headers });
      },
      send: ban,
      status: 200,
      body: { data: { banned: true, userId: "u1", sessionsRevoked: 1 } },
      publishes: ["u1:banned"],
      after: async (app, { headers }) => {
        const { u1, send } = app;
        expect((await send("GET", "/api/users/me", { headers: u1.headers })).status).toBe(401);
        const body = { email: u1.email, password: u1.password };
        expect((await send("POST", "/api/auth/login", { body })).body.code).toBe("FORBIDDEN");
        const [entry] = await audited(app);
        expect(headers["x-audit-id"]).toBe(String(entry?.id));
        const metadata = { reason: "spam", sessionsRevoked: 1, flagged: 0 };
        expect(entry).toMatchObject({ by: "a1", action: "user.ban", target: "u1", metadata });
      },
    },
    "flags the learner's devices, including one just used, and bans none": {
      as: "admin",
      given: async (app) => {
        await registerDevice(app, "d1", { user_id: "u1" });
        await registerDevice(app, "d2", { user_id: "u1", ...flag("d9", 1) });
        await registerDevice(app, "d3", { user_id: "u2" });
        touchDevice(app, "d4");
      },
      send: ban,
      status: 200,
      after: async (app) =>
        expect(await flags(app)).toEqual([
          ["d1", "user_ban", null],
          ["d2", "same_owner", null],
          ["d3", null, null],
          ["d4", "user_ban", null],
        ]),
    },
    "keeps a learner banned who already is, and notifies once": {
      as: "admin",
      send: ban,
      twice: true,
      status: 200,
      publishes: [],
      body: { data: { banned: true, sessionsRevoked: 0 } },
      after: async (app) => expect(await audited(app)).toHaveLength(2),
    },
    "requires no reason": {
      as: "admin",
      send: ["POST", "/api/admin/users/u1/ban"],
      status: 200,
      after: async (app) => {
        const [entry] = await audited(app);
        expect(entry?.metadata).toMatchObject({ reason: null });
      },
    },
    "refuses a reason of more than 500 characters": refuses(
      ["POST", "/api/admin/users/u1/ban", { reason: "r".repeat(501) }],
      "VALIDATION_ERROR",
    ),
    "does not find an unknown learner": findsNothing(
      ["POST", "/api/admin/users/nobody/ban", {}],
      "NOT_FOUND",
    ),
    "is pushed once for two concurrent administrators": {
      as: "admin",
      given: async (app) => {
        const { headers } = app.a1;
        const replies = await Promise.all(
          ["a", "b"].map((reason) => app.send(ban[0], ban[1], { body: { reason }, headers })),
        );
        expect(replies.map(({ status }) => status)).toEqual([200, 200]);
        const revoked = replies.map(({ body }) => body.data.sessionsRevoked);
        expect(revoked.toSorted()).toEqual([0, 1]);
        expect(app.hub.recorded()).toEqual(["u1:banned"]);
      },
      send: ban,
      status: 200,
    },
    "leaves no session to a concurrent sign-in": {
      as: "admin",
      given: async (app) => {
        const body = { email: app.u1.email, password: app.u1.password };
        const { headers } = app.a1;
        await Promise.all([
          ...[1, 2, 3].map(() => app.send("POST", "/api/auth/login", { body })),
          app.send(ban[0], ban[1], { headers }),
          ...[4, 5, 6].map(() => app.send("POST", "/api/auth/login", { body })),
        ]);
        const left = await app.deps.sessions.listOf("u1");
        expect(left).toEqual([]);
      },
      send: ban,
      status: 200,
    },
  });
});

describe("POST /api/admin/users/{id}/unban", () => {
  scenarios([learnersRoutes, authRoutes], {
    "lets the learner sign in again, and is audited": {
      as: "admin",
      given: (app) => app.send(ban[0], ban[1], { headers: app.a1.headers }),
      send: unban,
      status: 200,
      body: { data: { banned: false, userId: "u1" } },
      publishes: ["u1:unbanned"],
      after: async (app) => {
        const body = { email: app.u1.email, password: app.u1.password };
        expect((await app.send("POST", "/api/auth/login", { body })).status).toBe(200);
        const entries = await audited(app);
        expect(entries.at(-1)).toMatchObject({ action: "user.unban", target: "u1" });
      },
    },
    "removes exactly the flags that the ban set": {
      as: "admin",
      given: async (app) => {
        await registerDevice(app, "d1", { user_id: "u1" });
        await registerDevice(app, "d2", { user_id: "u1", ...flag("d9", 1) });
        await registerDevice(app, "d3", { user_id: "u1", banned_at_ms: 5 });
        await app.send(ban[0], ban[1], { headers: app.a1.headers });
      },
      send: unban,
      status: 200,
      after: async (app) =>
        expect(await flags(app)).toEqual([
          ["d1", null, null],
          ["d2", "same_owner", null],
          ["d3", null, 5],
        ]),
    },
    "succeeds for a learner who is not banned": {
      as: "admin",
      send: unban,
      status: 200,
      publishes: [],
      body: { data: { banned: false } },
    },
    "does not find an unknown learner": findsNothing(
      ["POST", "/api/admin/users/nobody/unban"],
      "NOT_FOUND",
    ),
  });
});

describe("a stream of a banned learner", () => {
  let app: TestApp;
  beforeEach(async () => {
    const routes = [learnersRoutes, realtimeRoutes, usersRoutes];
    app = await buildTestApp({ features: onlyFeature({ routes }) });
  });
  afterEach(() => app.close());
  afterAll(closeCleanDatabase);

  it("receives the ban and ends; a stream after the unban receives the unban", async () => {
    const [u1, other, a1] = [await app.learner(), await app.learner(), await app.admin()];
    const device = { "x-device-id": "d1" };
    const streams = [u1, u1].map(({ headers }, n) =>
      app.send("GET", "/api/realtime/events", {
        headers: n === 0 ? headers : { ...headers, ...device },
      }),
    );
    const otherStream = app.send("GET", "/api/realtime/events", { headers: other.headers });
    await until(() => app.hub.count() === 3);
    await app.send(ban[0], ban[1], { headers: a1.headers });
    for (const { text } of await Promise.all(streams)) {
      expect(text.match(/^event: .*$/gm)).toEqual(["event: maintenance", "event: banned"]);
    }
    expect(app.hub.count()).toBe(1);

    await app.send(unban[0], unban[1], { headers: a1.headers });
    const { database, sessions } = app.deps;
    const again = await database
      .transaction()
      .execute((tx) => sessions.start(tx, { kind: "learner", accountId: u1.id, ttlMs: 60_000 }));
    const subject = { accountId: u1.id, sessionId: again.id };
    const token = app.deps.tokens.issueAccess(subject, app.clock.nowMs(), 60_000);
    const headers = { authorization: `Bearer ${token}`, ...device };
    const fresh = app.send("GET", "/api/realtime/events", { headers });
    await until(() => app.hub.count() === 2);
    app.hub.toUser(u1.id, { type: "record_failed", clientRecordId: "c", code: "NOT_FOUND" });
    app.hub.closeAll();
    expect((await fresh).text).toContain("event: record_failed");
    expect((await otherStream).text).not.toContain("banned");
  });
});
