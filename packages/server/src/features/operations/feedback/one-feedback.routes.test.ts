import { describe, expect } from "vitest";
import { auditEntries, lastAuditMetadata } from "../../../testing/rows/audit-entries.ts";
import { patchFeedback, replyTo, sendFeedback } from "../../../testing/rows/feedback-admin.ts";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { notificationsRoutes } from "../../progress/notifications/notifications.routes.ts";
import { feedbackAdminRoutes } from "./feedback-admin.routes.ts";
import { feedbackRoutes } from "./feedback.routes.ts";

const routes = [feedbackRoutes, feedbackAdminRoutes, notificationsRoutes];
const PATH = "/api/admin/feedback";
const NOON = "2026-05-01T12:00:00.000Z";
const MINUTE_MS = 60_000;
const refused = (code: string) => ({ success: false, code });
const absent = { status: 404, body: refused("NOT_FOUND") } as const;
const invalid = { status: 400, body: refused("VALIDATION_ERROR") } as const;
const unreadable = { status: 400, body: refused("INVALID_REQUEST_BODY") } as const;

describe("GET /api/admin/feedback/{id}", () => {
  const one =
    (prepare: (app: ScenarioApp, id: string) => unknown = () => undefined): Scenario["send"] =>
    async (app) => {
      const id = await sendFeedback(app, "Nice");
      await prepare(app, id);
      return ["GET", `${PATH}/${id}`];
    };
  scenarios(routes, {
    "is read after it was opened": {
      as: "admin",
      send: one(),
      twice: true,
      status: 200,
      headers: { "x-audit-id": null },
      after: ({ u1, a1 }, { body }) => {
        const { item, replies, events } = body.data;
        expect(item).toMatchObject({ content: "Nice", readAt: NOON });
        expect(replies).toEqual([]);
        expect(events).toMatchObject([
          { kind: "created", actor: u1.id, createdAt: NOON },
          { kind: "read", actor: a1.id, createdAt: NOON },
        ]);
        expect(events[0].id).toBe(item.id);
      },
    },
    "shows its history, oldest first": {
      as: "admin",
      send: one(async (app, id) => {
        for (const text of ["one", "two"]) {
          app.clock.advance(1_000);
          await replyTo(app, id, text);
        }
        app.clock.advance(1_000);
        const change = { status: "resolved", priority: "low", assigneeAdminId: "a1" };
        await patchFeedback(app, id, { ...change, resolution: "Done" });
        await patchFeedback(app, id, { ...change, resolution: "Done" });
        app.clock.advance(1_000);
        await patchFeedback(app, id, { assigneeAdminId: null, resolution: "" });
        app.clock.advance(1_000);
      }),
      status: 200,
      after: ({ a1 }, { body }) => {
        const { replies, events } = body.data;
        expect(replies).toMatchObject([
          { body: "one", authorKind: "admin", authorId: a1.id },
          { body: "two" },
        ]);
        const told = events.map(
          (event: { kind: string; summary: string }) => `${event.kind}: ${event.summary}`,
        );
        expect(told.slice(0, 3)).toEqual([
          "created: Sent in the category bug",
          "reply: Replied to the learner",
          "reply: Replied to the learner",
        ]);
        expect(told.slice(3, 7).toSorted()).toEqual([
          "assigned: Assigned to a1",
          "priority: normal → low",
          "resolution: Resolution written",
          "status: open → resolved",
        ]);
        expect(told.slice(7, 9).toSorted()).toEqual([
          "assigned: Assigned to nobody",
          "resolution: Resolution removed",
        ]);
        expect(told.slice(9)).toEqual(["read: Opened for the first time"]);
      },
    },
    "refuses an unknown id": { as: "admin", send: ["GET", `${PATH}/none`], ...absent },
  });
});

