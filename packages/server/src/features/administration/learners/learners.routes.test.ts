import { describe, expect } from "vitest";
import { audited, findsNothing, refuses, setUser } from "../../../testing/rows/administration.ts";
import { giveAnswers } from "@wordloom/testing/content/give-answers";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { learnersRoutes } from "./learners.routes.ts";

const at = "/api/admin/users";
const DAY_MS = 86_400_000;

/** Creates learners u1 to u4, each a minute after the previous one. */
async function four(app: ScenarioApp): Promise<void> {
  const { clock } = app;
  for (const [id, name] of [
    ["u2", "Émile_100%"],
    ["u3", "émilie 100x"],
    ["u4", "ИВАН"],
  ] as const) {
    clock.advance(60_000);
    await app.learner();
    await setUser(app, id, { username: name, username_folded: name.toLowerCase() });
  }
}

const ids = (
  query: string,
  expected: readonly string[],
  given: Scenario["given"] = four,
): Scenario => ({
  as: "admin",
  given,
  send: ["GET", at + query],
  status: 200,
  after: (_app, { body }) => {
    const { data, total } = body.data;
    expect(data.map(({ id }: { id: string }) => id)).toEqual(expected);
    expect(total).toBe(expected.length);
  },
});

describe("GET /api/admin/users", () => {
  /** u1 is banned; u2 was seen now; u3 exactly 7 days ago; u4 longer ago, and is staff. */
  const ofAllKinds = async (app: ScenarioApp) => {
    await four(app);
    const nowMs = app.clock.nowMs();
    await setUser(app, "u1", { is_banned: 1 });
    await setUser(app, "u2", { last_seen_at_ms: nowMs });
    await setUser(app, "u3", { last_seen_at_ms: nowMs - 7 * DAY_MS });
    await setUser(app, "u4", { last_seen_at_ms: nowMs - 7 * DAY_MS - 1, role: "staff" });
  };

  scenarios(learnersRoutes, {
    "lists accounts, newest first, without secrets": {
      as: "admin",
      given: four,
      send: ["GET", `${at}?perPage=2&page=2`],
      status: 200,
      after: (_app, { body, text }) => {
        expect(body.data).toMatchObject({ total: 4, page: 2, perPage: 2, totalPages: 2 });
        expect(body.data.data).toEqual([
          expect.objectContaining({ id: "u2" }),
          {
            id: "u1",
            email: "u1@example.org",
            username: "Learner u1",
            isBanned: false,
            createdAt: "2026-05-01T12:00:00.000Z",
            updatedAt: "2026-05-01T12:00:00.000Z",
            failedLoginCount: 0,
            lockedUntil: null,
            role: "user",
            status: "active",
            lastLoginAt: null,
            lastSeenAt: null,
          },
        ]);
        expect(text).not.toMatch(/password|hash|folded/i);
      },
    },
    "has an empty page after the last": {
      as: "admin",
      send: ["GET", `${at}?page=9`],
      status: 200,
      body: { data: { data: [], total: 1, totalPages: 1 } },
    },
    "finds part of an address, ignoring case": ids("?search=U2@EXAMPLE", ["u2"]),
    "finds part of a name, ignoring case beyond ASCII": ids("?search=%C3%89MIL", ["u3", "u2"]),
    "finds Cyrillic names": ids("?search=%D0%B8%D0%B2%D0%B0", ["u4"]),
    "takes wildcards literally": ids("?search=_100%25", ["u2"]),
    "finds everyone with an empty search": ids("?search=", ["u4", "u3", "u2", "u1"]),
    "refuses a search of more than 100 characters": refuses(
      ["GET", `${at}?search=${"a".repeat(101)}`],
      "INVALID_REQUEST_BODY",
    ),
    "filters banned learners": ids("?banned=true", ["u1"], ofAllKinds),
    "filters learners who are not banned": ids("?banned=false", ["u4", "u3", "u2"], ofAllKinds),
    "refuses a flag that is no boolean": refuses(
      ["GET", `${at}?banned=yes`],
      "INVALID_REQUEST_BODY",
    ),
    "filters by role": ids("?role=staff", ["u4"], ofAllKinds),
    "refuses an unknown role as a filter": refuses(
      ["GET", `${at}?role=admin`],
      "INVALID_REQUEST_BODY",
    ),
    "filters active learners": ids("?status=active", ["u3", "u2"], ofAllKinds),
    "filters inactive learners": ids("?status=inactive", ["u4"], ofAllKinds),
    "filters suspended learners": ids("?status=suspended", ["u1"], ofAllKinds),
    "filters by days without a request": ids("?inactiveDays=7", ["u4"], ofAllKinds),
    "joins filters": ids("?status=active&search=100&role=user", ["u3", "u2"], ofAllKinds),
    "orders by creation time": ids("?sort=createdAt", ["u1", "u2", "u3", "u4"]),
    "orders by the last request, with unseen learners last": ids(
      "?sort=-lastSeenAt",
      ["u2", "u3", "u4", "u1"],
      ofAllKinds,
    ),
    "orders by the last request, with unseen learners first": ids(
      "?sort=lastSeenAt",
      ["u1", "u4", "u3", "u2"],
      ofAllKinds,
    ),
    "orders by address": ids("?sort=-email", ["u4", "u3", "u2", "u1"]),
    "orders by name, ignoring case": {
      ...ids("?sort=username", ["u3", "u1", "u2", "u4"]),
      given: async (app) => {
        await four(app);
        await setUser(app, "u3", { username: "AB", username_folded: "ab" });
        await setUser(app, "u1", { username: "ba", username_folded: "ba" });
        await setUser(app, "u2", { username: "Bb", username_folded: "bb" });
        await setUser(app, "u4", { username: "c", username_folded: "c" });
      },
    },
    "pages in the requested order": {
      as: "admin",
      given: four,
      send: ["GET", `${at}?sort=email&perPage=2&page=2`],
      status: 200,
      body: { data: { data: [{ id: "u3" }, { id: "u4" }], total: 4 } },
    },
    "refuses an unknown order": refuses(["GET", `${at}?sort=role`], "INVALID_REQUEST_BODY"),
    "adds statistics on request": {
      as: "admin",
      given: async (app) => {
        await app.learner();
        await app.words([{}, {}]);
        const day = (n: number) => `2026-04-${String(n).padStart(2, "0")}T10:00:00.000Z`;
        await giveAnswers(
          app.deps,
          Array.from(
            { length: 22 },
            (_, n) => [day(n + 1), "w1", { isCorrect: n % 3 > 0 }] as const,
          ),
        );
      },
      send: ["GET", `${at}?includeStats=true`],
      status: 200,
      after: (_app, { body }) => {
        const [second, first] = body.data.data;
        expect(second.stats).toEqual({ recordCount: 0, correctCount: 0, last20Outcomes: [] });
        const last20Outcomes = Array.from({ length: 20 }, (_, n) => (n + 2) % 3 > 0);
        expect(first.stats).toEqual({ recordCount: 22, correctCount: 14, last20Outcomes });
      },
    },
  });
});

