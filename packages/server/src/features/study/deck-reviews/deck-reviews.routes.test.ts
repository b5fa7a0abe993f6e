import { apkgOf, BASIC, type TestDeck } from "@wordloom/imports/deck-for-tests";
import { describe, expect } from "vitest";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { importsRoutes } from "../../library/imports/imports.routes.ts";
import { importsWorker } from "../../library/imports/imports.worker.ts";
import { notificationsRoutes } from "../../progress/notifications/notifications.routes.ts";
import { wordStatesRoutes } from "../../progress/word-states/word-states.routes.ts";
import { analyticsAdminRoutes } from "../../administration/analytics-admin/analytics-admin.routes.ts";
import { recordsRoutes } from "../records/records.routes.ts";

const routes = [
  importsRoutes,
  recordsRoutes,
  wordStatesRoutes,
  notificationsRoutes,
  analyticsAdminRoutes,
];
const learner = { as: "learner", settings: { RECORDS_OUTBOX_ASYNC: "false" } } as const;
const never = new AbortController().signal;

const DAY = 86_400_000;
/** A time at which a review was given, ms since 1970. */
const at = (daysAgo: number, app: ScenarioApp) => app.clock.nowMs() - daysAgo * DAY;
type Review = NonNullable<TestDeck["reviews"]>[number];
const review = (id: number, card: number, rating: number, type = 1): Review => [
  ...[id, card, rating, 1, 0, 2500, 4000, type],
];

/** Three words: one known for long, one forgotten in the deck, one new. */
function deckOf(app: ScenarioApp, more: readonly Review[] = []): TestDeck {
  return {
    types: [BASIC],
    notes: [
      { id: 10, fields: ["das Haus", "the house"] },
      { id: 11, fields: ["der Baum", "the tree"] },
      { id: 12, fields: ["der Fluss", "the river"] },
    ],
    cards: [
      { id: 100, nid: 10, type: 2, queue: 2, due: 900 },
      { id: 101, nid: 10, ord: 1, type: 2, queue: 2, due: 950 },
      { id: 110, nid: 11 },
      { id: 120, nid: 12 },
    ],
    reviews: [
      review(at(400, app), 100, 3, 0),
      review(at(400, app) + 60_000, 100, 3, 0),
      review(at(390, app), 101, 3, 0),
      review(at(380, app), 100, 3),
      review(at(300, app), 100, 4),
      review(at(299, app), 101, 2),
      review(at(150, app), 100, 3),
      review(at(100, app), 110, 1, 0),
      review(at(99, app), 110, 3),
      [at(98, app), 110, 0, 0, 0, 0, 0, 4],
      ...more,
    ],
  };
}

async function ready(app: ScenarioApp, deck: TestDeck): Promise<string> {
  const headers = { ...app.u1.headers, "content-type": "application/octet-stream" };
  const body = Buffer.from(apkgOf(deck));
  const reply = await app.send("POST", "/api/imports?name=Deutsch.apkg", { body, headers });
  await importsWorker.run(app.deps, never);
  return reply.body.data.id as string;
}

const ask = async (app: ScenarioApp, method: string, path: string, body?: object) =>
  (await app.send(method, path, { ...(body && { body }), headers: app.u1.headers })).body.data;

async function run(app: ScenarioApp, deck: TestDeck, options: object = {}): Promise<string> {
  const id = await ready(app, deck);
  await ask(app, "POST", `/api/imports/${id}/run`, options);
  await importsWorker.run(app.deps, never);
  return id;
}

async function undo(app: ScenarioApp, id: string): Promise<void> {
  await ask(app, "POST", `/api/imports/${id}/undo`, {});
  await importsWorker.run(app.deps, never);
}

async function wordNamed({ deps: { database } }: ScenarioApp, text: string): Promise<string> {
  const { id } = await database
    .selectFrom("words")
    .select("id")
    .where("text", "=", text)
    .executeTakeFirstOrThrow();
  return id;
}

async function answer(app: ScenarioApp, wordId: string, more: object = {}) {
  return ask(app, "POST", "/api/records", {
    ...{ wordId, isCorrect: true, responseTimeMs: 3000, selfRating: 2 },
    ...more,
  });
}

