import { accountOf } from "@wordloom/imports/account-for-tests";
import type { TestAccount } from "@wordloom/testing/content/accounts";
import { png, wavTone } from "@wordloom/testing/content/sounds";
import { describe, expect } from "vitest";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import {
  archiveOf,
  imported,
  pictureOf,
  post,
  sent,
  shown,
} from "../../../testing/rows/account-moves.ts";
import { fillAccount, fillingRoutes, fillLibrary } from "../../../testing/rows/filled-account.ts";
import { importsRoutes } from "../../library/imports/imports.routes.ts";
import { importsWorker } from "../../library/imports/imports.worker.ts";
import { features } from "../../../features.ts";
import { activityRoutes } from "../../progress/activity/activity.routes.ts";
import { userStatsRoutes } from "../../progress/activity/user-stats.routes.ts";
import { accountErasureRoutes } from "../account-erasure/account-erasure.routes.ts";

const about = {
  routes: [
    ...fillingRoutes,
    ...[activityRoutes, userStatsRoutes, accountErasureRoutes, importsRoutes],
  ],
  personalTables: features.flatMap(({ personalTables = [] }) => [...personalTables]),
};
const never = new AbortController().signal;

async function undone(app: ScenarioApp, of: TestAccount, id: string) {
  await post(app, of, `/api/imports/${id}/undo`);
  await importsWorker.run(app.deps, never);
  return shown(app, of, id);
}

async function answer(app: ScenarioApp, of: TestAccount, wordId: string, key: string) {
  app.clock.advance(60_000);
  const record = { wordId, isCorrect: true, responseTimeMs: 1_000, clientRecordId: key };
  await post(app, of, "/api/records/batch", { records: [record] });
}

/** Rows of every table that name this learner. */
async function rowsOf({ deps }: ScenarioApp, { id }: TestAccount) {
  const tables = [
    ...(["records", "word_states", "word_favorites", "word_notes", "wordbooks"] as const),
    ...(["learning_sessions", "daily_activity", "badges", "deck_notes", "word_versions"] as const),
    ...(["suspended_words", "preferences", "app_settings", "study_configs"] as const),
    ...(["media", "word_media", "brought_ids"] as const),
  ];
  const counts = tables.map(async (table): Promise<[string, number]> => {
    const rows = await deps.database
      .selectFrom(table)
      .selectAll()
      .where("user_id", "=", id)
      .execute();
    // A book that was taken back is removed by a worker.
    return [table, rows.filter((row) => !("type" in row && row.type === "discarded")).length];
  });
  const words = await deps.database
    .selectFrom("words")
    .select("id")
    .where("owner_id", "=", id)
    .execute();
  const found: [string, number][] = [...(await Promise.all(counts)), ["words", words.length]];
  return Object.fromEntries(found.filter(([, count]) => count > 0));
}

const u1Only: Scenario["send"] = ["GET", "/api/imports"];

