import { describe, expect } from "vitest";
import { auditEntries, lastAuditMetadata } from "../../../testing/rows/audit-entries.ts";
import { addDevice } from "@wordloom/testing/content/devices";
import { addPlainLearners } from "@wordloom/testing/content/plain-learners";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { notificationsRoutes } from "../../progress/notifications/notifications.routes.ts";
import { broadcastsRoutes } from "./broadcasts.routes.ts";
import { scheduledBroadcast } from "./broadcasts.worker.ts";

const routes = [broadcastsRoutes, notificationsRoutes];
const PATH = "/api/admin/broadcast";
const DAY_MS = 86_400_000;
const text = { title: "News", message: "There is something new." };
const refused = (code: string) => ({ success: false, code });
const invalid = (code: string) => ({ status: 400, body: refused(code) }) as const;
const unreadable = invalid("INVALID_REQUEST_BODY");

const send = (draft: object): Pick<Scenario, "as" | "send"> => ({
  as: "admin",
  send: ["POST", PATH, { ...text, ...draft }],
});

/** The notifications of each learner, as `id title`. */
async function received({ deps }: ScenarioApp): Promise<string[]> {
  const rows = await deps.database
    .selectFrom("notifications")
    .select(["user_id", "type", "title"])
    .orderBy("user_id")
    .execute();
  return rows.map((row) => `${row.user_id} ${row.type} ${row.title}`);
}

async function runWorker({ deps }: ScenarioApp): Promise<void> {
  await scheduledBroadcast.run(deps, new AbortController().signal);
}

const ban = ({ deps }: ScenarioApp, id: string) =>
  deps.database.updateTable("users").set({ is_banned: 1 }).where("id", "=", id).execute();

const post = async (app: ScenarioApp, body: object, path = PATH) =>
  (await app.send("POST", path, { headers: app.a1.headers, body: { ...text, ...body } })).body.data;

const get = async (app: ScenarioApp, path = PATH) =>
  (await app.send("GET", path, { headers: app.a1.headers })).body.data;

