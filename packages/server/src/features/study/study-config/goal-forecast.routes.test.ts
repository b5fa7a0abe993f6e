import { describe, expect } from "vitest";
import { giveAnswers, type PastAnswer } from "@wordloom/testing/content/give-answers";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { saveWordStates } from "../../progress/word-states/word-states.service.ts";
import { addWordsToBook, createBook } from "../../library/wordbooks/wordbooks.service.ts";
import {
  leaveOutWords,
  suspendWord,
} from "../../progress/suspended-words/suspended-words.service.ts";
import { markMastered } from "../manual-states/manual-states.service.ts";
import { studyConfigRoutes } from "./study-config.routes.ts";
import { goalForecastRoutes } from "./goal-forecast.routes.ts";

// Simulates the effect of each goal in the real thread. The numbers are the engine's; these tests
// check what they are based on.
const routes = [goalForecastRoutes, studyConfigRoutes];
const path = "/api/study-config/goal-forecast";
const LEARNER = { kind: "learner", sessionId: "s" } as const;

interface Shown {
  readonly goal: string;
  readonly targetRecall: number | null;
  readonly reviewsPerDay: number;
  readonly minutesPerDay: number;
  readonly weeks: readonly { reviewsPerDay: number; minutesPerDay: number }[];
  readonly wordsKnown: number;
}

/** Three words were answered long ago; the others are new. */
async function answered(app: ScenarioApp, others = 1_200): Promise<void> {
  const words = await app.words([{}, {}, {}]);
  await app.words(Array.from({ length: others }, () => ({})));
  await giveAnswers(
    app.deps,
    words.map(({ id }): PastAnswer => ["2026-04-20T10:00:00Z", id, {}]),
  );
}

/** Adds copies of the first word as further answered words. */
async function metBesides(app: ScenarioApp, count: number): Promise<void> {
  const { database } = app.deps;
  const row = await database
    .selectFrom("word_states")
    .selectAll()
    .where("memory_json", "is not", null)
    .limit(1)
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: count }, (_, n) => ({ ...row, word_id: `besides-${n}` }));
  await saveWordStates(database, rows);
}

const configured = (app: ScenarioApp, body: object) =>
  app.send("PUT", "/api/study-config", { body, headers: app.u1.headers });

function goalsIn(body: { data: { goals: Shown[] } }): ReadonlyMap<string, Shown> {
  return new Map(body.data.goals.map((one) => [one.goal, one]));
}