describe("POST /api/imports with the archive of an account", () => {
  scenarios(about, {
    "shows whose it is and what it holds": {
      as: "learner",
      send: async (app) => {
        await fillLibrary(app);
        await fillAccount(app, app.u1);
        return ["GET", `/api/imports/${await sent(app, app.u1, await archiveOf(app, app.u1))}`];
      },
      status: 200,
      body: {
        data: {
          kind: "account",
          state: "ready",
          preview: {
            reviewCount: 4,
            account: { username: "Learner u1", counts: { records: 4, own_words: 2 } },
          },
        },
      },
    },
    "plans what a run then does": {
      as: "learner",
      send: async (app) => {
        await fillLibrary(app);
        await fillAccount(app, app.u1);
        const bytes = await archiveOf(app, app.u1);
        const u2 = await app.learner();
        const id = await sent(app, u2, bytes);
        const planned = (await post(app, u2, `/api/imports/${id}/plan`)).body.data;
        expect(await rowsOf(app, u2)).toEqual({});
        const done = await imported(app, u2, bytes);
        expect(done).toMatchObject({ state: "done", error: null });
        expect(done.counts).toEqual(planned.counts);
        expect(done.counts).toMatchObject({
          words: 2,
          own: 2,
          linked: 2,
          books: 1,
          reviews: 4,
          reviewsKnown: 0,
          media: 2,
          mediaBytes: wavTone(0.42).length + png().length,
        });
        expect(done.problems).toEqual([]);
        return u1Only;
      },
      status: 200,
    },
    "brings the same words, due dates, settings and statistics into a new account": {
      as: "learner",
      send: async (app) => {
        await fillLibrary(app);
        await fillAccount(app, app.u1);
        const before = await pictureOf(app, app.u1);
        const bytes = await archiveOf(app, app.u1);
        const u2 = await app.learner();
        await imported(app, u2, bytes);
        expect(await pictureOf(app, u2)).toEqual(before);
        expect(await pictureOf(app, app.u1)).toEqual(before);
        const stats = (of: TestAccount) =>
          app.send("GET", "/api/users/me/stats", { headers: of.headers });
        expect((await stats(u2)).body.data).toEqual((await stats(app.u1)).body.data);
        return u1Only;
      },
      status: 200,
    },
    "brings an erased account back under its ids": {
      as: "learner",
      send: async (app) => {
        await fillLibrary(app);
        const { ownIds, bookId } = await fillAccount(app, app.u1);
        const before = await pictureOf(app, app.u1);
        const bytes = await archiveOf(app, app.u1);
        const u2 = await app.learner();
        await app.send("DELETE", "/api/users/me", { headers: app.u1.headers });
        const done = await imported(app, u2, bytes);
        expect(done.bookIds).toEqual([bookId]);
        expect(await pictureOf(app, u2)).toEqual(before);
        const words = await app.deps.database
          .selectFrom("words")
          .select("id")
          .where("owner_id", "=", u2.id)
          .execute();
        expect(words.map(({ id }) => id).toSorted()).toEqual(ownIds.toSorted());
        return ["GET", "/api/wordbooks/user", undefined, u2.headers];
      },
      status: 200,
    },
    "changes nothing the second time, also in the account that it came from": {
      as: "learner",
      send: async (app) => {
        await fillLibrary(app);
        await fillAccount(app, app.u1);
        const before = await pictureOf(app, app.u1);
        const bytes = await archiveOf(app, app.u1);
        const u2 = await app.learner();
        await imported(app, u2, bytes);
        for (const account of [app.u1, u2]) {
          const again = await imported(app, account, bytes);
          expect(again.counts).toMatchObject({
            words: 0,
            own: 0,
            books: 0,
            reviews: 0,
            reviewsKnown: 4,
          });
          expect(await pictureOf(app, account)).toEqual(before);
        }
        return u1Only;
      },
      status: 200,
    },
    "adds to an account with words, and replays those with answers on both sides": {
      as: "learner",
      send: async (app) => {
        await fillLibrary(app);
        await fillAccount(app, app.u1);
        const bytes = await archiveOf(app, app.u1);
        const u2 = await app.learner();
        await answer(app, u2, "w1", "here");
        const done = await imported(app, u2, bytes);
        expect(done.counts).toMatchObject({ own: 2, reviews: 4 });
        const states = await app.deps.database
          .selectFrom("word_states")
          .select(["word_id", "total_attempts"])
          .where("user_id", "=", u2.id)
          .execute();
        const attempts = new Map(states.map((row) => [row.word_id, Number(row.total_attempts)]));
        expect(attempts.get("w1")).toBe(2);
        expect([...attempts.values()].toSorted()).toEqual([1, 2, 2]);
        const days = await app.deps.database
          .selectFrom("daily_activity")
          .select("answers")
          .where("user_id", "=", u2.id)
          .execute();
        expect(days.reduce((sum, row) => sum + Number(row.answers), 0)).toBe(5);
        // Settings stay those of the account.
        const preferences = await rowsOf(app, u2);
        expect(preferences).not.toHaveProperty("app_settings");
        return u1Only;
      },
      status: 200,
    },
    "takes words that the library has under another id, and makes the others the learner's": {
      as: "learner",
      send: async (app) => {
        await app.words([{ id: "other", text: "Word W1", meaning: "meaning w1" }]);
        const word = { pronunciation: null, partOfSpeech: null, examples: [], tags: [] };
        const rest = { reading: null, exampleMeanings: [], audioUrl: null, difficulty: 0.5 };
        const languages = { language: "en", meaningLanguage: "en" };
        const library = ["w1", "w9"].map((id) => {
          const told = { id, text: `word ${id}`, meaning: `meaning ${id}` };
          return { ...word, ...rest, ...languages, ...told };
        });
        const at = "2026-04-01T10:00:00.000Z";
        const favorites = ["w1", "w9"].map((wordId) => ({ wordId, createdAt: at }));
        const done = await imported(app, app.u1, accountOf({ library_words: library, favorites }));
        expect(done.counts).toMatchObject({ own: 1, duplicates: 1, linked: 0 });
        return ["GET", "/api/word-favorites", undefined, app.u1.headers];
      },
      status: 200,
      text: /"other".*word w9|word w9.*"other"/s,
    },
    "is taken back with everything that came, and brings settings back": {
      as: "learner",
      send: async (app) => {
        await fillLibrary(app);
        await fillAccount(app, app.u1);
        const bytes = await archiveOf(app, app.u1);
        const u2 = await app.learner();
        const { id } = await imported(app, u2, bytes);
        expect(await undone(app, u2, id)).toMatchObject({ state: "undone" });
        expect(await rowsOf(app, u2)).toEqual({});
        // And once more, while the discarded book waits for its removal.
        const before = await pictureOf(app, app.u1);
        await imported(app, u2, bytes);
        expect(await pictureOf(app, u2)).toEqual(before);
        return u1Only;
      },
      status: 200,
    },
    "leaves answers given since when it is taken back": {
      as: "learner",
      send: async (app) => {
        await fillLibrary(app);
        await fillAccount(app, app.u1);
        const bytes = await archiveOf(app, app.u1);
        const u2 = await app.learner();
        await answer(app, u2, "w1", "before");
        const { id } = await imported(app, u2, bytes);
        await answer(app, u2, "w1", "since");
        await answer(app, u2, "w2", "since 2");
        await undone(app, u2, id);
        const states = await app.deps.database
          .selectFrom("word_states")
          .select(["word_id", "total_attempts"])
          .where("user_id", "=", u2.id)
          .orderBy("word_id")
          .execute();
        expect(states.map((row) => [row.word_id, Number(row.total_attempts)])).toEqual([
          ["w1", 2],
          ["w2", 1],
        ]);
        expect((await rowsOf(app, u2))["records"]).toBe(3);
        return u1Only;
      },
      status: 200,
    },
    "takes no options": {
      as: "learner",
      send: async (app) => {
        const id = await sent(app, app.u1, accountOf({}));
        return ["POST", `/api/imports/${id}/plan`, { newBook: { name: "All" } }];
      },
      status: 400,
      body: { code: "IMPORT_INVALID_OPTIONS", faults: [{ path: "newBook" }] },
    },
    "stores nothing of an archive that lies": {
      as: "learner",
      send: async (app) => {
        const lies = { hashes: { "profile.ndjson": "0".repeat(64) } };
        return ["GET", `/api/imports/${await sent(app, app.u1, accountOf({}, lies))}`];
      },
      status: 200,
      body: {
        data: {
          state: "failed",
          error: {
            code: "IMPORT_UNREADABLE",
            message: "profile.ndjson: Its content is not what manifest.json says.",
            problem: "damaged",
          },
        },
      },
      after: async (app) => expect(await rowsOf(app, app.u1)).toEqual({}),
    },
    "reads and changes nothing of another learner, whose ids it names": {
      as: "learner",
      send: async (app) => {
        await fillLibrary(app);
        const u2 = await app.learner();
        const { ownIds, bookId, noteId } = await fillAccount(app, u2);
        const before = await pictureOf(app, u2);
        const at = "2026-04-01T10:00:00.000Z";
        const records = await app.deps.database.selectFrom("records").selectAll().execute();
        const [wordId = ""] = ownIds;
        const told = { isCorrect: false, responseTimeMs: 1, recordType: "all", isImported: false };
        const silent = {
          selfRating: null,
          questionMode: null,
          clientRecordId: null,
          details: null,
        };
        const record = { wordId, ...told, ...silent, sessionId: records[0]?.session_id ?? null };
        const done = await imported(
          app,
          app.u1,
          accountOf({
            records: records.map(({ id }) => ({ ...record, id, createdAt: at })),
            favorites: [{ wordId, createdAt: at }],
            notes: [{ id: noteId, wordId: "w1", content: "mine", createdAt: at, updatedAt: at }],
            wordbooks: [
              {
                ...{ id: bookId, name: "Taken", description: "", tags: [], createdAt: at },
                ...{ language: null, meaningLanguage: null },
              },
            ],
            wordbook_words: [{ wordbookId: bookId, wordId }],
          }),
        );
        expect(done).toMatchObject({ state: "done", counts: { reviews: 4, books: 1, words: 0 } });
        expect(done.bookIds).not.toContain(bookId);
        expect(await pictureOf(app, u2)).toEqual(before);
        const mine = await pictureOf(app, app.u1);
        expect(JSON.stringify(mine)).not.toContain("own u2");
        expect(await rowsOf(app, app.u1)).toMatchObject({ records: 4, wordbooks: 1 });
        return u1Only;
      },
      status: 200,
    },
  });
});
