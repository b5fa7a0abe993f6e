import { describe, expect } from "vitest";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { addPlainLearners } from "@wordloom/testing/content/plain-learners";
import { auditRoutes } from "./audit.routes.ts";
import { writeAudit, type AuditEntry } from "./audit.service.ts";

const PATH = "/api/admin/audit-log";
const EXPORT = `${PATH}/export.csv`;
const NOON = Date.parse("2026-05-01T12:00:00.000Z");
const MINUTE = 60_000;

/** One minute apart, beginning at noon. */
const entries: readonly Omit<AuditEntry, "atMs">[] = [
  { action: "admin.login", adminId: "a7", target: { type: "admin", id: "a7" } },
  { action: "admin.login_failed", outcome: "failed", metadata: { email: "x@example.org" } },
  {
    action: "self_update",
    adminId: "a7",
    outcome: "in_progress",
    fromVersion: "v1.0.0",
    toVersion: "v1.1.0",
    channel: "stable",
    completedAtMs: null,
    target: { type: "release", id: "v1.1.0" },
  },
  {
    action: "user.ban",
    adminId: "a8",
    target: { type: "user", id: "u9" },
    metadata: { reason: '=1+1, "spam"' },
  },
];

async function given({ deps }: ScenarioApp) {
  for (const [n, entry] of entries.entries()) {
    await writeAudit(deps.database, { ...entry, atMs: NOON + n * MINUTE });
  }
}

const actionsOf = (body: any): string[] => body.data.data.map((entry: any) => entry.action);
const finds = (query: string, actions: readonly string[]) =>
  ({
    as: "admin",
    given,
    send: ["GET", `${PATH}?${query}`],
    status: 200,
    after: (_: unknown, { body }: { body: any }) => expect(actionsOf(body)).toEqual(actions),
  }) as const;
const refuses = (query: string) =>
  ({
    as: "admin",
    send: ["GET", `${PATH}?${query}`],
    status: 400,
    body: { code: "INVALID_REQUEST_BODY" },
  }) as const;