describe("POST /api/admin/feedback/{id}/replies", () => {
  const answer =
    (text: unknown): Scenario["send"] =>
    async (app) => ["POST", `${PATH}/${await sendFeedback(app, "Nice")}/replies`, { body: text }];
  scenarios(routes, {
    "notifies the learner": {
      as: "admin",
      send: answer(" Thank you! "),
      status: 201,
      headers: { "x-audit-id": /^\d+$/ },
      after: async (app, { body }) => {
        const { id, feedbackId, ...told } = body.data;
        const author = { authorKind: "admin", authorId: "a1" };
        expect(told).toEqual({ ...author, body: "Thank you!", createdAt: NOON });
        expect(await auditEntries(app)).toEqual([`feedback.reply feedback ${feedbackId} by a1`]);
        expect(await lastAuditMetadata(app)).toEqual({ replyId: id });
        const { headers } = app.u1;
        const { body: list } = await app.send("GET", "/api/notifications", { headers });
        const title = "Reply to your feedback";
        expect(list.data).toMatchObject([{ type: "system", title, message: "Thank you!" }]);
      },
    },
    "refuses a blank reply, and sends nothing": {
      as: "admin",
      send: answer("  "),
      status: 400,
      body: refused("INVALID_REPLY"),
      after: async (app) => {
        expect(await app.deps.database.selectFrom("notifications").selectAll().execute()).toEqual(
          [],
        );
        expect(await auditEntries(app)).toEqual([]);
      },
    },
    "accepts 5000 characters": { as: "admin", send: answer("é".repeat(5_000)), status: 201 },
    "refuses 5001 characters": {
      as: "admin",
      send: answer("x".repeat(5_001)),
      status: 400,
      body: refused("INVALID_REPLY"),
    },
    "refuses a missing reply": { as: "admin", send: answer(undefined), ...unreadable },
    "refuses an unknown id": {
      as: "admin",
      send: ["POST", `${PATH}/none/replies`, { body: "x" }],
      ...absent,
    },
  });
});

describe("PATCH /api/admin/feedback/{id}", () => {
  const change =
    (body: object, before?: object): Scenario["send"] =>
    async (app) => {
      const id = await sendFeedback(app, "Nice");
      if (before !== undefined) await patchFeedback(app, id, before);
      app.clock.advance(MINUTE_MS);
      return ["PATCH", `${PATH}/${id}`, body];
    };
  const later = "2026-05-01T12:01:00.000Z";
  scenarios(routes, {
    "changes everything at once": {
      as: "admin",
      send: change({
        priority: "urgent",
        status: "resolved",
        assigneeAdminId: "a1",
        resolution: " Fixed in 1.3. ",
      }),
      status: 200,
      headers: { "x-audit-id": /^\d+$/ },
      body: {
        data: {
          priority: "urgent",
          status: "resolved",
          assigneeAdminId: "a1",
          content: "Nice",
          resolution: "Fixed in 1.3.",
          resolvedAt: later,
          updatedAt: later,
          readAt: null,
        },
      },
      after: async (app, { body }) => {
        const entry = `feedback.update feedback ${body.data.id} by a1`;
        expect(await auditEntries(app)).toEqual([entry]);
        const fields = ["status", "priority", "assigned", "resolution"];
        expect(await lastAuditMetadata(app)).toEqual({ fields });
      },
    },
    "keeps omitted fields, and treats null as omitted": {
      as: "admin",
      send: change(
        { status: "in_progress", priority: null, resolution: null },
        {
          priority: "high",
          assigneeAdminId: "a1",
          resolution: "Soon",
        },
      ),
      status: 200,
      body: {
        data: {
          priority: "high",
          status: "in_progress",
          assigneeAdminId: "a1",
          resolution: "Soon",
        },
      },
    },
    "keeps the time when resolved is sent again": {
      as: "admin",
      send: change({ status: "resolved" }, { status: "resolved" }),
      status: 200,
      body: { data: { resolvedAt: NOON, updatedAt: later } },
    },
    "clears the time with any other status": {
      as: "admin",
      send: change({ status: "open" }, { status: "resolved" }),
      status: 200,
      body: { data: { status: "open", resolvedAt: null } },
    },
    "removes the assignee": {
      as: "admin",
      send: change({ assigneeAdminId: null }, { assigneeAdminId: "a1" }),
      status: 200,
      body: { data: { assigneeAdminId: null } },
    },
    "empties the resolution": {
      as: "admin",
      send: change({ resolution: "" }, { resolution: "Soon" }),
      status: 200,
      body: { data: { resolution: null } },
    },
    "refuses an unknown assignee, and changes nothing": {
      as: "admin",
      send: change({ status: "closed", assigneeAdminId: "a9" }),
      ...invalid,
      after: async (app) => {
        const [row] = await app.deps.database.selectFrom("feedback").selectAll().execute();
        expect(row).toMatchObject({ status: "open", assignee_admin_id: null });
        expect(await auditEntries(app)).toEqual([]);
      },
    },
    "refuses an unknown status": { as: "admin", send: change({ status: "lost" }), ...invalid },
    "refuses an unknown priority": { as: "admin", send: change({ priority: "top" }), ...invalid },
    "refuses a resolution of 5001 characters": {
      as: "admin",
      send: change({ resolution: "x".repeat(5_001) }),
      ...invalid,
    },
    "refuses a number as status": { as: "admin", send: change({ status: 1 }), ...unreadable },
    "refuses an unknown id": { as: "admin", send: ["PATCH", `${PATH}/none`, {}], ...absent },
  });
});
