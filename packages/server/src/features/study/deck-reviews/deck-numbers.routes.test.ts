import type {
  DeckResult,
  StudyConfig,
  StudyForecast,
  StudyToday,
  UserStats,
} from "@wordloom/contract";
import { apkgOf, BASIC, type TestDeck } from "@wordloom/imports/deck-for-tests";
import { describe, expect } from "vitest";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { importsRoutes } from "../../library/imports/imports.routes.ts";
import { importsWorker } from "../../library/imports/imports.worker.ts";
import { activityRoutes } from "../../progress/activity/activity.routes.ts";
import { userStatsRoutes } from "../../progress/activity/user-stats.routes.ts";
import { wordStatesRoutes } from "../../progress/word-states/word-states.routes.ts";
import { studyConfigRoutes } from "../study-config/study-config.routes.ts";
import { todayRoutes } from "../today/today.routes.ts";

// The first evening after a deck came in: what several screens say of it is the same number.
const routes = [
  ...[importsRoutes, activityRoutes, userStatsRoutes],
  ...[wordStatesRoutes, studyConfigRoutes, todayRoutes],
];
const never = new AbortController().signal;
const DAY = 86_400_000;

/** Words that were known for some weeks a year ago, and one that was never asked. */
const WORDS = 90;
const REVIEWED_DAYS_AGO = [400, 396, 386, 366];

function neglected(app: ScenarioApp): TestDeck {
  const ids = Array.from({ length: WORDS }, (_, at) => at + 1);
  const nowMs = app.clock.nowMs();
  return {
    types: [BASIC],
    notes: [...ids, 999].map((id) => ({ id, fields: [`das Wort ${id}`, `word ${id}`] })),
    cards: [...ids.map((id) => ({ id, nid: id, type: 2, queue: 2 })), { id: 999, nid: 999 }],
    reviews: REVIEWED_DAYS_AGO.flatMap((daysAgo, n) =>
      ids.map((id) => {
        const atMs = nowMs - daysAgo * DAY + id * 10_000;
        return [atMs, id, 3, 10, 4, 2_500, 4_000, n === 0 ? 0 : 1];
      }),
    ),
  };
}

async function ask<T>(app: ScenarioApp, method: string, path: string, body?: object): Promise<T> {
  const sent = { ...(body && { body }), headers: app.u1.headers };
  return (await app.send(method, path, sent)).body.data as T;
}

async function bring(app: ScenarioApp): Promise<string> {
  const headers = { ...app.u1.headers, "content-type": "application/octet-stream" };
  const body = Buffer.from(apkgOf(neglected(app)));
  const reply = await app.send("POST", "/api/imports?name=Alt.apkg", { body, headers });
  const id = reply.body.data.id as string;
  await importsWorker.run(app.deps, never);
  await ask(app, "POST", `/api/imports/${id}/run`, {});
  await importsWorker.run(app.deps, never);
  return id;
}

/** What the screens ask for. */
async function numbers(app: ScenarioApp) {
  return {
    today: await ask<StudyToday>(app, "GET", "/api/study/today"),
    forecast: await ask<StudyForecast>(app, "GET", "/api/study/forecast?days=7"),
    statistics: await ask<{ total: number; streak: number }>(
      app,
      "GET",
      "/api/records/statistics/enhanced",
    ),
    stats: await ask<UserStats>(app, "GET", "/api/users/me/stats"),
    states: await ask<Record<string, number>>(app, "GET", "/api/word-states/stats/overview"),
  };
}

describe("a deck whose years are overdue", () => {
  scenarios(routes, {
    "has the same numbers on every screen, and waits for the days that the learner chooses": {
      as: "learner",
      send: async (app) => ["GET", `/api/imports/${await bring(app)}`],
      status: 200,
      after: async (app, { body }) => {
        const result = body.data.result as DeckResult;
        const { today, forecast, statistics, stats, states } = await numbers(app);
        const reviews = WORDS * REVIEWED_DAYS_AGO.length;
        expect(result).toMatchObject({ words: WORDS + 1, fresh: 1, reviews });
        expect(result.known30d + result.learning).toBe(WORDS);
        expect(body.data.counts.reviews).toBe(reviews);

        expect(today.due).toBe(result.dueToday);
        // Only what was due before today is offered in portions, and the forecast has all of it.
        expect(today.overdue).toBeGreaterThan(4 * today.dailyTarget);
        expect(forecast.backlog).toBe(today.overdue);
        // New words keep to the plan, however many reviews wait.
        expect(today.new).toBe(Math.min(today.dailyTarget, result.fresh));
        expect(today.answeredToday).toBe(0);

        expect(statistics.total).toBe(reviews);
        expect(stats.totalRecords).toBe(reviews);
        expect(stats.totalWordsLearned).toBe(WORDS);
        expect(stats.streakDays).toBe(today.streakDays);
        expect(statistics.streak).toBe(today.streakDays);
        const known = Object.entries(states).filter(([name]) =>
          ["learning", "reviewing", "mastered", "forgotten"].includes(name),
        );
        expect(known.reduce((sum, [, count]) => sum + count, 0)).toBe(WORDS);

        const { id, bookIds } = body.data as { id: string; bookIds: string[] };
        await ask(app, "PUT", "/api/study-config", { selectedWordbookIds: bookIds });
        await ask(app, "POST", `/api/imports/${id}/undo`, {});
        await importsWorker.run(app.deps, never);
        const after = await numbers(app);
        expect(after.today).toMatchObject({ due: 0, overdue: 0 });
        expect(after.forecast).toMatchObject({ backlog: 0, reviews: 0 });
        expect(after.stats).toMatchObject({ totalRecords: 0, totalWordsLearned: 0 });
        expect(after.statistics.total).toBe(0);
        // The list went, and so Today asks what to learn instead of saying that all is done.
        const config = await ask<StudyConfig>(app, "GET", "/api/study-config");
        expect(config.selectedWordbookIds).toEqual([]);
      },
    },
  });
});