describe("GET /api/admin/audit-log", () => {
  scenarios(auditRoutes, {
    "lists what happened, latest first": {
      as: "admin",
      given,
      send: ["GET", PATH],
      status: 200,
      body: { data: { total: 4, page: 1, perPage: 20, totalPages: 1 } },
      after: (_, { body }) => {
        expect(actionsOf(body)).toEqual(entries.map(({ action }) => action).toReversed());
        expect(body.data.data[0]).toEqual({
          id: expect.any(Number),
          adminId: "a8",
          action: "user.ban",
          targetType: "user",
          targetId: "u9",
          adminName: null,
          targetName: null,
          targetExists: false,
          apiKeyName: null,
          ip: null,
          sessionId: null,
          before: null,
          after: null,
          metadataJson: { reason: '=1+1, "spam"' },
          outcome: "success",
          error: null,
          fromVersion: null,
          toVersion: null,
          channel: null,
          startedAt: "2026-05-01T12:03:00.000Z",
          completedAt: "2026-05-01T12:03:00.000Z",
        });
        expect(body.data.data[1]).toMatchObject({
          outcome: "in_progress",
          fromVersion: "v1.0.0",
          toVersion: "v1.1.0",
          channel: "stable",
          completedAt: null,
        });
        expect(body.data.data[2]).toMatchObject({ adminId: null, outcome: "failed" });
      },
    },
    "shows origin, target and replaced values, without secrets": {
      as: "admin",
      given: async (app) => {
        const { database } = app.deps;
        await addPlainLearners(database, ["u9"]);
        const by = { id: "a8", ip: "203.0.113.9", sessionId: "s8" };
        await writeAudit(database, {
          by,
          action: "user.set_role",
          atMs: NOON,
          target: { type: "user", id: "u9" },
          before: { role: "user", apiKey: "wlk-secret" },
          after: { role: "admin", apiKey: "wlk-other" },
        });
        const key = { ...by, apiKeyId: "k1", apiKeyName: "Scraper" };
        await writeAudit(database, { by: key, action: "worker.run", atMs: NOON });
      },
      send: ["GET", PATH],
      status: 200,
      after: async ({ deps }, { body }) => {
        const [byKey, entry] = body.data.data;
        expect(entry).toMatchObject({
          ip: "203.0.113.9",
          sessionId: "s8",
          targetName: expect.any(String),
          before: { role: "user", apiKey: "[hidden]" },
          after: { role: "admin", apiKey: "[hidden]" },
        });
        const user = await deps.database.selectFrom("users").selectAll().execute();
        expect(entry.targetName).toBe(user.find(({ id }) => id === "u9")?.username);
        expect(byKey).toMatchObject({ ip: "203.0.113.9", sessionId: null });
        expect(byKey.metadataJson).toEqual({ apiKeyId: "k1", apiKeyName: "Scraper" });
        expect(byKey.apiKeyName).toBe("Scraper");
      },
    },
    "names what still exists by its present name, and says what was deleted": {
      as: "admin",
      given: async ({ deps: { database }, a1 }) => {
        const book = { type: "system", user_id: null, description: "", tags_json: "[]" } as const;
        const times = { created_at_ms: 1, updated_at_ms: 1 };
        const names = { language: null, meaning_language: null };
        for (const [id, type] of [
          ["b1", "system"],
          ["b2", "discarded"],
        ] as const) {
          const row = { ...book, ...times, ...names, id, name: `${id} now`, type };
          await database.insertInto("wordbooks").values(row).execute();
        }
        for (const id of ["b1", "b2", "b3"]) {
          const target = { type: "wordbook", id, name: `${id} then` } as const;
          await writeAudit(database, { action: "wordbook.update", atMs: NOON, target });
        }
        // As written by earlier releases.
        const metadata = { name: "b4 created" };
        const target = { type: "wordbook", id: "b4" } as const;
        await writeAudit(database, { action: "wordbook.create", atMs: NOON, target, metadata });
        const gone = { action: "admin.delete", atMs: NOON, adminId: a1.id } as const;
        const former = { type: "admin", id: "a9" } as const;
        const details = { email: "former@example.org" };
        await writeAudit(database, { ...gone, target: former, metadata: details });
        const target9 = { type: "session", id: "s9" } as const;
        const logout = { action: "admin.logout", atMs: NOON, adminId: "a9" } as const;
        await writeAudit(database, { ...logout, target: target9 });
      },
      send: ["GET", `${PATH}?sort=startedAt`],
      status: 200,
      after: (_, { body }) => {
        const told = body.data.data.map((entry: any) => [
          entry.targetId,
          entry.targetName,
          entry.targetExists,
          entry.adminName,
        ]);
        expect(told).toEqual([
          ["b1", "b1 now", true, null],
          ["b2", "b2 then", false, null],
          ["b3", "b3 then", false, null],
          ["b4", "b4 created", false, null],
          ["a9", "former@example.org", false, "a1@example.org"],
          ["s9", null, null, "former@example.org"],
        ]);
      },
    },
    "finds the names of all kinds of targets": {
      as: "admin",
      given: async ({ deps: { auditTargets, database } }) => {
        for (const { type } of auditTargets) {
          const target = { type, id: "x1" };
          await writeAudit(database, { action: "user.ban", atMs: NOON, target });
        }
      },
      send: ["GET", `${PATH}?perPage=100`],
      status: 200,
      after: ({ deps }, { body }) => {
        const types = deps.auditTargets.map(({ type }) => type);
        const linked = ["user", "device", "word", "wordbook", "feedback", "experiment"];
        expect(types).toEqual(expect.arrayContaining(linked));
        const told = body.data.data.map((entry: any) => entry.targetExists);
        expect(told).toEqual(types.map(() => false));
      },
    },
    pages: {
      ...finds("page=2&perPage=3", ["admin.login"]),
      body: { data: { total: 4, totalPages: 2 } },
    },
    "filters by administrator": finds("adminId=a7", ["self_update", "admin.login"]),
    "filters by action": finds("action=user.ban", ["user.ban"]),
    "filters by target": finds("targetType=user&targetId=u9", ["user.ban"]),
    "filters by kind of target": finds("targetType=release", ["self_update"]),
    "filters by time, inclusive": finds(
      "since=2026-05-01T12:01:00.000Z&until=2026-05-01T12:02:00Z",
      ["self_update", "admin.login_failed"],
    ),
    "filters by outcome": finds("outcome=failed", ["admin.login_failed"]),
    "lists the oldest first when asked to": finds("sort=startedAt&perPage=2", [
      "admin.login",
      "admin.login_failed",
    ]),
    "refuses an outcome that does not exist": refuses("outcome=perhaps"),
    "accepts times in other zones": finds("since=2026-05-01T14:03:00%2B02:00", ["user.ban"]),
    "finds nothing": finds("action=user.unban", []),
    "refuses an invalid time": refuses("since=yesterday"),
    "refuses a kind of target that does not exist": refuses("targetType=planet"),
  });
});

