import type { WordMemory } from "@wordloom/engine";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { dialectOf } from "../../../platform/database/dialect/dialect-of.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { lockLearners } from "../../adaptation/amas/engine-states.service.ts";
import { learningRoutes } from "../learning/learning.routes.ts";
import { recordsRoutes } from "../records/records.routes.ts";
import { wordStatesRoutes } from "../../progress/word-states/word-states.routes.ts";
import { deleteWord } from "../../library/words/words.service.ts";
import { manualStatesRoutes } from "./manual-states.routes.ts";

const routes = [manualStatesRoutes, wordStatesRoutes, recordsRoutes, learningRoutes];
const refused = (code: string) => ({ success: false, code });
const unreadable = { status: 400, body: refused("INVALID_REQUEST_BODY") } as const;
const absent = { status: 404, body: refused("NOT_FOUND") } as const;

const NOW = "2026-05-01T12:00:00.000Z";
const MASTERED = { state: "mastered", masteryLevel: 1, nextReviewDate: null };
const UNTOUCHED = {
  state: "new",
  masteryLevel: 0,
  nextReviewDate: null,
  halfLife: 24,
  correctStreak: 0,
  totalAttempts: 0,
};

async function answer(app: ScenarioApp, isCorrect = true): Promise<void> {
  const body = { records: [{ wordId: "w1", isCorrect, responseTimeMs: 900 }] };
  await app.send("POST", "/api/records/batch", { body, headers: app.u1.headers });
}

async function answeredWord(app: ScenarioApp): Promise<void> {
  await app.word();
  await answer(app);
}

async function favorite(app: ScenarioApp): Promise<void> {
  const row = { user_id: "u1", word_id: "w1", created_at_ms: 1 };
  await app.deps.database.insertInto("word_favorites").values(row).execute();
}

async function stateOf({ send, u1: { headers } }: ScenarioApp, wordId = "w1") {
  return (await send("GET", `/api/word-states/${wordId}`, { headers })).body.data;
}

async function memoryOf(app: ScenarioApp): Promise<WordMemory | null> {
  const { memory_json } = await app.deps.database
    .selectFrom("word_states")
    .select("memory_json")
    .where("word_id", "=", "w1")
    .executeTakeFirstOrThrow();
  return memory_json === null ? null : JSON.parse(memory_json);
}

/** Sends a request while an answer of u1 is being applied: already counted, but not committed. */
async function whileLearning<T>(app: ScenarioApp, send: () => Promise<T>) {
  const { database } = app.deps;
  return database.transaction().execute(async (tx) => {
    await lockLearners(app.deps, tx, ["u1"]);
    await tx.updateTable("word_states").set({ total_attempts: 2 }).execute();
    const reply = send();
    await untilLockWait(tx);
    return { reply };
  });
}

/**
 * On PostgreSQL, waits until another transaction waits for this one. SQLite has only one writer.
 */
async function untilLockWait(tx: Database): Promise<void> {
  if (dialectOf(tx) === "sqlite") return;
  for (let round = 0; round < 10_000; round += 1) {
    const { rows } = await sql`
      select 1 from pg_locks
      where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))
    `.execute(tx);
    if (rows.length > 0) return;
  }
  throw new Error("no transaction waits for this one");
}

describe("POST /api/word-states/{wordId}/mark-mastered", () => {
  const send = ["POST", "/api/word-states/w1/mark-mastered"] as const;
  scenarios(routes, {
    "creates a state for a word without one": {
      as: "learner",
      given: (app) => app.word(),
      send,
      status: 200,
      body: { data: { ...MASTERED, userId: "u1", wordId: "w1", updatedAt: NOW } },
    },
    "keeps the memory of the word": {
      as: "learner",
      given: async (app) => {
        await answeredWord(app);
        await favorite(app);
      },
      send,
      status: 200,
      body: { data: { ...MASTERED, totalAttempts: 1, correctStreak: 1, bookmarked: true } },
      after: async (app) =>
        expect(await memoryOf(app)).toMatchObject({
          level: "MASTERED",
          attempts: 1,
          masteredAtMs: Date.parse(NOW),
        }),
    },
    "lets the next answer reassess the word": {
      as: "learner",
      given: answeredWord,
      send,
      status: 200,
      after: async (app) => {
        await answer(app, false);
        const state = await stateOf(app);
        expect(state).toMatchObject({ totalAttempts: 2, correctStreak: 0 });
        expect(state.state).not.toBe("mastered");
        expect(state.nextReviewDate).not.toBeNull();
      },
    },
    "changes nothing for other learners": {
      as: "learner",
      given: async (app) => {
        await app.word();
        const { headers } = await app.learner();
        await app.send("POST", "/api/word-states/w1/mark-mastered", { headers });
      },
      send: ["GET", "/api/word-states/w1"],
      ...absent,
    },
    "refuses an unknown word": { as: "learner", send, ...absent },
    "leaves no state for a word that is deleted at the same time": {
      as: "learner",
      given: async (app) => {
        const words = await app.words(Array.from({ length: 12 }, () => ({})));
        await Promise.all(
          words.flatMap(({ id }) => [
            app.send("POST", `/api/word-states/${id}/mark-mastered`, app.u1),
            deleteWord(app.deps, id),
          ]),
        );
        const left = app.deps.database.selectFrom("word_states").select("word_id");
        expect(await left.execute()).toEqual([]);
      },
      send: ["POST", "/api/word-states/w1/mark-mastered"],
      ...absent,
    },
  });
});

