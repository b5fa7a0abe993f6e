import { describe, expect } from "vitest";
import { changeMyEmail } from "../../accounts/email-changes/email-changes.service.ts";
import { newWordState, saveWordStates } from "../../progress/word-states/word-states.service.ts";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { favoritesRoutes } from "../../library/favorites/favorites.routes.ts";
import { learningRoutes } from "../../study/learning/learning.routes.ts";
import { notesRoutes } from "../../library/notes/notes.routes.ts";
import { recordsRoutes } from "../../study/records/records.routes.ts";
import { studyConfigRoutes } from "../../study/study-config/study-config.routes.ts";
import { dataExportRoutes } from "./data-export.routes.ts";

const routes = [
  dataExportRoutes,
  favoritesRoutes,
  learningRoutes,
  notesRoutes,
  recordsRoutes,
  studyConfigRoutes,
];
const path = "/api/users/me/export";
const send: Scenario["send"] = ["GET", path];
const DAY_MS = 86_400_000;

interface Line {
  readonly table: string;
  // any: tests read any fields they expect.
  readonly data: any;
}

function linesOf(text: string): Line[] {
  expect(text.endsWith("\n")).toBe(true);
  return text
    .slice(0, -1)
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

const tablesOf = (text: string) => linesOf(text).map(({ table }) => table);
const dataOf = (text: string, table: string) =>
  linesOf(text).find((line) => line.table === table)?.data;

/** Data in every table, for u1 and another learner. */
async function fill(app: ScenarioApp): Promise<void> {
  const { id: wordId } = await app.word();
  for (const { headers } of [app.u1, await app.learner()]) {
    const post = (to: string, body: object) => app.send("POST", to, { body, headers });
    await app.send("PUT", "/api/study-config", { body: { dailyWordCount: 7 }, headers });
    const { body } = await post("/api/learning/session", {});
    const { sessionId } = body.data;
    await post(`/api/word-favorites/${wordId}`, {});
    await post("/api/word-notes", { wordId, content: 'two\nlines and a "quote"' });
    const answer = { wordId, isCorrect: true, responseTimeMs: 900, sessionId, hintUsed: true };
    await post("/api/records/batch", { records: [{ ...answer, clientRecordId: "c1" }] });
  }
}

/** Inserts this many records, one second apart. */
async function addRecords({ deps, clock }: ScenarioApp, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: `r${String(index).padStart(6, "0")}`,
    user_id: "u1",
    word_id: `w${index % 7}`,
    is_correct: index % 2,
    response_time_ms: 500.5,
    record_type: "all" as const,
    // Two records a second, because the order among equal times must hold across pages.
    created_at_ms: clock.nowMs() + Math.floor(index / 2) * 1000,
  }));
  for (let start = 0; start < count; start += 500) {
    const part = rows.slice(start, start + 500);
    await deps.database.insertInto("records").values(part).execute();
  }
}

async function addSession({ deps, clock }: ScenarioApp, id: string, summary: string | null) {
  const atMs = clock.nowMs();
  await deps.database
    .insertInto("learning_sessions")
    .values({
      id,
      user_id: "u1",
      status: "completed",
      target_mastery_count: 1,
      summary_json: summary,
      last_event_at_ms: atMs,
      created_at_ms: atMs,
      updated_at_ms: atMs,
    })
    .execute();
}

/** Corrupts a part of the learner's data. */
async function spoilStudyConfig({ deps }: ScenarioApp): Promise<void> {
  await deps.database
    .insertInto("study_configs")
    .values({
      user_id: "u1",
      selected_wordbook_ids_json: "[",
      daily_word_count: 1,
      study_mode: "normal",
      daily_mastery_target: 1,
      updated_at_ms: 0,
    })
    .execute();
}

const charges = ({ deps }: ScenarioApp) =>
  deps.database.selectFrom("data_exports").selectAll().execute();