/** Everything that follows from records, without ids that differ from run to run. */
async function followed({ deps: { database } }: ScenarioApp) {
  const states = await database
    .selectFrom("word_states")
    .innerJoin("words", "words.id", "word_states.word_id")
    .select(["words.text", "state", "total_attempts", "next_review_at_ms", "stability_days"])
    .select(["correct_streak", "mastery_level", "last_answer_at_ms", "mastery_edges"])
    .orderBy("words.text")
    .execute();
  const days = async (table: "daily_activity" | "imported_activity") =>
    database.selectFrom(table).selectAll().orderBy("day").orderBy("category").execute();
  const left = async (table: "learner_replays" | "replay_words") =>
    (await database.selectFrom(table).selectAll().execute()).length;
  return {
    states,
    here: await days("daily_activity"),
    imported: await days("imported_activity"),
    waiting: (await left("learner_replays")) + (await left("replay_words")),
  };
}

describe("the reviews of a deck", () => {
  scenarios(routes, {
    "are counted by the plan, and by a second plan as known": {
      ...learner,
      send: async (app) => {
        const first = await ready(app, deckOf(app));
        const plan = await ask(app, "POST", `/api/imports/${first}/plan`, {});
        expect(plan.counts).toMatchObject({ reviews: 9, reviewsKnown: 0 });
        await ask(app, "POST", `/api/imports/${first}/run`, {});
        await importsWorker.run(app.deps, never);
        const again = await ready(app, deckOf(app, [review(at(20, app), 120, 3, 0)]));
        return ["POST", `/api/imports/${again}/plan`, {}];
      },
      status: 200,
      body: { data: { counts: { words: 0, reviews: 1, reviewsKnown: 9 } } },
    },

    "become records with their times, grades and modes": {
      ...learner,
      send: async (app) => {
        await run(app, deckOf(app));
        return ["GET", "/api/records?perPage=50"];
      },
      status: 200,
      after: (app, { body }) => {
        const shown = body.data.data.map((record: Record<string, unknown>) => [
          ...[record["createdAt"], record["selfRating"], record["isCorrect"]],
          ...[record["recordType"], record["questionMode"], record["source"]],
        ]);
        const time = (daysAgo: number, ms = 0) => new Date(at(daysAgo, app) + ms).toISOString();
        const [ask1, ask2] = ["word-to-meaning", "meaning-to-word"];
        expect(shown).toEqual([
          [time(99), 2, true, "review", ask1, "import"],
          [time(100), 0, false, "learning", ask1, "import"],
          [time(150), 2, true, "review", ask1, "import"],
          [time(299), 1, true, "review", ask2, "import"],
          [time(300), 3, true, "review", ask1, "import"],
          [time(380), 2, true, "review", ask1, "import"],
          [time(390), 2, true, "learning", ask2, "import"],
          [time(400, 60_000), 2, true, "learning", ask1, "import"],
          [time(400), 2, true, "learning", ask1, "import"],
        ]);
      },
    },

    "give words their states, and a forgotten word begins anew": {
      ...learner,
      send: async (app) => ["GET", `/api/imports/${await run(app, deckOf(app))}`],
      status: 200,
      body: {
        data: {
          state: "done",
          counts: { words: 3, reviews: 9, reviewsKnown: 0 },
          result: { words: 3, learning: 0, known30d: 1, fresh: 2, reviews: 9, days: 8 },
        },
      },
      after: async (app, { body }) => {
        const { result } = body.data;
        expect(Date.parse(result.firstReviewAt)).toBe(at(400, app));
        expect(result.fit).toEqual({ accepted: false, logLoss: null, baseline: null });
        const { states, here, imported, waiting } = await followed(app);
        expect(states).toMatchObject([
          { text: "das Haus", total_attempts: 7, last_answer_at_ms: at(150, app) },
        ]);
        expect(here).toEqual([]);
        expect(imported.reduce((sum, { answers }) => sum + Number(answers), 0)).toBe(9);
        expect(imported.reduce((sum, day) => sum + Number(day.new_words), 0)).toBe(2);
        expect(waiting).toBe(0);
      },
    },

    "end with one notification": {
      ...learner,
      send: async (app) => {
        await run(app, deckOf(app));
        await run(app, deckOf(app));
        return ["GET", "/api/notifications"];
      },
      status: 200,
      after: (_, { body }) =>
        expect(body.data.map((one: { title: string }) => one.title)).toEqual([
          "Your 3 words have arrived",
          "Your 3 words have arrived",
        ]),
    },

    "are due when the deck says, if asked to": {
      ...learner,
      send: async (app) => {
        await run(app, deckOf(app), { schedule: "keep" });
        return ["GET", `/api/word-states/${await wordNamed(app, "das Haus")}`];
      },
      status: 200,
      // The earlier date of its two cards: 900 days after the collection began.
      body: { data: { nextReviewDate: "2026-05-02T22:13:20.000Z", totalAttempts: 7 } },
    },

    "are left out if asked to": {
      ...learner,
      send: async (app) => {
        const options = { reviews: "ignore" };
        return ["GET", `/api/imports/${await run(app, deckOf(app), options)}`];
      },
      status: 200,
      body: {
        data: {
          counts: { words: 3, reviews: 0, reviewsKnown: 0 },
          result: { words: 3, known30d: 0, learning: 0, fresh: 3, reviews: 0, fit: null },
        },
      },
      after: async (app) =>
        expect(await followed(app)).toEqual({ states: [], here: [], imported: [], waiting: 0 }),
    },

    "give the same as one import, when a second one brings the rest": {
      ...learner,
      send: async (app) => {
        const later = [review(at(40, app), 120, 3, 0), review(at(30, app), 120, 3)];
        await run(app, deckOf(app, later));
        const whole = await followed(app);
        for (const row of await app.deps.database.selectFrom("imports").select("id").execute())
          await undo(app, row.id);
        await run(app, deckOf(app));
        await run(app, deckOf(app, later));
        expect(await followed(app)).toEqual(whole);
        return ["GET", "/api/records?perPage=1"];
      },
      status: 200,
      body: { data: { total: 11 } },
    },

    "never count among what operators see of today": {
      ...learner,
      as: "admin",
      send: async (app) => {
        const today = [review(app.clock.nowMs() - 60_000, 120, 3, 0)];
        await run(app, deckOf(app, today));
        await answer(app, await wordNamed(app, "der Baum"), { clientRecordId: "here" });
        return ["GET", "/api/admin/analytics/hourly?days=7"];
      },
      status: 200,
      after: (_, { body }) => {
        const answers = body.data.rows.map((hour: { answers: number }) => hour.answers);
        expect(answers.reduce((sum: number, count: number) => sum + count, 0)).toBe(1);
      },
    },

    "award badges without a notification, now and at the next answer": {
      ...learner,
      send: async (app) => {
        await run(app, deckOf(app));
        await answer(app, await wordNamed(app, "der Baum"), { clientRecordId: "here" });
        return ["GET", "/api/notifications"];
      },
      status: 200,
      body: { data: [{ type: "info", title: "Your 3 words have arrived" }] },
      after: async (app) => {
        const badges = await app.deps.database.selectFrom("badges").selectAll().execute();
        expect(badges).toMatchObject([{ badge_id: "first_word" }]);
        // The app announces badges of the last minutes; this one is as old as the deck's answers.
        expect(Number(badges[0]?.unlocked_at_ms)).toBeLessThan(app.clock.nowMs() - DAY);
      },
    },

    "of another collection keep their own keys": {
      ...learner,
      send: async (app) => {
        await run(app, deckOf(app));
        const other = { ...deckOf(app), notes: [{ id: 13, fields: ["el río", "the river"] }] };
        await run(app, { ...other, cards: [{ id: 100, nid: 13 }] });
        return ["GET", "/api/records?perPage=1"];
      },
      status: 200,
      // The five reviews of the first card again, of another word.
      body: { data: { total: 14 } },
    },

    "keep the answers given here at their place in time": {
      ...learner,
      send: async (app) => {
        const deck = deckOf(app);
        const first = await run(app, { ...deck, reviews: [] });
        const haus = await wordNamed(app, "das Haus");
        await answer(app, haus, { clientRecordId: "here" });
        const before = await followed(app);
        const second = await run(app, deck);
        const both = await followed(app);
        expect(both.states).toMatchObject([
          { text: "das Haus", total_attempts: 8, last_answer_at_ms: app.clock.nowMs() },
        ]);
        expect(both.here).toMatchObject([{ answers: 1, new_words: 0, review_words: 1 }]);
        await undo(app, second);
        expect(await followed(app)).toEqual(before);
        return ["GET", `/api/imports/${first}`];
      },
      status: 200,
    },

    "go with an undo, and nothing is left of them": {
      ...learner,
      send: async (app) => {
        const id = await run(app, deckOf(app));
        await undo(app, id);
        return ["GET", `/api/imports/${id}`];
      },
      status: 200,
      body: { data: { state: "undone", result: null } },
      after: async (app) => {
        expect(await followed(app)).toEqual({ states: [], here: [], imported: [], waiting: 0 });
        const { database } = app.deps;
        for (const table of ["words", "records", "word_restarts", "word_ratings"] as const)
          expect(await database.selectFrom(table).selectAll().execute(), table).toEqual([]);
        const [row] = await database.selectFrom("engine_states").selectAll().execute();
        expect(JSON.parse(row?.state_json ?? "{}")).toMatchObject({ totalEventCount: 0 });
      },
    },
  });
});