describe("GET /api/admin/users/facets", () => {
  scenarios(learnersRoutes, {
    "counts learners by status, and administrators": {
      as: "admin",
      given: async (app) => {
        await four(app);
        await app.admin();
        const seenAtMs = app.clock.nowMs() - 7 * DAY_MS;
        await setUser(app, "u1", { is_banned: 1 });
        await setUser(app, "u2", { last_seen_at_ms: seenAtMs });
        await setUser(app, "u3", { last_seen_at_ms: seenAtMs - 1 });
      },
      send: ["GET", `${at}/facets`],
      status: 200,
      after: (_app, { body }) =>
        expect(body.data).toEqual({ total: 4, active: 2, inactive7d: 1, banned: 1, admins: 2 }),
    },
  });
});

describe("GET /api/admin/stats", () => {
  const send = ["GET", "/api/admin/stats"] as const;

  scenarios(learnersRoutes, {
    "counts learners, words and answers, and compares the last 7 days with the 7 before": {
      as: "admin",
      given: async (app) => {
        await four(app);
        await app.words([{}, {}, {}]);
        const nowMs = app.clock.nowMs();
        await setUser(app, "u1", { created_at_ms: nowMs - 7 * DAY_MS - 1 });
        await setUser(app, "u2", { created_at_ms: nowMs - 14 * DAY_MS });
        await setUser(app, "u3", { created_at_ms: nowMs - 14 * DAY_MS - 1 });
        await giveAnswers(app.deps, [
          ["2026-04-17T23:59:00.000Z", "w1"],
          ["2026-04-18T00:00:00.000Z", "w1"],
          ["2026-04-24T23:59:00.000Z", "w2"],
          ["2026-04-25T00:00:00.000Z", "w1"],
          ["2026-05-01T10:00:00.000Z", "w2"],
          ["2026-05-01T11:00:00.000Z", "w3"],
        ]);
      },
      send,
      status: 200,
      after: (_app, { body }) =>
        expect(body.data).toEqual({
          users: 4,
          words: 3,
          records: 6,
          trend: { users: { value: -50, label: "7d" }, records: { value: 50, label: "7d" } },
        }),
    },
    "reports growth from 0 as 100 %, and from 0 to 0 as 0": {
      as: "admin",
      send,
      status: 200,
      body: { data: { trend: { users: { value: 100 }, records: { value: 0 } } } },
    },
  });
});

