import { describe, expect } from "vitest";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { feedbackRoutes } from "./feedback.routes.ts";

const NOON = "2026-05-01T12:00:00.000Z";
const refused = (code: string) => ({ success: false, code });
const unreadable = { status: 400, body: refused("INVALID_REQUEST_BODY") } as const;
const invalid = { status: 400, body: refused("INVALID_FEEDBACK") } as const;

/** Sends feedback, and advances the clock by a second. */
async function sendFeedback(app: ScenarioApp, draft: object, learner = app.u1): Promise<void> {
  await app.send("POST", "/api/feedback", { body: draft, headers: learner.headers });
  app.clock.advance(1000);
}

describe("POST /api/feedback", () => {
  const path = "/api/feedback";
  const send = (draft: object): Pick<Scenario, "as" | "send"> => ({
    as: "learner",
    send: ["POST", path, draft],
  });
  scenarios(feedbackRoutes, {
    "stores the feedback as open, with normal priority": {
      ...send({ content: " Nice! ", category: " praise ", route: "/study", status: "closed" }),
      status: 200,
      after: ({ u1 }, { body }) => {
        const { id, ...item } = body.data;
        expect(id).toMatch(/^[\w-]+$/);
        expect(item).toEqual({
          userId: u1.id,
          category: "praise",
          content: "Nice!",
          route: "/study",
          priority: "normal",
          status: "open",
          assigneeAdminId: null,
          resolvedAt: null,
          resolution: null,
          createdAt: NOON,
          updatedAt: NOON,
        });
      },
    },
    "has the category general and no route by default": {
      ...send({ content: "x", category: null, route: "" }),
      status: 200,
      body: { data: { category: "general", route: null } },
    },
    "accepts the content as body": {
      ...send({ body: "older app" }),
      status: 200,
      body: { data: { content: "older app" } },
    },
    "prefers content to body": {
      ...send({ content: "new", body: "old" }),
      status: 200,
      body: { data: { content: "new" } },
    },
    "stores the app that sent it": {
      as: "learner",
      send: [
        "POST",
        path,
        { content: "x" },
        { "x-device-platform": "android", "x-app-version": `1.2.3${"-long".repeat(20)}` },
      ],
      status: 200,
      after: async ({ deps }) => {
        const columns = ["platform", "app_version", "read_at_ms"] as const;
        const [row] = await deps.database.selectFrom("feedback").select(columns).execute();
        expect(row).toEqual({
          platform: "android",
          app_version: `1.2.3${"-long".repeat(20)}`.slice(0, 64),
          read_at_ms: null,
        });
      },
    },
    "accepts 5000 characters, 64 of category and 200 of route": {
      ...send({ content: "é".repeat(5000), category: "c".repeat(64), route: "/".repeat(200) }),
      status: 200,
    },
    "refuses 5001 characters": { ...send({ content: "n".repeat(5001) }), ...invalid },
    "refuses a blank content": { ...send({ content: "  " }), ...invalid },
    "refuses a blank body": { ...send({ body: "" }), ...invalid },
    "refuses a category of 65 characters": {
      ...send({ content: "x", category: "c".repeat(65) }),
      ...invalid,
    },
    "refuses a route of 201 characters": {
      ...send({ content: "x", route: "r".repeat(201) }),
      ...invalid,
    },
    "refuses a missing content": { ...send({ category: "x" }), ...unreadable },
    "refuses a number as content": { ...send({ content: 5 }), ...unreadable },
    "accepts 32 KB and refuses more": {
      as: "learner",
      send: async (app) => {
        const full = JSON.stringify({ content: "x", ignored: "" });
        const ignored = (bytes: number) => "i".repeat(32 * 1024 - full.length + bytes);
        const exact = { content: "x", ignored: ignored(0) };
        const reply = await app.send("POST", path, { body: exact, headers: app.u1.headers });
        expect(reply.status).toBe(200);
        return ["POST", path, { content: "x", ignored: ignored(1) }];
      },
      status: 413,
      body: refused("PAYLOAD_TOO_LARGE"),
    },
  });
});

describe("GET /api/feedback/items", () => {
  const path = "/api/feedback/items";
  const given = async (app: ScenarioApp) => {
    await sendFeedback(app, { content: "first", category: "bug" });
    await sendFeedback(app, { content: "foreign" }, await app.learner());
    await sendFeedback(app, { content: "last" });
    await app.deps.database
      .updateTable("feedback")
      .set({ status: "in_progress" })
      .where("content", "=", "last")
      .execute();
  };
  scenarios(feedbackRoutes, {
    "shows a learner's own items, newest first": {
      as: "learner",
      given,
      send: ["GET", path],
      status: 200,
      body: {
        success: true,
        data: { data: [{ content: "last" }, { content: "first" }], total: 2 },
      },
    },
    "shows all items to an administrator": {
      as: "admin",
      given,
      send: ["GET", path],
      status: 200,
      body: {
        data: { data: [{ content: "last" }, { content: "foreign" }, { content: "first" }] },
      },
    },
    "lists by pages": {
      as: "admin",
      given,
      send: ["GET", `${path}?page=2&perPage=2`],
      status: 200,
      body: { data: { data: [{ content: "first" }], total: 3, page: 2, totalPages: 2 } },
    },
    "filters by status": {
      as: "learner",
      given,
      send: ["GET", `${path}?status=open`],
      status: 200,
      body: { data: { data: [{ content: "first", status: "open" }], total: 1 } },
    },
    "filters by category": {
      as: "admin",
      given,
      send: ["GET", `${path}?category=bug&status=open`],
      status: 200,
      body: { data: { data: [{ content: "first", category: "bug" }], total: 1 } },
    },
    "finds nothing in an unused category": {
      as: "admin",
      given,
      send: ["GET", `${path}?category=none`],
      status: 200,
      body: { data: { data: [], total: 0, totalPages: 0 } },
    },
    "refuses an unknown status": {
      as: "learner",
      send: ["GET", `${path}?status=lost`],
      ...unreadable,
    },
  });
});