describe("GET /api/admin/audit-log/{id}", () => {
  let last = 0;
  const written = {
    as: "admin",
    given: async (app: ScenarioApp) => {
      await given(app);
      const entry = { action: "user.unban", adminId: "a8", atMs: NOON } as const;
      last = await writeAudit(app.deps.database, entry);
    },
  } as const;
  const notFound = { status: 404, body: { code: "NOT_FOUND" } } as const;
  scenarios(auditRoutes, {
    "shows the entry with an id": {
      ...written,
      send: () => ["GET", `${PATH}/${last}`],
      status: 200,
      body: { data: { action: "user.unban", adminId: "a8", outcome: "success" } },
    },
    "does not find an unknown id": {
      ...written,
      send: () => ["GET", `${PATH}/${last + 1}`],
      ...notFound,
    },
    "does not find an id that is not a number": {
      ...written,
      send: ["GET", `${PATH}/1e3`],
      ...notFound,
    },
  });
});

describe("GET /api/admin/audit-log/export.csv", () => {
  scenarios(auditRoutes, {
    "has a row for each entry, latest first, and is safe in spreadsheets": {
      as: "super",
      given,
      send: ["GET", EXPORT],
      status: 200,
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": 'attachment; filename="audit-log-20260501.csv"',
        "x-truncated": null,
        "x-audit-id": /^\d+$/,
      },
      after: (_, { text }) => {
        const lines = text.split("\r\n");
        expect(lines).toHaveLength(entries.length + 2);
        expect(lines[0]).toMatch(/^\uFEFFid,startedAt,completedAt,adminId,ip,sessionId,action,/);
        expect(lines[0]).toMatch(/,targetId,targetName,.*,before,after,metadataJson$/);
        expect(lines[1]).toMatch(
          /^\d+,2026-05-01T12:03:00.000Z,.*,a8,,,user.ban,user,u9,,success,/,
        );
        expect(lines[1]).toContain(String.raw`"{""reason"":""=1+1, \""spam\""""}"`);
        expect(lines[2]).toMatch(/,2026-05-01T12:02:00.000Z,,a7,,,self_update,release,v1.1.0,/);
      },
    },
    "is audited itself, with its filters": {
      as: "super",
      given,
      send: ["GET", `${EXPORT}?action=user.ban`],
      status: 200,
      after: async ({ deps }, { text }) => {
        expect(text.trim().split("\r\n")).toHaveLength(2);
        const rows = await deps.database.selectFrom("audit_log").selectAll().execute();
        expect(rows.at(-1)).toMatchObject({ action: "audit.export", admin_id: "a1" });
        expect(JSON.parse(rows.at(-1)?.metadata_json ?? "")).toEqual({ action: "user.ban" });
      },
    },
    "reads more than one page of entries": {
      as: "super",
      given: async ({ deps }) => {
        const row = { admin_id: "a7", action: "user.ban", metadata_json: "{}" } as const;
        const rows = Array.from({ length: 1_001 }, (_, n) => ({
          ...row,
          outcome: "success" as const,
          started_at_ms: NOON + n,
        }));
        for (let from = 0; from < rows.length; from += 400) {
          await deps.database
            .insertInto("audit_log")
            .values(rows.slice(from, from + 400))
            .execute();
        }
      },
      send: ["GET", EXPORT],
      status: 200,
      after: (_, { text }) => {
        const ids = text
          .trim()
          .split("\r\n")
          .slice(1)
          .map((line) => Number.parseInt(line, 10));
        expect(ids).toHaveLength(1_001);
        expect(ids).toEqual(ids.toSorted((a, b) => b - a));
      },
    },
  });
});