describe("GET /api/users/me/export", () => {
  scenarios(routes, {
    "is a download of JSON lines": {
      as: "learner",
      send,
      status: 200,
      headers: {
        "content-type": "application/x-ndjson",
        "content-disposition": /^attachment/,
        "content-length": null,
        "cache-control": "no-store",
      },
    },
    "contains the address waiting for confirmation": {
      as: "learner",
      settings: { SMTP_URL: "smtp://127.0.0.1:1" },
      given: async ({ deps, u1 }) => {
        const learner = { kind: "learner", id: "u1", sessionId: u1.sessionId } as const;
        const change = { email: "new@example.org", currentPassword: "Right-pw-1" };
        await changeMyEmail(deps, learner, change);
      },
      send,
      status: 200,
      text: /"pendingEmail":{"email":"new@example.org",/,
    },
    "contains only the profile without further data": {
      as: "learner",
      send,
      status: 200,
      after: (_app, { text }) =>
        expect(linesOf(text)).toEqual([
          {
            table: "profile",
            data: {
              id: "u1",
              email: "u1@example.org",
              username: "Learner u1",
              isBanned: false,
              createdAt: "2026-05-01T12:00:00.000Z",
              preferences: {
                theme: "system",
                language: "en",
                notificationEnabled: true,
                soundEnabled: true,
                timeZone: null,
                dayStartHour: 0,
              },
              rewardType: "standard",
              cognitiveProfile: { processingSpeed: 0.5, memoryCapacity: 0.5, stability: 0.5 },
              habitProfile: {
                preferredHours: [9, 14, 20],
                medianSessionLengthMins: 15,
                sessionsPerDay: 1,
              },
            },
          },
        ]),
    },
    "contains every table once, in order, with the caller's data only": {
      as: "learner",
      given: fill,
      send,
      status: 200,
      after: (_app, { text }) => {
        expect(tablesOf(text)).toEqual([
          "profile",
          "study_config",
          "word_states",
          "favorites",
          "notes",
          "sessions",
          "records",
        ]);
        expect(text).not.toContain("u2");
        expect(text).not.toMatch(/password|refresh/i);
        expect(dataOf(text, "study_config")).toMatchObject({ userId: "u1", dailyWordCount: 7 });
        const [state] = dataOf(text, "word_states");
        expect(state).toMatchObject({ wordId: "w1", totalAttempts: 1, bookmarked: true });
        expect(dataOf(text, "favorites")).toMatchObject([{ wordId: "w1", favorited: true }]);
        const [note] = dataOf(text, "notes");
        expect(note).toMatchObject({ wordId: "w1", content: 'two\nlines and a "quote"' });
        expect(dataOf(text, "sessions")).toMatchObject([{ userId: "u1", totalCount: 1 }]);
        expect(dataOf(text, "records")).toMatchObject([
          { userId: "u1", wordId: "w1", clientRecordId: "c1", details: { hintUsed: true } },
        ]);
      },
    },
    "puts 500 records on a line, oldest first, each once": {
      as: "learner",
      given: (app) => addRecords(app, 1201),
      send,
      status: 200,
      after: (_app, { text }) => {
        const lines = linesOf(text).filter(({ table }) => table === "records");
        expect(lines.map(({ data }) => data.length)).toEqual([500, 500, 201]);
        const ids = lines.flatMap(({ data }) => data.map(({ id }: { id: string }) => id));
        expect(ids).toEqual(ids.toSorted());
        expect(new Set(ids).size).toBe(1201);
      },
    },
    "sends no empty last line for 500 records": {
      as: "learner",
      given: (app) => addRecords(app, 500),
      send,
      status: 200,
      after: (_app, { text }) => expect(tablesOf(text)).toEqual(["profile", "records"]),
    },
    "keeps more than a page of words on one line": {
      as: "learner",
      given: ({ deps, clock }) => {
        const ids = Array.from({ length: 501 }, (_, index) => `w${index}`);
        const rows = ids.map((id) => newWordState("u1", id, clock.nowMs()));
        return saveWordStates(deps.database, rows);
      },
      send,
      status: 200,
      after: (_app, { text }) => {
        expect(tablesOf(text)).toEqual(["profile", "word_states"]);
        const states: { wordId: string }[] = dataOf(text, "word_states");
        expect(new Set(states.map(({ wordId }) => wordId)).size).toBe(501);
      },
    },
    "is refused within 24 hours, with the remaining seconds": {
      as: "learner",
      given: async (app) => {
        await app.send("GET", path, { headers: app.u1.headers });
        app.clock.advance(60_000);
      },
      send,
      status: 429,
      headers: { "retry-after": "86340" },
      body: { success: false, code: "GDPR_EXPORT_RATE_LIMITED", message: /\w/ },
    },
    "is refused a millisecond before 24 hours are over": {
      as: "learner",
      given: async (app) => {
        await app.deps.database
          .insertInto("data_exports")
          .values({ user_id: "u1", charged_at_ms: app.clock.nowMs() - DAY_MS + 1 })
          .execute();
      },
      send,
      status: 429,
      headers: { "retry-after": "1" },
    },
    "is allowed again after 24 hours, and counted again": {
      as: "learner",
      given: async (app) => {
        await app.deps.database
          .insertInto("data_exports")
          .values({ user_id: "u1", charged_at_ms: app.clock.nowMs() - DAY_MS })
          .execute();
      },
      send,
      status: 200,
      after: async (app) =>
        expect(await charges(app)).toEqual([{ user_id: "u1", charged_at_ms: app.clock.nowMs() }]),
    },
    "is not counted when a page of another site links to it": {
      given: async (app) => {
        const headers = { cookie: `token=${app.u1.token}`, "sec-fetch-site": "cross-site" };
        expect(await app.send("GET", path, { headers })).toMatchObject({
          status: 403,
          body: { code: "CSRF_ORIGIN" },
        });
      },
      as: "learner",
      send,
      status: 200,
    },
    "is not refused longer because the clock was ahead": {
      as: "learner",
      given: async (app) => {
        await app.deps.database
          .insertInto("data_exports")
          .values({ user_id: "u1", charged_at_ms: app.clock.nowMs() + DAY_MS })
          .execute();
      },
      send,
      status: 200,
    },
    "is counted only for the caller": {
      as: "learner",
      given: async (app) => {
        await app.send("GET", path, { headers: (await app.learner()).headers });
      },
      send,
      status: 200,
    },
    "is given to one of two concurrent requests": {
      as: "learner",
      given: async (app) => {
        const request = () => app.send("GET", path, { headers: app.u1.headers });
        const replies = await Promise.all([request(), request()]);
        expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 429]);
      },
      send,
      status: 429,
    },
    "is not counted for HEAD": {
      as: "learner",
      send: ["HEAD", path],
      status: 200,
      headers: { "content-type": "application/x-ndjson" },
      after: async (app) => {
        expect((await app.send("GET", path, { headers: app.u1.headers })).status).toBe(200);
      },
    },
    "ends with _error when it fails midway, and is not counted": {
      as: "learner",
      given: spoilStudyConfig,
      send,
      status: 200,
      after: async (app, { text }) => {
        expect(tablesOf(text)).toEqual(["profile", "_error"]);
        expect(dataOf(text, "_error")).toMatch(/failed/);
        expect(await charges(app)).toEqual([]);
      },
    },
    "closes an open line before the _error line": {
      as: "learner",
      given: async (app) => {
        for (let count = 0; count < 500; count += 1) await addSession(app, `s${count}`, null);
        app.clock.advance(1);
        await addSession(app, "s500", "{");
      },
      send,
      status: 200,
      after: async (app, { text }) => {
        expect(tablesOf(text)).toEqual(["profile", "sessions", "_error"]);
        expect(dataOf(text, "sessions")).toHaveLength(500);
        expect(await charges(app)).toEqual([]);
      },
    },
    "is an ordinary error when it fails at the start, and is not counted": {
      as: "learner",
      given: ({ deps }) =>
        deps.database
          .insertInto("engine_states")
          .values({ user_id: "u1", state_json: "{", revision: 1, updated_at_ms: 0 })
          .execute(),
      send,
      status: 500,
      body: { success: false, code: "INTERNAL" },
      after: async (app) => expect(await charges(app)).toEqual([]),
    },
  });
});
