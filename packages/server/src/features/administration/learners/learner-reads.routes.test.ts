import { describe, expect } from "vitest";
import { findsNothing } from "../../../testing/rows/administration.ts";
import {
  openDeviceStream,
  openPlainStream,
  registerDevice,
} from "../../../testing/rows/client-devices.ts";
import { giveAnswers, giveManyAnswers } from "@wordloom/testing/content/give-answers";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { authRoutes } from "../../accounts/auth/auth.routes.ts";
import { savePreferences } from "../../accounts/preferences/preferences.repo.ts";
import { amasRoutes } from "../../adaptation/amas/amas.routes.ts";
import { feedbackRoutes } from "../../operations/feedback/feedback.routes.ts";
import { favoritesRoutes } from "../../library/favorites/favorites.routes.ts";
import { notesRoutes } from "../../library/notes/notes.routes.ts";
import { wordbooksRoutes } from "../../library/wordbooks/wordbooks.routes.ts";
import { learningRoutes } from "../../study/learning/learning.routes.ts";
import { studyConfigRoutes } from "../../study/study-config/study-config.routes.ts";
import { learnerReadsRoutes } from "./learner-reads.routes.ts";

const at = "/api/admin/users/u1";

/** Scenarios about the learner in the path, the same for each read. */
function pathRules(part: string) {
  return {
    "does not find an unknown learner": findsNothing(
      ["GET", `/api/admin/users/nobody/${part}`],
      "NOT_FOUND",
    ),
  };
}

/** A scenario in which `count` of 205 entries are listed. */
const lists = (part: string, query: string, count: number): Scenario => ({
  as: "admin",
  given: async (app) => {
    await app.word();
    const answers = Array.from({ length: 205 }, (_, n) => {
      const atText = new Date(Date.parse("2026-04-30T00:00:00.000Z") + n * 1_000).toISOString();
      return [atText, "w1"] as const;
    });
    await giveManyAnswers(app.deps, answers);
  },
  send: ["GET", `${at}/${part}${query}`],
  status: 200,
  after: (_app, { body }) => {
    expect(body.data.records).toHaveLength(count);
    expect(body.data.total).toBe(205);
  },
});

describe("GET /api/admin/users/{id}/profile", () => {
  scenarios([learnerReadsRoutes, studyConfigRoutes], {
    ...pathRules("profile"),
    "sums up a learner's answers, in total and by book": {
      as: "admin",
      given: async (app) => {
        await app.words([{}, {}, {}]);
        const book = { tags_json: "[]", description: "", created_at_ms: 1, updated_at_ms: 1 };
        const books = [
          { ...book, id: "b1", name: "System", type: "system" as const, user_id: null },
          { ...book, id: "b2", name: "Mine", type: "user" as const, user_id: "u1" },
          { ...book, id: "b3", name: "Other", type: "user" as const, user_id: "u2" },
        ];
        await app.learner();
        const { database } = app.deps;
        await database.insertInto("wordbooks").values(books).execute();
        const places = [
          ["b1", "w1"],
          ["b1", "w2"],
          ["b2", "w2"],
          ["b3", "w1"],
        ] as const;
        const entries = places.map(([wordbook_id, word_id], position) => ({
          wordbook_id,
          word_id,
          position,
          added_at_ms: 1,
        }));
        await database.insertInto("wordbook_words").values(entries).execute();
        await giveAnswers(app.deps, [
          ["2026-04-30T10:00:00.000Z", "w1"],
          ["2026-04-30T10:01:00.000Z", "w2", { isCorrect: false, responseTimeMs: 3_000 }],
          ["2026-04-30T10:02:00.000Z", "w3"],
          ["2026-04-30T10:03:00.000Z", "w2", { responseTimeMs: 3_000 }],
          ["2026-04-30T10:04:00.000Z", "w1", { userId: "u2" }],
        ]);
      },
      send: ["GET", `${at}/profile`],
      status: 200,
      after: (_app, { body }) =>
        expect(body.data).toEqual({
          userId: "u1",
          totalRecords: 4,
          correctRecords: 3,
          accuracy: 0.75,
          avgResponseTimeMs: 2_000,
          sessionCount: 0,
          wordbookDistribution: [
            { wordbookId: "b1", name: "System", recordCount: 3 },
            { wordbookId: "b2", name: "Mine", recordCount: 2 },
          ],
          study: {
            wordbooks: [],
            dailyWordCount: 20,
            dailyMasteryTarget: 10,
            goal: "balanced",
            ownRecall: null,
            timeZone: null,
          },
        }),
    },
    "names the books and the goal that the learner has chosen": {
      as: "admin",
      given: async (app) => {
        await app.learner();
        const book = { tags_json: "[]", description: "", created_at_ms: 1, updated_at_ms: 1 };
        const own = { ...book, id: "b1", name: "Chosen", type: "user" as const, user_id: "u1" };
        await app.deps.database.insertInto("wordbooks").values(own).execute();
        const chosen = { selectedWordbookIds: ["b1"], dailyWordCount: 7, goal: "learn_fastest" };
        const { headers } = app.u1;
        const reply = await app.send("PUT", "/api/study-config", { headers, body: chosen });
        expect(reply.status).toBe(200);
      },
      send: ["GET", `${at}/profile`],
      status: 200,
      body: {
        data: {
          study: {
            wordbooks: [{ wordbookId: "b1", name: "Chosen", wordCount: 0 }],
            dailyWordCount: 7,
            goal: "learn_fastest",
          },
        },
      },
    },
    "has zeros for a learner without answers": {
      as: "admin",
      send: ["GET", `${at}/profile`],
      status: 200,
      body: { data: { totalRecords: 0, accuracy: 0, avgResponseTimeMs: 0, sessionCount: 0 } },
    },
  });
});