describe("GET /api/admin/users/export.csv", () => {
  const send = ["GET", `${at}/export.csv?search=100`] as const;

  scenarios(learnersRoutes, {
    "exports the shown list, and writes an audit entry": {
      as: "admin",
      given: async (app) => {
        await four(app);
        await setUser(app, "u2", { username: "=1+1" });
      },
      send,
      status: 200,
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": 'attachment; filename="users-20260501.csv"',
        "x-audit-id": /^\d+$/,
        "x-truncated": null,
      },
      after: async (app, { text }) => {
        const [head, first, second, ...rest] = text.split("\r\n");
        expect(head).toBe(
          "\uFEFFid,email,username,role,status,isBanned,createdAt,updatedAt,lastLoginAt," +
            "lastSeenAt," +
            "failedLoginCount,lockedUntil",
        );
        expect(first).toMatch(/^u3,u3@example\.org,émilie 100x,user,active,false,2026-/);
        expect(second).toMatch(/^u2,u2@example\.org,'=1\+1,/);
        expect(rest).toEqual([""]);
        const metadata = { rows: 2, filters: { search: "100" } };
        expect(await audited(app)).toMatchObject([
          { by: "a1", action: "user.export", target: null, metadata },
        ]);
      },
    },
    "exports more learners than one page, each once": {
      as: "admin",
      given: async ({ deps, clock }) => {
        const nowMs = clock.nowMs();
        const rows = Array.from({ length: 4_100 }, (_, n) => ({
          id: `x${n}`,
          email: `x${n}@example.org`,
          username: "x",
          password_hash: "",
          created_at_ms: nowMs - (n % 7),
          updated_at_ms: nowMs,
          locked_until_ms: null,
          last_login_at_ms: null,
          avatar_type: null,
        }));
        for (let from = 0; from < rows.length; from += 500) {
          await deps.database
            .insertInto("users")
            .values(rows.slice(from, from + 500))
            .execute();
        }
      },
      send: ["GET", `${at}/export.csv?search=x`],
      status: 200,
      after: (_app, { text }) => {
        const found = text
          .trim()
          .split("\r\n")
          .slice(1)
          .map((line) => line.split(",")[0]);
        expect(found.filter((id) => id?.startsWith("x"))).toHaveLength(4_100);
        expect(new Set(found).size).toBe(found.length);
      },
    },
  });
});

describe("GET /api/admin/users/{id}", () => {
  scenarios(learnersRoutes, {
    "shows one learner with statistics and lock": {
      as: "admin",
      given: (app) =>
        setUser(app, "u1", { failed_logins: 5, locked_until_ms: app.clock.nowMs() + 1_000 }),
      send: ["GET", `${at}/u1`],
      status: 200,
      body: {
        data: {
          id: "u1",
          failedLoginCount: 5,
          lockedUntil: "2026-05-01T12:00:01.000Z",
          stats: { recordCount: 0, correctCount: 0, last20Outcomes: [] },
        },
      },
    },
    "shows no expired lock": {
      as: "admin",
      given: (app) => setUser(app, "u1", { locked_until_ms: app.clock.nowMs() }),
      send: ["GET", `${at}/u1`],
      status: 200,
      body: { data: { lockedUntil: null } },
    },
    "does not find an unknown learner": findsNothing(["GET", `${at}/nobody`], "NOT_FOUND"),
  });
});