describe("GET /api/study-config/goal-forecast", () => {
  scenarios(routes, {
    "refuses a recall out of range": {
      as: "learner",
      send: ["GET", `${path}?ownRecall=0.99`],
      status: 400,
    },
    "shows the effort and the result of each goal": {
      as: "learner",
      given: (app) => answered(app),
      send: ["GET", path],
      status: 200,
      body: { data: { days: 56, newPerDay: 20, wordsMet: 3, isPersonal: false } },
      after: (_, { body }) => {
        const goals = goalsIn(body);
        expect([...goals.keys()]).toEqual([
          ...["remember_most", "balanced", "learn_fastest", "own_recall"],
        ]);
        const [most, fastest] = [goals.get("remember_most"), goals.get("learn_fastest")];
        expect(most?.minutesPerDay).toBeGreaterThan(fastest?.minutesPerDay ?? Infinity);
        expect(most?.wordsKnown).toBeGreaterThan(fastest?.wordsKnown ?? Infinity);
        // This learner has no data, so both use the common 0.9.
        expect(goals.get("balanced")).toEqual({ ...goals.get("own_recall"), goal: "balanced" });
        for (const { weeks, reviewsPerDay } of goals.values()) {
          const mean = weeks.reduce((sum, week) => sum + week.reviewsPerDay, 0) / weeks.length;
          expect(weeks).toHaveLength(8);
          expect(Math.abs(mean - reviewsPerDay)).toBeLessThan(0.1);
        }
      },
    },
    "introduces new words for learners with far more words than it simulates": {
      as: "learner",
      given: async (app) => {
        await answered(app);
        await metBesides(app, 1_197);
        await configured(app, { dailyWordCount: 1 });
      },
      send: ["GET", path],
      status: 200,
      body: { data: { newPerDay: 1, wordsMet: 1_200 } },
      after: async (app, { body }) => {
        const known = goalsIn(body).get("own_recall")?.wordsKnown ?? Number.NaN;
        await configured(app, { dailyWordCount: 2 });
        const { body: twice } = await app.send("GET", path, { headers: app.u1.headers });
        const more = (goalsIn(twice).get("own_recall")?.wordsKnown ?? Number.NaN) - known;
        // One new word on each of 56 days, most of them known at the end.
        expect(more).toBeGreaterThan(35);
        expect(more).toBeLessThan(60);
        await configured(app, { dailyWordCount: 21 });
        const { body: most } = await app.send("GET", path, { headers: app.u1.headers });
        const byMost = (goalsIn(most).get("own_recall")?.wordsKnown ?? Number.NaN) - known;
        expect(byMost / more).toBeGreaterThan(15);
        expect(byMost / more).toBeLessThan(25);
      },
    },
    "begins no more words than the selected books hold, and none left out as known": {
      as: "learner",
      given: async (app) => {
        await answered(app, 0);
        const words = await app.words(Array.from({ length: 100 }, () => ({})));
        const { database } = app.deps;
        const book = { name: "Book", description: "", tags: [], userId: null };
        const { id } = await createBook(app.deps, database, book);
        const wordIds = words.map((word) => word.id).slice(0, 60);
        await addWordsToBook(database, id, wordIds, app.clock.nowMs());
        await configured(app, { dailyWordCount: 10, selectedWordbookIds: [id] });
      },
      send: ["GET", path],
      status: 200,
      after: async (app, { body }) => {
        const before = goalsIn(body).get("balanced");
        expect(before?.wordsKnown).toBeGreaterThan(40);
        expect(before?.wordsKnown).toBeLessThanOrEqual(63);
        const wordIds = Array.from({ length: 50 }, (_, n) => `w${n + 4}`);
        await leaveOutWords(app.deps, { ...LEARNER, id: app.u1.id }, wordIds);
        const { body: placed } = await app.send("GET", path, { headers: app.u1.headers });
        const after = goalsIn(placed).get("balanced");
        expect(after?.minutesPerDay).toBeLessThan((before?.minutesPerDay ?? 0) / 2);
        expect(after?.wordsKnown).toBeGreaterThanOrEqual(50);
        expect(after?.wordsKnown).toBeLessThanOrEqual(63);
      },
    },
    "foresees no review of a word that is marked as mastered or put aside": {
      as: "learner",
      given: async (app) => {
        await answered(app, 0);
        await configured(app, { dailyWordCount: 1 });
      },
      send: ["GET", path],
      status: 200,
      after: async (app, { body }) => {
        expect(goalsIn(body).get("balanced")?.reviewsPerDay).toBeGreaterThan(0);
        const learner = { ...LEARNER, id: app.u1.id };
        await markMastered(app.deps, learner, "w1");
        await suspendWord(app.deps, learner, "w2");
        await leaveOutWords(app.deps, learner, ["w3"]);
        const { body: settled } = await app.send("GET", path, { headers: app.u1.headers });
        const after = goalsIn(settled).get("balanced");
        expect(after).toMatchObject({ reviewsPerDay: 0, minutesPerDay: 0, wordsKnown: 2 });
        expect(settled.data.wordsMet).toBe(3);
      },
    },
    "asks the client to retry while too many others are waiting": {
      as: "learner",
      settings: { RATE_LIMIT_AUTHENTICATED_MAX: "1000" },
      given: async (app) => {
        await answered(app);
        await metBesides(app, 1_197);
      },
      send: ["GET", path],
      status: 200,
      after: async ({ send, u1 }) => {
        const all = Array.from({ length: 150 }, () => send("GET", path, { headers: u1.headers }));
        const replies = await Promise.all(all);
        const refused = replies.filter(({ status }) => status !== 200);
        expect(refused.length).toBeGreaterThan(0);
        for (const { status, body, headers } of refused) {
          expect([status, body.code, headers["retry-after"]]).toEqual([503, "UNAVAILABLE", "5"]);
        }
      },
    },
    "uses the given recall, or else the chosen one": {
      as: "learner",
      given: async (app) => {
        await answered(app);
        await configured(app, { goal: "own_recall", ownRecall: 0.8, dailyWordCount: 3 });
      },
      send: ["GET", `${path}?ownRecall=0.75`],
      status: 200,
      body: { data: { newPerDay: 3 } },
      after: async (app, { body }) => {
        const asked = goalsIn(body).get("own_recall");
        expect(asked?.targetRecall).toBe(0.75);
        const { body: other } = await app.send("GET", path, { headers: app.u1.headers });
        const chosen = goalsIn(other).get("own_recall");
        expect(chosen?.targetRecall).toBe(0.8);
        expect(chosen?.reviewsPerDay).toBeGreaterThan(asked?.reviewsPerDay ?? Infinity);
      },
    },
  });
});