/** Runs a deck, and does something else when the worker has moved on so often. */
async function runWith(app: ScenarioApp, n: number, meanwhile: (stop: () => void) => unknown) {
  const id = await ready(app, deckOf(app));
  await ask(app, "POST", `/api/imports/${id}/run`, {});
  const stopping = new AbortController();
  let [moves, done] = [0, undefined as unknown];
  await importsWorker.run(app.deps, stopping.signal, () => {
    moves += 1;
    if (moves === n) done = meanwhile(() => stopping.abort());
  });
  await done;
  return { id, isReached: moves >= n };
}

/** The places at which a run can be cut off: rows, the replay and its steps. */
const PLACES = [1, 2, 3, 4, 5];

describe("the run of a deck with reviews", () => {
  scenarios(routes, {
    ...Object.fromEntries(
      PLACES.map((n) => [
        `goes on after its process ended at step ${n}`,
        {
          ...learner,
          send: async (app: ScenarioApp) => {
            const { id, isReached } = await runWith(app, n, (stop) => stop());
            expect(isReached).toBe(true);
            await importsWorker.run(app.deps, never);
            return ["GET", `/api/imports/${id}`] as const;
          },
          status: 200,
          body: { data: { state: "done", counts: { reviews: 9 }, result: { known30d: 1 } } },
          after: async (app: ScenarioApp) => {
            const { states, imported, waiting } = await followed(app);
            expect(states).toMatchObject([{ text: "das Haus", total_attempts: 7 }]);
            expect(imported.reduce((sum, { answers }) => sum + Number(answers), 0)).toBe(9);
            expect(waiting).toBe(0);
          },
        },
      ]),
    ),

    ...Object.fromEntries(
      PLACES.map((n) => [
        `leaves nothing when the import is deleted at step ${n}`,
        {
          ...learner,
          send: async (app: ScenarioApp) => {
            const headers = app.u1.headers;
            const [{ id }] = [
              await runWith(app, n, async () => {
                const [row] = await app.deps.database.selectFrom("imports").select("id").execute();
                await app.send("DELETE", `/api/imports/${row?.id}`, { headers });
              }),
            ];
            await importsWorker.run(app.deps, never);
            return ["GET", `/api/imports/${id}`] as const;
          },
          status: 404,
          after: async (app: ScenarioApp) => {
            const { database } = app.deps;
            const words = await database.selectFrom("words").selectAll().execute();
            const records = await database.selectFrom("records").selectAll().execute();
            // The last step may have been over before the request came.
            if (words.length > 0) expect(records).toHaveLength(9);
            else
              expect({ records, ...(await followed(app)) }).toEqual({
                ...{ records: [], states: [], here: [], imported: [], waiting: 0 },
              });
          },
        },
      ]),
    ),

    ...Object.fromEntries(
      PLACES.map((n) => [
        `keeps an answer that is given at step ${n}`,
        {
          ...learner,
          send: async (app: ScenarioApp) => {
            await run(app, { ...deckOf(app), reviews: [] });
            const haus = await wordNamed(app, "das Haus");
            const { id } = await runWith(app, n, () => answer(app, haus, { clientRecordId: "x" }));
            return ["GET", `/api/imports/${id}`] as const;
          },
          status: 200,
          body: { data: { state: "done" } },
          after: async (app: ScenarioApp) => {
            const { states, here, waiting } = await followed(app);
            expect(states).toMatchObject([{ text: "das Haus", total_attempts: 8 }]);
            expect(here).toMatchObject([{ answers: 1, new_words: 0, review_words: 1 }]);
            expect(waiting).toBe(0);
          },
        },
      ]),
    ),

    "leaves out reviews that cannot be true, and says which": {
      ...learner,
      send: async (app) => {
        const bad = [
          review(at(-2, app), 100, 3),
          review(at(50, app), 100, 9),
          review(at(51, app), 777, 3),
        ];
        return ["GET", `/api/imports/${await run(app, deckOf(app, bad))}`];
      },
      status: 200,
      body: {
        data: {
          counts: { reviews: 9 },
          result: { reviews: 9 },
          problems: [
            { where: "review 11", code: "absent_card" },
            { where: "review 12", code: "impossible_review" },
            { where: "review 13", code: "impossible_time" },
          ],
        },
      },
    },
  });
});
