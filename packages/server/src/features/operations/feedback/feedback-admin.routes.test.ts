import { describe, expect } from "vitest";
import { auditEntries, lastAuditMetadata } from "../../../testing/rows/audit-entries.ts";
import {
  openFeedback,
  patchFeedback,
  replyTo,
  sendFeedback,
} from "../../../testing/rows/feedback-admin.ts";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { feedbackAdminRoutes } from "./feedback-admin.routes.ts";
import { feedbackRoutes } from "./feedback.routes.ts";

const routes = [feedbackRoutes, feedbackAdminRoutes];
const PATH = "/api/admin/feedback";
const NOON = "2026-05-01T12:00:00.000Z";
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const refused = (code: string) => ({ success: false, code });
const unreadable = { status: 400, body: refused("INVALID_REQUEST_BODY") } as const;

/** Three items of different states, a minute apart. */
async function three(app: ScenarioApp): Promise<void> {
  const first = await sendFeedback(app, "first");
  app.clock.advance(MINUTE_MS);
  const second = await sendFeedback(app, "second", "praise");
  app.clock.advance(MINUTE_MS);
  await sendFeedback(app, "third");
  await patchFeedback(app, first, {
    priority: "high",
    assigneeAdminId: "a1",
    status: "in_progress",
  });
  await openFeedback(app, second);
}

describe("GET /api/admin/feedback", () => {
  const shows = (query: string, contents: readonly string[]): Scenario => ({
    as: "admin",
    given: three,
    send: ["GET", PATH + query],
    status: 200,
    body: { data: { data: contents.map((content) => ({ content })), total: contents.length } },
  });
  scenarios(routes, {
    "shows the item, its sender and the app": {
      as: "admin",
      given: (app) => sendFeedback(app, "Nice"),
      send: ["GET", PATH],
      status: 200,
      after: ({ u1 }, { body }) => {
        const { id: _, ...item } = body.data.data[0];
        expect(item).toEqual({
          userId: u1.id,
          userName: "Learner u1",
          platform: "ios",
          appVersion: "1.2.0",
          category: "bug",
          content: "Nice",
          route: "/study",
          priority: "normal",
          status: "open",
          assigneeAdminId: null,
          resolvedAt: null,
          resolution: null,
          createdAt: NOON,
          updatedAt: NOON,
          readAt: null,
        });
      },
    },
    "lists all, newest first": shows("", ["third", "second", "first"]),
    "filters by category": shows("?category=praise", ["second"]),
    "filters by status": shows("?status=in_progress", ["first"]),
    "filters by priority": shows("?priority=high", ["first"]),
    "shows unread items": shows("?unread=true", ["third", "first"]),
    "shows read items": shows("?unread=false", ["second"]),
    "shows assigned items": shows("?assigned=true", ["first"]),
    "shows unassigned items": shows("?assigned=false&category=bug", ["third"]),
    "lists by pages": {
      ...shows("?page=2&perPage=2", ["first"]),
      body: { data: { data: [{ content: "first" }], total: 3, page: 2, totalPages: 2 } },
    },
    "refuses an unknown priority": {
      as: "admin",
      send: ["GET", `${PATH}?priority=top`],
      ...unreadable,
    },
    "refuses a switch that is neither true nor false": {
      as: "admin",
      send: ["GET", `${PATH}?unread=1`],
      ...unreadable,
    },
  });
});