/** A completed session with two answered words, the second wrong. */
async function study({ send, u1, deps, words, clock }: ScenarioApp): Promise<string> {
  await words([{}, {}]);
  const { headers } = u1;
  const { body } = await send("POST", "/api/learning/session", { headers, body: {} });
  const { sessionId } = body.data;
  const now = () => new Date(clock.nowMs()).toISOString();
  await giveAnswers(deps, [[now(), "w1", { sessionId }]]);
  clock.advance(1_000);
  await giveAnswers(deps, [
    [now(), "w2", { sessionId, isCorrect: false }],
    [now(), "w2", { sessionId }],
  ]);
  clock.advance(1_000);
  return sessionId;
}

const complete = ({ send, u1 }: ScenarioApp, sessionId: string) =>
  send("POST", "/api/learning/complete-session", {
    headers: u1.headers,
    body: { sessionId, masteredWordIds: [], errorProneWordIds: [], avgResponseTimeMs: 1 },
  });

describe("GET /api/admin/users/{id}/sessions", () => {
  const path = `${at}/sessions`;

  scenarios([learnerReadsRoutes, learningRoutes], {
    ...pathRules("sessions"),
    "lists learning sessions, newest first": {
      as: "admin",
      given: async (app) => {
        const reply = await complete(app, await study(app));
        expect(reply.status).toBe(200);
        await app.send("POST", "/api/learning/session", { headers: app.u1.headers, body: {} });
      },
      send: ["GET", path],
      status: 200,
      after: (_app, { body }) => {
        const [running, completed, ...rest] = body.data.sessions;
        expect(rest).toEqual([]);
        expect(running).toMatchObject({
          status: "active",
          completedAt: null,
          wordsCount: 0,
          correctCount: 0,
          accuracy: null,
        });
        expect(completed).toMatchObject({
          status: "completed",
          createdAt: "2026-05-01T12:00:00.000Z",
          wordsCount: 2,
          completedAt: "2026-05-01T12:00:02.000Z",
          correctCount: 2,
          accuracy: 2 / 3,
        });
      },
    },
    "lists no more than asked for": {
      as: "admin",
      given: async (app) => {
        await complete(app, await study(app));
        await app.send("POST", "/api/learning/session", { headers: app.u1.headers, body: {} });
      },
      send: ["GET", `${path}?limit=0`],
      status: 200,
      after: (_app, { body }) => expect(body.data.sessions).toHaveLength(1),
    },
    "skips the first ones on request": {
      as: "admin",
      given: async (app) => {
        await complete(app, await study(app));
        await app.send("POST", "/api/learning/session", { headers: app.u1.headers, body: {} });
      },
      send: ["GET", `${path}?offset=1`],
      status: 200,
      after: (_app, { body }) =>
        expect(body.data.sessions).toMatchObject([{ status: "completed", wordsCount: 2 }]),
    },
  });
});