describe("POST /api/word-states/{wordId}/reset", () => {
  const send = ["POST", "/api/word-states/w1/reset"] as const;
  scenarios(routes, {
    "drops everything learned about the word": {
      as: "learner",
      given: async (app) => {
        await answeredWord(app);
        await favorite(app);
      },
      send,
      status: 200,
      body: { data: { ...UNTOUCHED, bookmarked: true } },
      after: async (app) => expect(await memoryOf(app)).toBeNull(),
    },
    "resets a word marked as mastered": {
      as: "learner",
      given: async (app) => {
        await app.word();
        const { headers } = app.u1;
        await app.send("POST", "/api/word-states/w1/mark-mastered", { headers });
      },
      send,
      status: 200,
      body: { data: UNTOUCHED },
    },
    "lets the word be studied as a new one": {
      as: "learner",
      given: answeredWord,
      send,
      status: 200,
      after: async (app) => {
        const { headers } = app.u1;
        const { body } = await app.send("GET", "/api/learning/study-words", { headers });
        expect(body.data.words).toMatchObject([{ id: "w1" }]);
        await answer(app);
        expect(await stateOf(app)).toMatchObject({ state: "learning", totalAttempts: 1 });
      },
    },
    "refuses a word without a state": {
      as: "learner",
      given: (app) => app.word(),
      send,
      ...absent,
    },
    "refuses a state of another learner": {
      as: "learner",
      given: answeredWord,
      send: async (app) => [...send, undefined, (await app.learner()).headers],
      ...absent,
      after: async (app) => expect(await stateOf(app)).toMatchObject({ totalAttempts: 1 }),
    },
  });
});

