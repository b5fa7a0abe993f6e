import { describe, expect } from "vitest";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { appSettingsRoutes } from "./app-settings.routes.ts";

const path = "/api/users/me/app-settings";
const refused = (code: string) => ({ success: false, code });
const unreadable = { status: 400, body: refused("INVALID_REQUEST_BODY") } as const;
const outdated = { status: 409, body: refused("CONFLICT") } as const;

const put = (app: ScenarioApp, body: object, headers = app.u1.headers) =>
  app.send("PUT", path, { body, headers });
const read = async (app: ScenarioApp) =>
  (await app.send("GET", path, { headers: app.u1.headers })).body.data;
const first = { revision: 0, settings: { keys: { undo: "z" }, streak: false } };

describe("GET /api/users/me/app-settings", () => {
  scenarios(appSettingsRoutes, {
    "has revision 0 before anything was stored": {
      as: "learner",
      send: ["GET", path],
      status: 200,
      text: /"data":\{"revision":0,"settings":\{\}\}/,
    },
    "returns the stored settings, with any keys": {
      as: "learner",
      given: (app) => put(app, { revision: 0, settings: { 顔: [1, null], "": { a: "b" } } }),
      send: ["GET", path],
      status: 200,
      body: { data: { revision: 1, settings: { 顔: [1, null], "": { a: "b" } } } },
    },
    "does not show other learners' settings": {
      as: "learner",
      given: async (app) => put(app, first, (await app.learner()).headers),
      send: ["GET", path],
      status: 200,
      body: { data: { revision: 0, settings: {} } },
    },
  });
});

describe("PUT /api/users/me/app-settings", () => {
  scenarios(appSettingsRoutes, {
    "stores the first settings": {
      as: "learner",
      send: ["PUT", path, first],
      status: 200,
      body: { data: { revision: 1, settings: first.settings } },
    },
    "replaces them as a whole": {
      as: "learner",
      given: (app) => put(app, first),
      send: ["PUT", path, { revision: 1, settings: { streak: true } }],
      status: 200,
      after: async (app) =>
        expect(await read(app)).toEqual({ revision: 2, settings: { streak: true } }),
    },
    "refuses a second first version": {
      as: "learner",
      given: (app) => put(app, first),
      send: ["PUT", path, { revision: 0, settings: { streak: true } }],
      ...outdated,
      after: async (app) =>
        expect(await read(app)).toEqual({ revision: 1, settings: first.settings }),
    },
    "refuses a revision that another device has replaced": {
      as: "learner",
      given: async (app) => {
        await put(app, first);
        await put(app, { revision: 1, settings: { from: "phone" } });
      },
      send: ["PUT", path, { revision: 1, settings: { from: "laptop" } }],
      ...outdated,
      after: async (app) =>
        expect(await read(app)).toEqual({ revision: 2, settings: { from: "phone" } }),
    },
    "refuses a revision that does not exist yet": {
      as: "learner",
      send: ["PUT", path, { revision: 3, settings: {} }],
      ...outdated,
    },
    "accepts exactly one of many concurrent changes": {
      as: "learner",
      given: (app) => put(app, first),
      send: ["GET", path],
      status: 200,
      after: async (app) => {
        const replies = await Promise.all(
          Array.from({ length: 8 }, (_, n) => put(app, { revision: 1, settings: { n } })),
        );
        const statuses = replies.map(({ status }) => status).toSorted();
        expect(statuses).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
        expect(await read(app)).toMatchObject({ revision: 2 });
      },
    },
    "refuses settings that are not an object": {
      as: "learner",
      send: ["PUT", path, { revision: 0, settings: ["a"] }],
      ...unreadable,
    },
    "refuses settings that are null": {
      as: "learner",
      send: ["PUT", path, { revision: 0, settings: null }],
      ...unreadable,
    },
    "refuses a request without settings": {
      as: "learner",
      send: ["PUT", path, { revision: 0 }],
      ...unreadable,
    },
    "refuses a negative revision": {
      as: "learner",
      send: ["PUT", path, { revision: -1, settings: {} }],
      ...unreadable,
    },
    "accepts 16 KB": {
      as: "learner",
      send: ["PUT", path, { revision: 0, settings: { text: "x".repeat(16_300) } }],
      status: 200,
    },
    "refuses more than 16 KB": {
      as: "learner",
      send: ["PUT", path, { revision: 0, settings: { text: "x".repeat(16_400) } }],
      status: 413,
      body: refused("PAYLOAD_TOO_LARGE"),
    },
  });
});