describe("GET /api/admin/users/{id}/records", () => {
  scenarios(learnerReadsRoutes, {
    ...pathRules("records"),
    "lists the latest answers with their words": {
      as: "admin",
      given: async (app) => {
        await app.words([{}, {}]);
        await giveAnswers(app.deps, [
          ["2026-04-30T10:00:00.000Z", "w1"],
          ["2026-04-30T10:01:00.000Z", "w2", { isCorrect: false, recordType: "review" }],
        ]);
      },
      send: ["GET", `${at}/records`],
      status: 200,
      after: (_app, { body }) => {
        expect(body.data.total).toBe(2);
        const [latest, first] = body.data.records;
        const { id, ...shown } = latest;
        expect(id).toEqual(expect.any(String));
        expect(shown).toEqual({
          wordId: "w2",
          word: "text w2",
          isCorrect: false,
          responseTimeMs: 1_000,
          createdAt: "2026-04-30T10:01:00.000Z",
          recordType: "review",
        });
        expect(first).toMatchObject({ wordId: "w1", recordType: "all" });
      },
    },
    "lists 50 by default": lists("records", "", 50),
    "lists at least one": lists("records", "?limit=-1", 1),
    "lists at most 200": lists("records", "?limit=201", 200),
    "skips the first ones on request": lists("records", "?limit=200&offset=200", 5),
  });
});

describe("GET /api/admin/users/{id}/daily-activity", () => {
  const window = (query: string, days: number): Scenario => ({
    as: "admin",
    send: ["GET", `${at}/daily-activity${query}`],
    status: 200,
    after: (_app, { body }) => {
      expect(body.data.windowDays).toBe(days);
      expect(body.data.days).toHaveLength(days);
      expect(body.data.days.at(-1)).toEqual({ date: "2026-05-01", count: 0, correct: 0 });
    },
  });

  scenarios(learnerReadsRoutes, {
    ...pathRules("daily-activity"),
    "lists the days of the learner's calendar up to today, with zeros": {
      as: "admin",
      given: async (app) => {
        await app.word();
        await savePreferences(app.deps.database, "u1", { time_zone: "Pacific/Kiritimati" });
        await giveAnswers(app.deps, [
          ["2026-04-29T09:59:00.000Z", "w1"],
          ["2026-05-01T10:00:00.000Z", "w1", { isCorrect: false }],
          ["2026-05-01T11:00:00.000Z", "w1"],
        ]);
      },
      send: ["GET", `${at}/daily-activity?days=4`],
      status: 200,
      after: (_app, { body }) =>
        expect(body.data).toEqual({
          days: [
            { date: "2026-04-29", count: 1, correct: 1 },
            { date: "2026-04-30", count: 0, correct: 0 },
            { date: "2026-05-01", count: 0, correct: 0 },
            { date: "2026-05-02", count: 2, correct: 1 },
          ],
          windowDays: 4,
        }),
    },
    "lists 14 days by default": window("", 14),
    "lists at least one day": window("?days=0", 1),
    "lists at most 90 days": window("?days=91", 90),
  });
});

