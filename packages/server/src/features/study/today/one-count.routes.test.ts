import { describe, expect } from "vitest";
import { giveAnswers } from "@wordloom/testing/content/give-answers";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { openEngineStates } from "../../adaptation/amas/engine-states.service.ts";
import { suspendedWordsRoutes } from "../../progress/suspended-words/suspended-words.routes.ts";
import { wordStatesRoutes } from "../../progress/word-states/word-states.routes.ts";
import { analyticsRoutes } from "../analytics/analytics.routes.ts";
import { learningRoutes } from "../learning/learning.routes.ts";
import { studyKitRoutes } from "../learning/study-kit.routes.ts";
import { studyConfigRoutes } from "../study-config/study-config.routes.ts";
import { todayRoutes } from "./today.routes.ts";

// However due words are asked for, they are the same ones. It is eight in the morning in New York,
// where the learner's day ends at 04:00 UTC.
const routes = [
  ...[analyticsRoutes, learningRoutes, studyConfigRoutes, studyKitRoutes],
  ...[suspendedWordsRoutes, todayRoutes, wordStatesRoutes],
];

/** 23:14 of that day. */
const LATE = "2026-05-02T03:14:00Z";
/** Words w1 to w12 have a review; the last two, and w13, are not to be asked. */
const REVIEWS = [
  ...["2026-04-28T10:00:00Z", "2026-05-01T03:14:00Z"],
  ...["2026-05-01T11:59:00Z", ...Array.from({ length: 6 }, () => LATE)],
  ...["2026-05-02T04:00:00Z", LATE, "2026-05-01T11:00:00Z"],
];
const DUE = Array.from({ length: 9 }, (_, n) => `w${n + 1}`);

async function morning(app: ScenarioApp): Promise<void> {
  const chosen = { user_id: app.u1.id, time_zone: "America/New_York", day_start_hour: 0 };
  await app.deps.database.insertInto("preferences").values(chosen).execute();
  await app.words([...REVIEWS, "new", "new"].map((_, n) => ({ meaning: `sense ${n}` })));
  const { database } = app.deps;
  for (const [n, date] of REVIEWS.entries()) {
    await giveAnswers(app.deps, [["2026-04-01T10:00:00Z", `w${n + 1}`]]);
    const planned = { next_review_at_ms: Date.parse(date) };
    const states = database.updateTable("word_states").set(planned);
    await states.where("word_id", "=", `w${n + 1}`).execute();
  }
  for (const word of ["w11", "w12"]) {
    await app.send("POST", `/api/word-states/${word}/suspend`, { headers: app.u1.headers });
  }
}

async function read(app: ScenarioApp, path: string) {
  return (await app.send("GET", path, { headers: app.u1.headers })).body.data;
}

interface Listed {
  readonly word: { readonly id: string };
  readonly kind: string;
}

interface ListedState {
  readonly wordId: string;
  readonly nextReviewDate: string;
}

const send = ["GET", "/api/study/today"] as const;
const idsOf = (words: readonly { id: string }[]) => words.map(({ id }) => id).toSorted();

/** Ids of the kit's words that are due. */
async function dueInKit(app: ScenarioApp, minutes: number): Promise<string[]> {
  const { words, plan } = await read(app, `/api/study/kit?minutes=${minutes}`);
  const due = (words as Listed[]).filter(({ kind }) => kind === "due");
  expect(plan.due).toBe(due.length);
  return idsOf(due.map(({ word }) => word));
}

/** Ids of the words handed out batch after batch, up to the first that is not due. */
async function dueInBatches(app: ScenarioApp): Promise<string[]> {
  const found: string[] = [];
  for (let batch = 0; batch < 5; batch += 1) {
    const body = { excludeWordIds: found };
    const reply = await app.send("POST", "/api/learning/next-words", {
      body,
      headers: app.u1.headers,
    });
    found.push(...idsOf(reply.body.data.words).filter((id) => DUE.includes(id)));
  }
  return found.toSorted();
}