describe("POST /api/admin/broadcast", () => {
  scenarios(routes, {
    "notifies every learner once, except banned ones": {
      ...send({}),
      given: async (app) => {
        await addPlainLearners(app.deps.database, ["u2", "u3"]);
        await ban(app, "u3");
      },
      status: 200,
      headers: { "x-audit-id": /^\d+$/ },
      after: async (app, { body }) => {
        expect(body.data.sent).toBe(2);
        expect(await received(app)).toEqual(["u1 broadcast News", "u2 broadcast News"]);
        const { broadcastId } = body.data;
        expect(await auditEntries(app)).toEqual([`broadcast.send broadcast ${broadcastId} by a1`]);
        expect(await lastAuditMetadata(app)).toEqual({ title: "News", audience: {} });
      },
    },
    "is read like any other notification": {
      ...send({ title: " News ", message: " Read me. " }),
      status: 200,
      after: async (app) => {
        const { headers } = app.u1;
        const { body } = await app.send("GET", "/api/notifications", { headers });
        const read = { type: "broadcast", title: "News", message: "Read me.", read: false };
        expect(body.data).toMatchObject([read]);
      },
    },
    "sends only to the named learners, and keeps no list of them": {
      ...send({ audience: { userIds: ["u1", "u3", "none", "u1"] } }),
      given: (app) => addPlainLearners(app.deps.database, ["u2", "u3"]),
      status: 200,
      after: async (app, { body }) => {
        expect(body.data.sent).toBe(2);
        expect(await received(app)).toEqual(["u1 broadcast News", "u3 broadcast News"]);
        expect(await app.deps.database.selectFrom("broadcast_users").selectAll().execute()).toEqual(
          [],
        );
        expect(await lastAuditMetadata(app)).not.toHaveProperty("audience.userIds");
      },
    },
    "waits for its scheduled time": {
      ...send({ scheduledAt: "2026-05-01T14:30:00+02:00" }),
      status: 202,
      body: { data: { scheduled: true, scheduledAt: "2026-05-01T12:30:00.000Z" } },
      headers: { "x-audit-id": /^\d+$/ },
      after: async (app, { body }) => {
        const { broadcastId } = body.data;
        const entry = `broadcast.schedule broadcast ${broadcastId} by a1`;
        expect(await auditEntries(app)).toEqual([entry]);
        app.clock.advance(30 * 60_000 - 1);
        await runWorker(app);
        expect(await received(app)).toEqual([]);
        app.clock.advance(1);
        await runWorker(app);
        await runWorker(app);
        expect(await received(app)).toEqual(["u1 broadcast News"]);
      },
    },
    "accepts a time a minute ago, and sends it with the next run": {
      ...send({ scheduledAt: "2026-05-01T11:59:00.000Z" }),
      status: 202,
      after: async (app) => {
        await runWorker(app);
        expect(await received(app)).toEqual(["u1 broadcast News"]);
      },
    },
    "refuses a time of more than a minute ago": {
      ...send({ scheduledAt: "2026-05-01T11:58:59.999Z" }),
      ...invalid("INVALID_SCHEDULED_AT"),
    },
    "accepts a time in 365 days": { ...send({ scheduledAt: "2027-05-01T12:00:00Z" }), status: 202 },
    "refuses a later time": {
      ...send({ scheduledAt: "2027-05-01T12:00:00.001Z" }),
      ...invalid("INVALID_SCHEDULED_AT"),
    },
    "refuses an invalid time": {
      ...send({ scheduledAt: "tomorrow" }),
      ...invalid("INVALID_SCHEDULED_AT"),
    },
    "refuses an audience of nobody, and stores nothing": {
      ...send({ audience: { platforms: ["android"] } }),
      ...invalid("EMPTY_AUDIENCE"),
      headers: { "x-audit-id": null },
      after: async (app) => {
        expect(await app.deps.database.selectFrom("broadcasts").selectAll().execute()).toEqual([]);
        expect(await auditEntries(app)).toEqual([]);
      },
    },
    "refuses to schedule for an empty audience": {
      ...send({ audience: { userIds: [] }, scheduledAt: "2026-05-01T13:00:00Z" }),
      ...invalid("EMPTY_AUDIENCE"),
    },
    "is sent to nobody if the audience is empty by then": {
      ...send({ scheduledAt: "2026-05-01T12:30:00Z" }),
      status: 202,
      after: async (app) => {
        await ban(app, "u1");
        app.clock.advance(30 * 60_000);
        await runWorker(app);
        const { broadcasts } = await get(app);
        expect(broadcasts).toMatchObject([{ status: "sent", sentCount: 0, readRate: 0 }]);
      },
    },
    "refuses a version with a leading zero": {
      ...send({ audience: { versionMin: "v1.02.3" } }),
      ...invalid("INVALID_VERSION_MIN"),
    },
    "refuses an invalid version": {
      ...send({ audience: { versionMin: "one" } }),
      ...invalid("INVALID_VERSION_MIN"),
    },
    "refuses a blank title": { ...send({ title: "  " }), ...invalid("INVALID_TITLE") },
    "refuses a title of 201 characters": {
      ...send({ title: "t".repeat(201) }),
      ...invalid("INVALID_TITLE"),
    },
    "refuses a blank message": { ...send({ message: " " }), ...invalid("INVALID_MESSAGE") },
    "refuses a message of 10001 characters": {
      ...send({ message: "m".repeat(10_001) }),
      ...invalid("INVALID_MESSAGE"),
    },
    "accepts 200 and 10000 characters": {
      ...send({ title: "ü".repeat(200), message: "é".repeat(10_000) }),
      status: 200,
    },
    "refuses a missing title": {
      as: "admin",
      send: ["POST", PATH, { message: "m" }],
      ...unreadable,
    },
    "refuses 366 days": {
      ...send({ audience: { lastActiveDays: 366 } }),
      ...invalid("VALIDATION_ERROR"),
    },
    "refuses 1001 learners": {
      ...send({ audience: { userIds: Array.from({ length: 1001 }, (_, n) => `u${n}`) } }),
      ...invalid("BATCH_TOO_LARGE"),
    },
  });
});