describe("GET /api/admin/users/{id}/extras", () => {
  const routes = [authRoutes, favoritesRoutes, feedbackRoutes, notesRoutes, wordbooksRoutes];

  scenarios([learnerReadsRoutes, ...routes], {
    ...pathRules("extras"),
    "shows sign-ins with address and browser, streams, and counts of each kind": {
      as: "admin",
      given: async (app) => {
        await app.words([{}, {}]);
        const { headers } = app.u1;
        const post = (path: string, body: object) => app.send("POST", path, { headers, body });
        await post("/api/word-notes", { wordId: "w1", content: "note" });
        await post("/api/wordbooks", { name: "Mine" });
        await post("/api/feedback", { content: "good" });
        await registerDevice(app, "d1", { user_id: "u1" });
        await registerDevice(app, "d2", { user_id: "u1" });
        openDeviceStream(app, "u1", "d1");
        openPlainStream(app, "u1");
        openDeviceStream(app, "u2", "d9");
        app.clock.advance(1_000);
        const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
        await app.send("POST", "/api/auth/login", {
          body: { email: app.u1.email, password: app.u1.password },
          headers: { "user-agent": agent },
          from: "192.0.2.7",
        });
      },
      send: ["GET", `${at}/extras`],
      status: 200,
      after: (_app, { body }) => {
        const { sessions, ...counts } = body.data;
        expect(counts).toEqual({
          openStreams: 2,
          devices: 2,
          favorites: 0,
          notes: 1,
          wordbooks: 1,
          feedback: 1,
          ownWords: 0,
          notificationsUnread: 0,
        });
        const [latest, first] = sessions;
        expect(latest).toMatchObject({
          createdAt: "2026-05-01T12:00:01.000Z",
          lastSeenAt: "2026-05-01T12:00:01.000Z",
          ip: "192.0.2.7",
          userAgent: "Firefox, Linux",
        });
        expect(first).toMatchObject({ ip: null, userAgent: null });
      },
    },
  });
});

describe("GET /api/admin/users/{id}/activity-log", () => {
  const path = `${at}/activity-log`;

  scenarios([learnerReadsRoutes, authRoutes, learningRoutes, studyConfigRoutes, amasRoutes], {
    ...pathRules("activity-log"),
    "lists sign-ins, completed sessions, changed goals and fatigue alerts, newest first": {
      as: "admin",
      given: async (app) => {
        const { headers } = app.u1;
        const sessionId = await study(app);
        await complete(app, sessionId);
        await complete(app, sessionId);
        const put = (body: object) => app.send("PUT", "/api/study-config", { headers, body });
        await put({ dailyWordCount: 33 });
        await put({ dailyWordCount: 33, studyMode: "review" });
        for (let n = 0; n < 20; n += 1) {
          const body = { score: 100 };
          await app.send("POST", "/api/amas/visual-fatigue", { headers, body });
        }
        await app.send("POST", "/api/auth/login", {
          body: { email: app.u1.email, password: app.u1.password },
          from: "192.0.2.7",
        });
      },
      send: ["GET", path],
      status: 200,
      after: (_app, { body }) => {
        const { entries } = body.data;
        expect(entries.map(({ action }: { action: string }) => action)).toEqual([
          ...["login", "fatigue.alert", "goal.update", "session.complete"],
        ]);
        expect(entries).toMatchObject([
          { userId: "u1", ip: "192.0.2.7", createdAt: "2026-05-01T12:00:02.000Z" },
          { ip: null, detailJson: { fatigue: expect.any(Number) } },
          { detailJson: { dailyWordCount: 33 } },
          { detailJson: { answers: 3, durationSecs: 2 } },
        ]);
      },
    },
    "skips the first ones on request": {
      as: "admin",
      given: async (app) => {
        const body = { email: app.u1.email, password: app.u1.password };
        await app.send("POST", "/api/auth/login", { body, from: "192.0.2.7" });
        await app.send("POST", "/api/auth/login", { body, from: "192.0.2.8" });
      },
      send: ["GET", `${path}?offset=1`],
      status: 200,
      after: (_app, { body }) => expect(body.data.entries).toMatchObject([{ ip: "192.0.2.7" }]),
    },
    "lists no more than asked for": {
      as: "admin",
      given: async (app) => {
        const body = { email: app.u1.email, password: app.u1.password };
        await app.send("POST", "/api/auth/login", { body });
        await app.send("POST", "/api/auth/login", { body });
      },
      send: ["GET", `${path}?limit=1`],
      status: 200,
      after: (_app, { body }) => expect(body.data.entries).toHaveLength(1),
    },
  });
});
