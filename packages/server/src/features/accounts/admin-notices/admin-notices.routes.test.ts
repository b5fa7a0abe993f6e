import { describe, expect } from "vitest";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { adminNoticesRoutes } from "./admin-notices.routes.ts";
import { notifyAdmins } from "./admin-notices.service.ts";

const PATH = "/api/admin/notifications";

/** Three notices, a minute apart. */
async function given(app: ScenarioApp) {
  for (const title of ["first", "second", "third"]) {
    const severity = title === "third" ? "error" : "info";
    const link = title === "third" ? { link: "/monitoring" } : {};
    const notice = { kind: "incident", subject: title, severity } as const;
    const sentence = { code: "update_failed", args: { version: title, error: "m" } } as const;
    await notifyAdmins(app.deps, { ...notice, ...sentence, ...link });
    app.clock.advance(60_000);
  }
}

async function idOf({ deps }: ScenarioApp, subject: string) {
  const row = deps.database.selectFrom("admin_notices").select("id").where("subject", "=", subject);
  return (await row.executeTakeFirstOrThrow()).id;
}

const versions = (body: any) => body.data.data.map(({ args }: any) => args.version);

describe("GET /api/admin/notifications", () => {
  scenarios(adminNoticesRoutes, {
    "lists all, newest first": {
      as: "admin",
      given,
      send: ["GET", PATH],
      status: 200,
      body: { data: { total: 3, unread: 3, page: 1, perPage: 20, totalPages: 1 } },
      after: (_, { body }) => {
        expect(versions(body)).toEqual(["third", "second", "first"]);
        expect(body.data.data[0]).toEqual({
          id: expect.any(String),
          kind: "incident",
          severity: "error",
          title: "The update to third failed",
          message: "m",
          code: "update_failed",
          args: { version: "third", error: "m" },
          link: "/monitoring",
          createdAt: "2026-05-01T12:02:00.000Z",
          readAt: null,
        });
        expect(body.data.data[1]).toMatchObject({ severity: "info", link: null });
      },
    },
    "lists unread ones only, on pages": {
      as: "admin",
      given,
      send: async (app) => {
        const { headers } = app.a1;
        await app.send("POST", `${PATH}/${await idOf(app, "third")}/read`, { headers });
        return ["GET", `${PATH}?unreadOnly=true&perPage=1&page=2`];
      },
      status: 200,
      body: {
        data: { total: 2, unread: 2, totalPages: 2, data: [{ args: { version: "first" } }] },
      },
    },
    "has neither code nor arguments if stored without them or by a later release": {
      as: "admin",
      given: async ({ deps }) => {
        const row = { kind: "incident", subject: "s", severity: "info", link: null } as const;
        const text = { title: "Before", message: "m", created_at_ms: 1 };
        const later = { title: "Later", code: "moon_full", args_json: "{}" };
        await deps.database
          .insertInto("admin_notices")
          .values([
            { id: "a", ...row, ...text },
            { id: "b", ...row, ...text, ...later },
          ])
          .execute();
      },
      send: ["GET", PATH],
      status: 200,
      after: (_, { body }) => {
        expect(body.data.data).toMatchObject([{ title: "Later" }, { title: "Before" }]);
        for (const notice of body.data.data) {
          expect(notice).not.toHaveProperty("code");
          expect(notice).not.toHaveProperty("args");
        }
      },
    },
    "keeps what each administrator has read apart": {
      as: "admin",
      given,
      send: async (app) => {
        await app.send("POST", `${PATH}/read-all`, { headers: app.a1.headers });
        return ["GET", PATH, undefined, (await app.admin()).headers];
      },
      status: 200,
      body: { data: { unread: 3 } },
    },
    "refuses a value that is not a boolean": {
      as: "admin",
      send: ["GET", `${PATH}?unreadOnly=maybe`],
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
    },
  });
});

describe("POST /api/admin/notifications/:id/read", () => {
  scenarios(adminNoticesRoutes, {
    "marks one as read; the first time counts": {
      as: "admin",
      given,
      send: async (app) => {
        const path = `${PATH}/${await idOf(app, "second")}/read`;
        await app.send("POST", path, { headers: app.a1.headers });
        app.clock.advance(60_000);
        return ["POST", path];
      },
      status: 200,
      body: { data: { args: { version: "second" }, readAt: "2026-05-01T12:03:00.000Z" } },
      after: async (app) => {
        const listed = await app.send("GET", PATH, { headers: app.a1.headers });
        const readAt = "2026-05-01T12:03:00.000Z";
        expect(listed.body.data).toMatchObject({ unread: 2, data: [{}, { readAt }, {}] });
      },
    },
    "does not find an unknown notice": {
      as: "admin",
      send: ["POST", `${PATH}/n1/read`],
      status: 404,
      body: { code: "NOT_FOUND" },
    },
  });
});

describe("POST /api/admin/notifications/read-all", () => {
  scenarios(adminNoticesRoutes, {
    "marks those that were not": {
      as: "admin",
      given,
      send: async (app) => {
        const { headers } = app.a1;
        await app.send("POST", `${PATH}/${await idOf(app, "third")}/read`, { headers });
        return ["POST", `${PATH}/read-all`];
      },
      status: 200,
      body: { data: { markedRead: 2 } },
      after: async (app) => {
        const listed = await app.send("GET", PATH, { headers: app.a1.headers });
        expect(listed.body.data).toMatchObject({ total: 3, unread: 0 });
      },
    },
  });
});