describe("GET /api/admin/broadcast/scheduled", () => {
  const path = `${PATH}/scheduled`;
  scenarios(routes, {
    "lists what waits, the next first, with the audience as it was given": {
      as: "admin",
      given: async (app) => {
        await addDevice(app, "d1", { owner: app.u1.id });
        await post(app, { title: "Second", scheduledAt: "2026-05-03T00:00:00Z" });
        const audience = { userIds: ["u1"], platforms: ["web"] };
        await post(app, { title: "First", scheduledAt: "2026-05-02T00:00:00Z", audience });
        await post(app, { title: "Sent" });
      },
      send: ["GET", path],
      status: 200,
      after: (_app, { body }) => {
        expect(body.data.items).toMatchObject([
          {
            title: "First",
            scheduledAt: "2026-05-02T00:00:00.000Z",
            message: text.message,
            audience: { userIds: ["u1"], platforms: ["web"] },
          },
          { title: "Second", audience: {} },
        ]);
        expect(body.data.total).toBe(2);
      },
    },
    "lists the next 200, and counts all": {
      as: "admin",
      given: async (app) => {
        await post(app, { scheduledAt: "2026-05-03T00:00:00Z" });
        const { database } = app.deps;
        const row = await database.selectFrom("broadcasts").selectAll().executeTakeFirstOrThrow();
        const others = Array.from({ length: 200 }, (_, n) => ({ ...row, id: `later ${n}` }));
        await database.insertInto("broadcasts").values(others).execute();
      },
      send: ["GET", path],
      status: 200,
      body: { data: { total: 201 } },
      after: (_app, { body }) => expect(body.data.items).toHaveLength(200),
    },
  });
});

describe("DELETE /api/admin/broadcast/scheduled/{id}", () => {
  const path = `${PATH}/scheduled`;
  const cancel =
    (body: object): Scenario["send"] =>
    async (app) => ["DELETE", `${path}/${(await post(app, body)).broadcastId}`];
  const later = { scheduledAt: "2026-05-01T12:30:00Z" };
  scenarios(routes, {
    "cancels it, so that it is never sent": {
      as: "admin",
      send: cancel(later),
      status: 200,
      body: { data: { canceled: true } },
      headers: { "x-audit-id": /^\d+$/ },
      after: async (app) => {
        const entries = await auditEntries(app);
        expect(entries.at(-1)).toMatch(/^broadcast\.cancel broadcast .* by a1$/);
        expect((await get(app, path)).items).toEqual([]);
        app.clock.advance(DAY_MS);
        await runWorker(app);
        expect(await received(app)).toEqual([]);
        expect((await get(app)).broadcasts).toEqual([]);
      },
    },
    "cancels once": {
      as: "admin",
      send: cancel(later),
      twice: true,
      status: 404,
      body: refused("NOT_FOUND"),
    },
    "refuses one that was already sent": {
      as: "admin",
      send: cancel({}),
      status: 409,
      body: refused("ALREADY_DISPATCHED"),
    },
    "refuses an unknown one": {
      as: "admin",
      send: ["DELETE", `${path}/none`],
      status: 404,
      body: refused("NOT_FOUND"),
    },
  });
});

describe("POST /api/admin/broadcast-update", () => {
  const path = "/api/admin/broadcast-update";
  scenarios(routes, {
    "notifies all clients about the running version": {
      as: "admin",
      send: ["POST", path],
      status: 200,
      body: { data: { broadcasted: true } },
      publishes: ["all:update_available"],
      after: async (app) => {
        const [event] = app.hub.recordedEvents();
        expect(event).toMatchObject({ channel: "stable", message: null });
        expect(event).toHaveProperty("version", expect.stringMatching(/^v\d+\.\d+\.\d+/));
        const [entry] = await auditEntries(app);
        expect(entry).toMatch(/^broadcast\.update release v.* by a1$/);
      },
    },
    "announces another version, channel and message": {
      as: "admin",
      send: ["POST", path, { version: "v2.0.0-beta.1", channel: "beta", message: " Try it. " }],
      status: 200,
      publishes: ["all:update_available"],
      after: (app) => {
        const expected = { version: "v2.0.0-beta.1", channel: "beta", message: "Try it." };
        expect(app.hub.recordedEvents()).toMatchObject([expected]);
      },
    },
    "refuses an invalid version": {
      as: "admin",
      send: ["POST", path, { version: "newest" }],
      ...invalid("INVALID_VERSION"),
      publishes: [],
    },
    "refuses a message of 501 characters": {
      as: "admin",
      send: ["POST", path, { message: "m".repeat(501) }],
      ...invalid("INVALID_MESSAGE"),
    },
    "refuses an unknown channel": {
      as: "admin",
      send: ["POST", path, { channel: "internal" }],
      ...unreadable,
    },
  });
});
