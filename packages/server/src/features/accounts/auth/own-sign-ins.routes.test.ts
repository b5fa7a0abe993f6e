import { describe, expect } from "vitest";
import { DAY_MS, HOUR_MS } from "../../../platform/time/durations.ts";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { bothCleared } from "../../../testing/app/sign-in-cookies.ts";
import { authRoutes } from "./auth.routes.ts";
import { usersRoutes } from "../users/users.routes.ts";
import { ownSignInsRoutes } from "./own-sign-ins.routes.ts";

const routes = [ownSignInsRoutes, authRoutes, usersRoutes];
const path = "/api/users/me/sessions";
const refused = (code: string) => ({ success: false, code });
const missing = { status: 404, body: refused("NOT_FOUND") } as const;

const PHONE = {
  "x-device-platform": "Android",
  "user-agent": "Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 Chrome/142.0 Safari/1",
};

/** Signs u1 in on a second device. @returns headers of its requests, and its refresh token */
async function signInElsewhere(app: ScenarioApp, headers: Record<string, string> = PHONE) {
  const { email, password } = app.u1;
  const reply = await app.send("POST", "/api/auth/login", { body: { email, password }, headers });
  const cookies = [reply.headers["set-cookie"] ?? []].flat();
  const [refreshToken = ""] = cookies.flatMap(
    (cookie) => /^refresh_token=([^;]+)/.exec(cookie)?.[1] ?? [],
  );
  return { headers: { authorization: `Bearer ${reply.body.data.accessToken}` }, refreshToken };
}

const list = async (app: ScenarioApp, headers: Record<string, string> = app.u1.headers) =>
  (await app.send("GET", path, { headers })).body.data;

const statusOf = async (app: ScenarioApp, headers: Record<string, string>) =>
  (await app.send("GET", "/api/users/me", { headers })).status;

/** The id of the second sign-in. */
async function secondId(app: ScenarioApp): Promise<string> {
  const found = (await list(app)).find(({ id }: { id: string }) => id !== app.u1.sessionId);
  return found.id;
}

describe("GET /api/users/me/sessions", () => {
  scenarios(routes, {
    "lists the caller's own, latest first, with their devices": {
      as: "learner",
      given: async (app) => {
        await app.learner();
        app.clock.advance(HOUR_MS);
        await signInElsewhere(app);
      },
      send: ["GET", path],
      status: 200,
      after: (app, { body }) =>
        expect(body.data).toEqual([
          {
            id: expect.any(String),
            createdAt: "2026-05-01T13:00:00.000Z",
            lastUsedAt: "2026-05-01T13:00:00.000Z",
            current: false,
            device: { platform: "android", label: "Chrome, Android" },
          },
          {
            id: app.u1.sessionId,
            createdAt: "2026-05-01T12:00:00.000Z",
            lastUsedAt: "2026-05-01T12:00:00.000Z",
            current: true,
            device: { platform: null, label: null },
          },
        ]),
    },
    "shows neither tokens nor addresses nor the whole User-Agent": {
      as: "learner",
      given: (app) => signInElsewhere(app),
      send: ["GET", path],
      status: 200,
      after: (_, { text }) => expect(text).not.toMatch(/refresh|127\.0|Mozilla|Pixel|expire/i),
    },
    "keeps the id when tokens are refreshed, and shows when": {
      as: "learner",
      send: async (app) => {
        const { headers, refreshToken } = await signInElsewhere(app);
        const id = await secondId(app);
        app.clock.advance(HOUR_MS / 2);
        await app.send("POST", "/api/auth/refresh", {
          headers: { authorization: `Bearer ${refreshToken}`, "x-device-platform": "ios" },
        });
        expect(await list(app, headers)).toMatchObject([
          {
            id,
            current: true,
            createdAt: "2026-05-01T12:00:00.000Z",
            lastUsedAt: "2026-05-01T12:30:00.000Z",
            device: { platform: "ios", label: "Chrome, Android" },
          },
          { id: app.u1.sessionId, current: false },
        ]);
        return ["GET", path];
      },
      status: 200,
    },
    "leaves out those that have expired": {
      as: "learner",
      given: async (app) => {
        app.clock.advance(29 * DAY_MS);
        const { headers } = await signInElsewhere(app);
        app.clock.advance(HOUR_MS / 2);
        expect(await list(app, headers)).toHaveLength(2);
        app.clock.advance(23.5 * HOUR_MS);
      },
      send: async (app) => ["GET", path, undefined, (await signInElsewhere(app)).headers],
      status: 200,
      after: (_, { body }) => expect(body.data).toHaveLength(2),
    },
  });
});

describe("DELETE /api/users/me/sessions/:id", () => {
  scenarios(routes, {
    "ends another sign-in at once, with its tokens": {
      as: "learner",
      send: async (app) => {
        const { headers, refreshToken } = await signInElsewhere(app);
        expect(await statusOf(app, headers)).toBe(200);
        const id = await secondId(app);
        await app.send("DELETE", `${path}/${id}`, { headers: app.u1.headers });
        expect(await statusOf(app, headers)).toBe(401);
        const authorization = `Bearer ${refreshToken}`;
        const refreshed = await app.send("POST", "/api/auth/refresh", {
          headers: { authorization },
        });
        expect(refreshed.status).toBe(401);
        return ["GET", path];
      },
      status: 200,
      after: (app, { body }) => expect(body.data).toMatchObject([{ id: app.u1.sessionId }]),
    },
    "keeps the caller's cookies when it ends another": {
      as: "learner",
      given: (app) => signInElsewhere(app),
      send: async (app) => ["DELETE", `${path}/${await secondId(app)}`],
      status: 200,
      body: { data: { deleted: true } },
      headers: { "set-cookie": null },
    },
    "signs out when it is the current one": {
      as: "learner",
      send: (app) => ["DELETE", `${path}/${app.u1.sessionId}`],
      status: 200,
      headers: { "set-cookie": bothCleared },
      after: async (app) => expect(await statusOf(app, app.u1.headers)).toBe(401),
    },
    "does not find the sign-in of another learner": {
      as: "learner",
      send: async (app) => ["DELETE", `${path}/${(await app.learner()).sessionId}`],
      ...missing,
      after: async (app) => {
        const rows = await app.deps.database.selectFrom("sessions").selectAll().execute();
        expect(rows.map((row) => row.account_id).toSorted()).toEqual(["u1", "u2"]);
      },
    },
    "does not find one that has ended": {
      as: "learner",
      send: ["DELETE", `${path}/gone`],
      ...missing,
    },
  });
});

describe("DELETE /api/users/me/sessions", () => {
  scenarios(routes, {
    "ends all others and no one else's": {
      as: "learner",
      send: async (app) => {
        const phone = await signInElsewhere(app);
        await signInElsewhere(app);
        const u2 = await app.learner();
        const reply = await app.send("DELETE", path, { headers: app.u1.headers });
        expect(reply.body.data).toEqual({ ended: 2 });
        expect(await statusOf(app, phone.headers)).toBe(401);
        expect(await statusOf(app, u2.headers)).toBe(200);
        return ["GET", path];
      },
      status: 200,
      after: (app, { body }) => expect(body.data).toMatchObject([{ id: app.u1.sessionId }]),
    },
    "ends nothing without other sign-ins": {
      as: "learner",
      send: ["DELETE", path],
      status: 200,
      body: { data: { ended: 0 } },
      headers: { "set-cookie": null },
    },
  });
});
