import { describe } from "vitest";
import { addDevice, connectDevice } from "@wordloom/testing/content/devices";
import { addPlainLearners } from "@wordloom/testing/content/plain-learners";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { noteSeen } from "../../accounts/users/last-seen.service.ts";
import { notificationsRoutes } from "../../progress/notifications/notifications.routes.ts";
import { broadcastsRoutes } from "./broadcasts.routes.ts";
import { scheduledBroadcast } from "./broadcasts.worker.ts";

const routes = [broadcastsRoutes, notificationsRoutes];
const PATH = "/api/admin/broadcast";
const NOON = "2026-05-01T12:00:00.000Z";
const DAY_MS = 86_400_000;
const text = { title: "News", message: "There is something new." };
const refused = (code: string) => ({ success: false, code });
const invalid = (code: string) => ({ status: 400, body: refused(code) }) as const;
const unreadable = invalid("INVALID_REQUEST_BODY");

async function runWorker({ deps }: ScenarioApp): Promise<void> {
  await scheduledBroadcast.run(deps, new AbortController().signal);
}

const ban = ({ deps }: ScenarioApp, id: string) =>
  deps.database.updateTable("users").set({ is_banned: 1 }).where("id", "=", id).execute();

/** A device of a learner, of this version. */
async function device(
  app: ScenarioApp,
  owner: string,
  { platform = "ios", version = null as string | null, daysAgo = 0 } = {},
): Promise<void> {
  const id = `${owner}-${platform}-${version}-${daysAgo}`;
  await addDevice(app, id, { owner, platform });
  await app.deps.database
    .updateTable("devices")
    .set({ app_version: version, last_seen_at_ms: app.clock.nowMs() - daysAgo * DAY_MS })
    .where("id", "=", id)
    .execute();
}

async function lastSeen({ deps, clock }: ScenarioApp, id: string, daysAgo: number): Promise<void> {
  const change = { last_seen_at_ms: clock.nowMs() - daysAgo * DAY_MS };
  await deps.database.updateTable("users").set(change).where("id", "=", id).execute();
}

const post = async (app: ScenarioApp, body: object, path = PATH) =>
  (await app.send("POST", path, { headers: app.a1.headers, body: { ...text, ...body } })).body.data;

describe("POST /api/admin/broadcast/preview", () => {
  const path = `${PATH}/preview`;
  const given = async (app: ScenarioApp) => {
    await addPlainLearners(app.deps.database, ["u2", "u3", "u4"]);
    await ban(app, "u4");
    await device(app, "u2", { platform: "ios", version: "2.0.0", daysAgo: 40 });
    await device(app, "u2", { platform: "web", version: "3.1.0" });
    await device(app, "u3", { platform: "ios", version: "v2.1.0-beta.1", daysAgo: 2 });
    await device(app, "u3", { platform: "android", version: "junk", daysAgo: 91 });
    await lastSeen(app, "u2", 0);
    await lastSeen(app, "u3", 2);
  };
  const preview = (audience: object | undefined, matched: number): Scenario => ({
    as: "admin",
    given,
    send: ["POST", path, { audience }],
    status: 200,
    body: { data: { matched, total: 4 } },
  });
  scenarios(routes, {
    "counts everyone who is not banned, of all learners": preview(undefined, 3),
    "counts those with a device of a platform": preview({ platforms: ["iOS"] }, 2),
    "counts those with one of several platforms": preview({ platforms: ["ios", "web"] }, 2),
    "leaves out devices not seen for 90 days": preview({ platforms: ["android"] }, 0),
    "counts those with a version": preview({ versionMin: "v2.1.0-beta.1" }, 2),
    "requires platform and version on the same device": preview(
      { platforms: ["ios"], versionMin: "3.0.0" },
      0,
    ),
    "accepts activity on a device of another platform": preview(
      { platforms: ["ios"], lastActiveDays: 1 },
      1,
    ),
    "counts those active": preview({ lastActiveDays: 1 }, 1),
    "counts those active within more days": preview({ lastActiveDays: 2 }, 2),
    "counts those named": preview({ userIds: ["u1", "u4", "none"] }, 1),
    "combines all conditions": preview({ userIds: ["u1", "u3"], platforms: ["ios"] }, 1),
    "finds nobody for an empty list of platforms": preview({ platforms: [] }, 0),
    "counts a learner without a device who has just made a request": {
      ...preview({ lastActiveDays: 1 }, 1),
      given: async (app) => {
        await addPlainLearners(app.deps.database, ["u2", "u3", "u4"]);
        noteSeen(app.deps, app.u1.id);
      },
    },
    "counts a learner who has signed in as active": {
      ...preview({ lastActiveDays: 1 }, 1),
      given: async (app) => {
        await addPlainLearners(app.deps.database, ["u2", "u3", "u4"]);
        const nowMs = app.clock.nowMs();
        const query = app.deps.database.updateTable("users").where("id", "=", "u3");
        await query.set({ last_login_at_ms: nowMs - DAY_MS }).execute();
      },
    },
    "refuses an invalid version": {
      as: "admin",
      send: ["POST", path, { audience: { versionMin: "2" } }],
      ...invalid("INVALID_VERSION_MIN"),
    },
    "refuses no days": {
      as: "admin",
      send: ["POST", path, { audience: { lastActiveDays: 0 } }],
      ...invalid("VALIDATION_ERROR"),
    },
    "refuses 1001 learners": {
      as: "admin",
      send: ["POST", path, { audience: { userIds: Array.from({ length: 1001 }, () => "u1") } }],
      ...invalid("BATCH_TOO_LARGE"),
    },
  });
});