describe("POST /api/word-states/batch-update", () => {
  const send = (updates: unknown) =>
    ["POST", "/api/word-states/batch-update", { updates }] as const;
  const two = (app: ScenarioApp) => app.words([{}, {}]);
  const many = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `m${n}` }));
  const updatesOf = (count: number) =>
    many(count).map(({ id }) => ({ wordId: id, state: "learning" }));
  scenarios(routes, {
    "sets each state and its dependent fields": {
      as: "learner",
      given: two,
      send: send([
        { wordId: "w1", state: "reviewing", masteryLevel: 0.4 },
        { wordId: "w2", state: "mastered" },
      ]),
      status: 200,
      body: { data: { updated: 2 } },
      after: async (app) => {
        const reviewed = { state: "reviewing", masteryLevel: 0.4, nextReviewDate: NOW };
        expect(await stateOf(app)).toMatchObject(reviewed);
        expect(await stateOf(app, "w2")).toMatchObject(MASTERED);
      },
    },
    "keeps an existing level and date": {
      as: "learner",
      given: answeredWord,
      send: async (app) => {
        app.clock.advance(60_000);
        return send([{ wordId: "w1", state: "forgotten" }]);
      },
      status: 200,
      after: async (app) => {
        const memory = await memoryOf(app);
        const { nextReviewDate, masteryLevel, state } = await stateOf(app);
        expect(state).toBe("forgotten");
        expect(masteryLevel).toBeGreaterThan(0);
        expect(Date.parse(nextReviewDate)).toBeGreaterThan(Date.parse(NOW) + 60_000);
        expect(memory).toMatchObject({ level: "FORGOTTEN", dueAtMs: Date.parse(nextReviewDate) });
      },
    },
    "drops everything learned about a word set to new": {
      as: "learner",
      given: answeredWord,
      send: send([{ wordId: "w1", state: "new" }]),
      status: 200,
      after: async (app) => {
        expect(await stateOf(app)).toMatchObject(UNTOUCHED);
        expect(await memoryOf(app)).toBeNull();
      },
    },
    "creates a default state when only a level is given": {
      as: "learner",
      given: two,
      send: send([{ wordId: "w1", masteryLevel: 1 }]),
      status: 200,
      after: async (app) =>
        expect(await stateOf(app)).toMatchObject({ ...UNTOUCHED, masteryLevel: 1 }),
    },
    "uses the last of two entries for a word, and counts the word once": {
      as: "learner",
      given: two,
      send: send([
        { wordId: "w1", state: "mastered" },
        { wordId: "w1", state: "learning", masteryLevel: 0.1 },
      ]),
      status: 200,
      body: { data: { updated: 1 } },
      after: async (app) =>
        expect(await stateOf(app)).toMatchObject({ state: "learning", masteryLevel: 0.1 }),
    },
    "changes nothing when one word is unknown": {
      as: "learner",
      given: two,
      send: send([
        { wordId: "w1", state: "mastered" },
        { wordId: "none", state: "mastered" },
      ]),
      status: 400,
      body: refused("WORD_NOT_FOUND"),
      after: async (app) => expect(await stateOf(app)).toBeUndefined(),
    },
    "refuses an unknown state": {
      as: "learner",
      given: two,
      send: send([{ wordId: "w1", state: "MASTERED" }]),
      ...unreadable,
    },
    "accepts a level of 0": {
      as: "learner",
      given: two,
      send: send([{ wordId: "w1", masteryLevel: 0 }]),
      status: 200,
      after: async (app) => expect(await stateOf(app)).toMatchObject({ masteryLevel: 0 }),
    },
    "refuses a level above 1": {
      as: "learner",
      given: two,
      send: send([{ wordId: "w1", masteryLevel: 1.01 }]),
      ...unreadable,
    },
    "refuses a level below 0": {
      as: "learner",
      given: two,
      send: send([{ wordId: "w1", masteryLevel: -0.01 }]),
      ...unreadable,
    },
    "refuses an empty batch": { as: "learner", send: send([]), ...unreadable },
    "accepts 500 entries": {
      as: "learner",
      given: (app) => app.words(many(500)),
      send: send(updatesOf(500)),
      status: 200,
      body: { data: { updated: 500 } },
    },
    "refuses 501 entries": {
      as: "learner",
      send: send(updatesOf(501)),
      status: 400,
      body: refused("BATCH_TOO_LARGE"),
    },
  });
});

describe("PUT /api/word-states/{wordId}", () => {
  const put = (body: unknown) => ["PUT", "/api/word-states/w1", body] as const;
  const withWord = (app: ScenarioApp) => app.word();
  scenarios(routes, {
    "sets state and level, and ignores bookmarked": {
      as: "learner",
      given: withWord,
      send: put({ state: "learning", masteryLevel: 0, bookmarked: true, totalAttempts: 9 }),
      status: 200,
      body: {
        data: {
          state: "learning",
          masteryLevel: 0,
          nextReviewDate: NOW,
          totalAttempts: 0,
          bookmarked: false,
        },
      },
    },
    "sets a level alone and keeps the state": {
      as: "learner",
      given: answeredWord,
      send: put({ masteryLevel: 0.75, state: null }),
      status: 200,
      body: { data: { state: "learning", masteryLevel: 0.75, totalAttempts: 1 } },
    },
    "keeps the mastery level sent with the state mastered": {
      as: "learner",
      given: withWord,
      send: put({ state: "mastered", masteryLevel: 0.9 }),
      status: 200,
      body: { data: { ...MASTERED, masteryLevel: 0.9 } },
    },
    "loses no answer that is applied at the same time": {
      as: "learner",
      given: answeredWord,
      send: async (app) => {
        const [method, path, body] = put({ masteryLevel: 0.5 });
        const { reply } = await whileLearning(app, () =>
          app.send(method, path, { body, headers: app.u1.headers }),
        );
        await reply;
        return ["GET", path];
      },
      status: 200,
      body: { data: { masteryLevel: 0.5, totalAttempts: 2 } },
    },
    "refuses a body that changes nothing": {
      as: "learner",
      given: withWord,
      send: put({ bookmarked: true }),
      ...unreadable,
    },
    "refuses a body of nulls": {
      as: "learner",
      given: withWord,
      send: put({ state: null, masteryLevel: null }),
      ...unreadable,
    },
    "refuses an unknown state": {
      as: "learner",
      given: withWord,
      send: put({ state: "known" }),
      ...unreadable,
    },
    "refuses an unknown word": { as: "learner", send: put({ state: "new" }), ...absent },
  });
});