describe("due words", () => {
  scenarios(routes, {
    "are as many today as in the kit, the list, the batches and the analytics": {
      as: "learner",
      given: morning,
      send,
      status: 200,
      body: { data: { due: 9, overdue: 2, dueLater: 0 } },
      after: async (app) => {
        expect(await dueInKit(app, 60)).toEqual(DUE);
        const list = await read(app, "/api/word-states/due/list?limit=50");
        const dates = new Map(
          (list as ListedState[]).map((one) => [one.wordId, one.nextReviewDate]),
        );
        expect([...dates.keys()].toSorted()).toEqual(DUE);
        // It is due by the day, and its review time stays exact.
        expect(dates.get("w9")).toBe("2026-05-02T03:14:00.000Z");
        expect(await dueInBatches(app)).toEqual(DUE);
        const overview = await read(app, "/api/word-states/stats/overview");
        const { summary } = await read(app, "/api/analytics/forgetting-risk?range=day");
        const { days, backlog } = await read(app, "/api/study/forecast?days=2");
        // Nine of eight seconds.
        expect(overview.dueReviewEstimatedMinutes).toBe(2);
        expect([summary.dueReviewWords, backlog + days[0].due]).toEqual([9, 9]);
        expect(summary.overdueReviewWords).toBe(2);
      },
    },
    "are handed out before others by study-words": {
      as: "learner",
      given: morning,
      send: ["GET", "/api/learning/study-words"],
      status: 200,
      after: (_, { body }) => {
        const ids = idsOf(body.data.words);
        expect(ids.filter((id) => ["w10", "w11", "w12"].includes(id))).toEqual([]);
        expect(ids.filter((id) => DUE.includes(id)).length).toBeGreaterThan(0);
      },
    },
    "are left out of a kit only for want of time": {
      as: "learner",
      given: async (app) => {
        await morning(app);
        const ids = Array.from({ length: 150 }, (_, n) => `w${n + 15}`);
        await app.words(ids.map((_, n) => ({ meaning: `more ${n}` })));
        for (const id of ids) await giveAnswers(app.deps, [["2026-04-01T10:00:00Z", id]]);
        const planned = { next_review_at_ms: Date.parse(LATE) };
        const states = app.deps.database.updateTable("word_states").set(planned);
        await states.where("word_id", "in", ids).execute();
      },
      send,
      status: 200,
      body: { data: { due: 159 } },
      after: async (app) => {
        const { words } = await read(app, "/api/study/kit?minutes=5");
        const short = await dueInKit(app, 5);
        // It is full; with time enough, all are in it.
        expect(short.length).toBeGreaterThan(0.5 * words.length);
        expect(words.length).toBeLessThan(159);
        expect(await dueInKit(app, 120)).toHaveLength(159);
      },
    },
  });
});

/** A learner who was distracted a minute ago, and gets no new words from the engine for now. */
async function distracted(app: ScenarioApp): Promise<void> {
  const states = await app.deps.database.transaction().execute(async (tx) => {
    const open = await openEngineStates(app.deps, tx, ["u1"]);
    const state = open.get("u1");
    const lastAtMs = app.clock.nowMs() - 60_000;
    open.set("u1", { ...state, lastAtMs, mood: { ...state.mood, attention: 0.2 } });
    await open.save();
    return open;
  });
  states.afterCommit();
}

/** Adds words that were answered yesterday; the first ones are due, the others in a week. */
async function met(app: ScenarioApp, { due, ahead }: { due: number; ahead: number }) {
  const ids = Array.from({ length: due + ahead }, (_, n) => `met${n}`);
  await app.words(ids.map((id) => ({ id, text: id, meaning: `sense of ${id}` })));
  await giveAnswers(
    app.deps,
    ids.map((id) => ["2026-04-30T10:00:00Z", id] as const),
  );
  const { database } = app.deps;
  for (const [n, id] of ids.entries()) {
    const date = n < due ? "2026-05-01T10:00:00Z" : "2026-05-08T10:00:00Z";
    const states = database.updateTable("word_states").set({ next_review_at_ms: Date.parse(date) });
    await states.where("word_id", "=", id).execute();
  }
}

/** What Today announces, and what a kit of that time holds of it. */
async function announced(app: ScenarioApp, query: string) {
  const { due, new: fresh } = await read(app, "/api/study/today");
  const { plan, words } = await read(app, `/api/study/kit${query}`);
  return { today: [due, fresh], kit: [plan.due, plan.new], words: words.length };
}

describe("new words", () => {
  scenarios(routes, {
    "are as many in the kit as today, for a distracted learner without reviews": {
      as: "learner",
      given: async (app) => {
        await app.words(Array.from({ length: 30 }, (_, n) => ({ meaning: `sense ${n}` })));
        await distracted(app);
      },
      send,
      status: 200,
      body: { data: { due: 0, new: 20 } },
      after: async (app) => {
        expect(await announced(app, "")).toMatchObject({ today: [0, 20], kit: [0, 20] });
        const more = await announced(app, "?minutes=120&extraNewWords=10");
        expect(more.kit).toEqual([0, 30]);
      },
    },
    "are as many in the kit as today, for a distracted learner with reviews": {
      as: "learner",
      given: async (app) => {
        await met(app, { due: 8, ahead: 100 });
        await app.words(Array.from({ length: 30 }, (_, n) => ({ meaning: `sense ${n}` })));
        await distracted(app);
      },
      send,
      status: 200,
      body: { data: { due: 8, new: 20 } },
      after: async (app) => {
        expect((await announced(app, "")).kit).toEqual([8, 20]);
      },
    },
    "do not lose their place in a short kit to words that are due later": {
      as: "learner",
      given: async (app) => {
        await met(app, { due: 5, ahead: 100 });
        await app.words(Array.from({ length: 50 }, (_, n) => ({ meaning: `sense ${n}` })));
      },
      send,
      status: 200,
      after: async (app) => {
        const { kit, words } = await announced(app, "?minutes=5&extraNewWords=25");
        expect(kit).toEqual([5, 45]);
        expect(words).toBeGreaterThan(50);
        expect(words).toBeLessThan(100);
      },
    },
    "are handed out by next-words again after a rest": {
      as: "learner",
      given: async (app) => {
        await app.words(Array.from({ length: 30 }, (_, n) => ({ meaning: `sense ${n}` })));
        await distracted(app);
      },
      send: (app) => {
        app.clock.advance(30 * 60_000);
        return ["POST", "/api/learning/next-words", { excludeWordIds: [] }];
      },
      status: 200,
      after: (_, { body }) => expect(body.data.words.length).toBeGreaterThan(0),
    },
  });
});