describe("GET /api/admin/broadcast", () => {
  const given = async (app: ScenarioApp) => {
    await addPlainLearners(app.deps.database, ["u2"]);
    await post(app, { title: "Old" });
    app.clock.advance(8 * DAY_MS);
    await post(app, { title: "New", audience: { userIds: ["u1"] } });
    await post(app, { title: "Later", scheduledAt: "2026-06-01T00:00:00Z" });
    const { headers } = app.u1;
    const { body } = await app.send("GET", "/api/notifications", { headers });
    const [newest] = body.data as { id: string }[];
    await app.send("PUT", `/api/notifications/${newest?.id}/read`, { headers });
  };
  scenarios(routes, {
    "is empty at first": {
      as: "admin",
      send: ["GET", PATH],
      status: 200,
      body: {
        data: {
          stats: { total: 0, totalSent: 0, avgReadRate: 0, online: 0 },
          broadcasts: [],
          pagination: { total: 0, offset: 0, limit: 20 },
        },
      },
    },
    "lists sent broadcasts with their readers, newest first": {
      as: "admin",
      given,
      send: async (app) => {
        connectDevice(app, app.u1, "d1");
        return ["GET", PATH];
      },
      status: 200,
      body: {
        data: {
          stats: { total: 2, totalSent: 3, avgReadRate: 0.5, online: 1 },
          broadcasts: [
            {
              title: "New",
              message: text.message,
              author: "a1@example.org",
              status: "sent",
              sentCount: 1,
              readCount: 1,
              readRate: 1,
              createdAt: "2026-05-09T12:00:00.000Z",
            },
            { title: "Old", sentCount: 2, readCount: 0, readRate: 0, createdAt: NOON },
          ],
          pagination: { total: 2, offset: 0, limit: 20 },
        },
      },
    },
    "shows when a scheduled one was sent": {
      as: "admin",
      given: async (app) => {
        await post(app, { scheduledAt: "2026-05-02T12:00:00Z" });
        app.clock.advance(DAY_MS);
        await runWorker(app);
      },
      send: ["GET", PATH],
      status: 200,
      body: { data: { broadcasts: [{ createdAt: "2026-05-02T12:00:00.000Z" }] } },
    },
    "lists those of the last week": {
      as: "admin",
      given,
      send: ["GET", `${PATH}?filter=week`],
      status: 200,
      body: { data: { broadcasts: [{ title: "New" }], pagination: { total: 1 } } },
    },
    "lists those that failed": {
      as: "admin",
      given,
      send: async (app) => {
        const query = app.deps.database.updateTable("broadcasts").set({ status: "failed" });
        await query.where("title", "=", "Old").execute();
        return ["GET", `${PATH}?filter=failed`];
      },
      status: 200,
      body: {
        data: {
          stats: { total: 2 },
          broadcasts: [{ title: "Old", status: "failed", sentCount: 2 }],
          pagination: { total: 1 },
        },
      },
    },
    "skips entries, and clamps the limit": {
      as: "admin",
      given,
      send: ["GET", `${PATH}?offset=1&limit=1000`],
      status: 200,
      body: {
        data: {
          broadcasts: [{ title: "Old" }],
          pagination: { total: 2, offset: 1, limit: 100 },
        },
      },
    },
    "refuses an unknown filter": { as: "admin", send: ["GET", `${PATH}?filter=x`], ...unreadable },
    "names an author without an account by id": {
      as: "admin",
      given: async (app) => {
        await given(app);
        const query = app.deps.database.updateTable("broadcasts").set({ created_by: "gone" });
        await query.execute();
      },
      send: ["GET", PATH],
      status: 200,
      body: { data: { broadcasts: [{ author: "gone" }, { author: "gone" }] } },
    },
    "keeps the number of readers when the notifications are removed": {
      as: "admin",
      given: async (app) => {
        await given(app);
        app.clock.advance(171 * DAY_MS);
        await app.deps.database.deleteFrom("broadcasts").where("title", "=", "Later").execute();
        await runWorker(app);
        await app.deps.database.deleteFrom("notifications").execute();
      },
      send: async (app) => ["GET", PATH, undefined, (await app.admin()).headers],
      status: 200,
      body: { data: { broadcasts: [{ readCount: 1 }, { readCount: 0 }] } },
    },
  });
});