describe("GET /api/admin/feedback/stats", () => {
  const path = `${PATH}/stats`;
  scenarios(routes, {
    "has no rates without feedback": {
      as: "admin",
      send: ["GET", path],
      status: 200,
      body: {
        data: {
          total: 0,
          unresolved: 0,
          byCategory: {},
          unreadCount: 0,
          assignedCount: 0,
          byStatus: { open: 0, inProgress: 0, resolved: 0, closed: 0 },
          resolvedCount: 0,
          medianResponseMinutes: null,
          resolveRate7d: null,
        },
      },
    },
    "counts by status and category": {
      as: "admin",
      given: async (app) => {
        await three(app);
        await patchFeedback(app, await sendFeedback(app, "fourth"), { status: "resolved" });
        await patchFeedback(app, await sendFeedback(app, "fifth"), { status: "closed" });
      },
      send: ["GET", path],
      status: 200,
      body: {
        data: {
          total: 5,
          unresolved: 3,
          byCategory: { bug: 4, praise: 1 },
          resolvedCount: 1,
          byStatus: { open: 2, inProgress: 1, resolved: 1, closed: 1 },
          unreadCount: 4,
          assignedCount: 1,
          resolveRate7d: 0.2,
        },
      },
    },
    "measures the time to the first reply or change of status": {
      as: "admin",
      given: async (app) => {
        const ids = [];
        for (let n = 0; n < 4; n += 1) ids.push(await sendFeedback(app, `item ${n}`));
        const [first = "", second = "", third = ""] = ids;
        app.clock.advance(10 * MINUTE_MS);
        await patchFeedback(app, first, { priority: "low" });
        await replyTo(app, second, "soon");
        app.clock.advance(30 * MINUTE_MS);
        await patchFeedback(app, first, { status: "in_progress" });
        await replyTo(app, second, "later");
        app.clock.advance(60 * MINUTE_MS);
        await patchFeedback(app, third, { status: "closed" });
      },
      send: ["GET", path],
      status: 200,
      body: { data: { medianResponseMinutes: 40 } },
    },
    "uses the mean of the two middle values": {
      as: "admin",
      given: async (app) => {
        const [first, second] = [
          await sendFeedback(app, "first"),
          await sendFeedback(app, "second"),
        ];
        app.clock.advance(10 * MINUTE_MS);
        await replyTo(app, first, "soon");
        app.clock.advance(20 * MINUTE_MS);
        await replyTo(app, second, "later");
      },
      send: ["GET", path],
      status: 200,
      body: { data: { medianResponseMinutes: 20 } },
    },
    "looks back 7 days for the rate, and 30 for the time": {
      as: "admin",
      given: async (app) => {
        const ago = async (days: number) => {
          const id = await sendFeedback(app, "x");
          await patchFeedback(app, id, { status: "resolved" });
          const at = { created_at_ms: app.clock.nowMs() - days * DAY_MS };
          await app.deps.database.updateTable("feedback").set(at).where("id", "=", id).execute();
        };
        await ago(30);
        await ago(31);
        await ago(7.1);
        await sendFeedback(app, "open");
      },
      send: ["GET", path],
      status: 200,
      body: { data: { resolveRate7d: 0, medianResponseMinutes: (18.55 * DAY_MS) / MINUTE_MS } },
    },
  });
});

describe("GET /api/admin/feedback/export.csv", () => {
  const path = `${PATH}/export.csv`;
  scenarios(routes, {
    "is a file of the list, and is audited": {
      as: "admin",
      given: async (app) => {
        const id = await sendFeedback(app, '=say "hi"');
        await replyTo(app, id, "one");
        await replyTo(app, id, "two");
        await patchFeedback(app, id, {
          assigneeAdminId: "a1",
          status: "resolved",
          resolution: "Done",
        });
      },
      send: ["GET", path],
      status: 200,
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": 'attachment; filename="feedback-20260501.csv"',
        "x-audit-id": /^\d+$/,
        "x-truncated": null,
      },
      after: async (app, { text }) => {
        const [header, line, end] = text.split("\r\n");
        expect(header).toBe(
          "\uFEFFid,createdAt,userId,category,priority,status,assignee,platform,appVersion," +
            "content," +
            "resolution,resolvedAt,replies",
        );
        expect(line?.slice(line.indexOf(","))).toBe(
          `,${NOON},u1,bug,normal,resolved,a1@example.org,ios,1.2.0,"'=say ""hi""",Done,${NOON},2`,
        );
        expect(end).toBe("");
        const entries = await auditEntries(app);
        expect(entries.at(-1)).toBe("feedback.export null null by a1");
      },
    },
    "has the list's filters, and more rows than one page": {
      as: "admin",
      given: async (app) => {
        await three(app);
        const row = await app.deps.database.selectFrom("feedback").selectAll().executeTakeFirst();
        const rows = Array.from({ length: 450 }, (_, n) => {
          return { ...row, id: `f${String(n).padStart(3, "0")}`, category: "many" };
        });
        await app.deps.database
          .insertInto("feedback")
          .values(rows as never)
          .execute();
      },
      send: ["GET", `${path}?category=many`],
      status: 200,
      after: async (app, { text }) => {
        const ids = text
          .split("\r\n")
          .slice(1, -1)
          .map((line) => line.slice(0, 4));
        expect(ids).toEqual(
          Array.from({ length: 450 }, (_, n) => `f${String(n).padStart(3, "0")}`),
        );
        expect(await lastAuditMetadata(app)).toEqual({ filter: { category: "many" }, total: 450 });
      },
    },
    "refuses an unknown status": {
      as: "admin",
      send: ["GET", `${path}?status=lost`],
      ...unreadable,
    },
  });
});
