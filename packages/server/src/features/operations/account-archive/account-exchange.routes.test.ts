import { accountOf } from "@wordloom/imports/account-for-tests";
import type { TestAccount } from "@wordloom/testing/content/accounts";
import { describe, expect } from "vitest";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { archiveOf, imported, pictureOf, post } from "../../../testing/rows/account-moves.ts";
import { fillAccount, fillingRoutes, fillLibrary } from "../../../testing/rows/filled-account.ts";
import { importsRoutes } from "../../library/imports/imports.routes.ts";

const routes = [...fillingRoutes, importsRoutes];
const over: Scenario["send"] = ["GET", "/api/imports"];
/** Each row packs and imports several archives. */
const timeoutMs = 240_000;
const NOTHING = { own: 0, books: 0, reviews: 0, media: 0 };

/** Brings the account of one learner to another on the same service. */
const bring = async (app: ScenarioApp, from: TestAccount, to: TestAccount) =>
  imported(app, to, await archiveOf(app, from));

/** An evening: a session with an answer that no app has given an id, and a note. */
async function study(app: ScenarioApp, { id, headers }: TestAccount): Promise<void> {
  app.clock.advance(3_600_000);
  const { body } = await app.send("POST", "/api/learning/session", { headers, body: {} });
  const { sessionId } = body.data;
  app.clock.advance(60_000);
  const answer = { wordId: "w1", isCorrect: true, responseTimeMs: 1_000, sessionId };
  const records = await app.send("POST", "/api/records/batch", {
    headers,
    body: { records: [answer] },
  });
  expect(records.text).toContain('"success":true');
  const note = { wordId: "w1", content: `note of ${id}` };
  await app.send("POST", "/api/word-notes", { headers, body: note });
}

async function filled(app: ScenarioApp): Promise<TestAccount> {
  await fillLibrary(app);
  await fillAccount(app, app.u1);
  await study(app, app.u1);
  return app.learner();
}

/** How many rows a learner has of what could double. */
async function sizes({ deps: { database } }: ScenarioApp, { id }: TestAccount) {
  const count = async (table: "records" | "learning_sessions" | "word_notes" | "wordbooks") =>
    (await database.selectFrom(table).select("id").where("user_id", "=", id).execute()).length;
  const own = await database.selectFrom("words").select("id").where("owner_id", "=", id).execute();
  return {
    records: await count("records"),
    sessions: await count("learning_sessions"),
    notes: await count("word_notes"),
    books: await count("wordbooks"),
    words: own.length,
  };
}

/** The answers of all days together. */
async function answersByDay({ deps: { database } }: ScenarioApp, { id }: TestAccount) {
  const days = await database
    .selectFrom("daily_activity")
    .select("answers")
    .where("user_id", "=", id)
    .execute();
  return days.reduce((sum, { answers }) => sum + Number(answers), 0);
}

describe("two living accounts of one service that exchange archives", () => {
  scenarios(routes, {
    "double nothing when the copy comes back into the first account": {
      as: "learner",
      timeoutMs,
      send: async (app) => {
        const u2 = await filled(app);
        const before = await pictureOf(app, app.u1);
        await bring(app, app.u1, u2);
        expect(await pictureOf(app, u2)).toEqual(before);
        const back = await bring(app, u2, app.u1);
        expect(back.counts).toMatchObject({ ...NOTHING, reviewsKnown: 5 });
        expect(await pictureOf(app, app.u1)).toEqual(before);
        return over;
      },
      status: 200,
    },
    "double nothing on a round of three accounts, whichever way it goes": {
      as: "learner",
      timeoutMs,
      send: async (app) => {
        const u2 = await filled(app);
        const u3 = await app.learner();
        const before = await pictureOf(app, app.u1);
        await bring(app, app.u1, u2);
        await bring(app, u2, u3);
        for (const [from, to] of [
          [u3, app.u1],
          [app.u1, u3],
          [u3, u2],
          [u2, u2],
        ] as const) {
          expect((await bring(app, from, to)).counts).toMatchObject(NOTHING);
          expect(await pictureOf(app, to)).toEqual(before);
        }
        return over;
      },
      status: 200,
    },
    "each get once what the other has learned since": {
      as: "learner",
      timeoutMs,
      send: async (app) => {
        const u2 = await filled(app);
        await bring(app, app.u1, u2);
        const common = await sizes(app, u2);
        await study(app, u2);
        await study(app, app.u1);
        const { id: bookId } = (await post(app, u2, "/api/wordbooks", { name: "Later" })).body.data;
        await post(app, u2, "/api/own-words", {
          text: "spät",
          meaning: "late",
          wordbookId: bookId,
        });
        expect((await bring(app, u2, app.u1)).counts).toMatchObject({
          ...{ own: 1, books: 1, reviews: 1 },
        });
        for (let round = 0; round < 2; round += 1) {
          await bring(app, app.u1, u2);
          await bring(app, u2, app.u1);
        }
        const { records, sessions, notes, books, words } = common;
        const grown = { records: records + 2, sessions: sessions + 2, notes: notes + 2 };
        const all = { ...grown, books: books + 1, words: words + 1 };
        expect(await sizes(app, app.u1)).toEqual(all);
        expect(await sizes(app, u2)).toEqual(all);
        return over;
      },
      status: 200,
    },
    "count each answer once, although their days begin at other hours": {
      as: "learner",
      timeoutMs,
      send: async (app) => {
        const u2 = await filled(app);
        const zone = { timeZone: "Pacific/Honolulu", dayStartHour: 0 };
        const path = "/api/notifications/preferences";
        await app.send("PUT", path, { headers: u2.headers, body: zone });
        await study(app, u2);
        for (const [from, to] of [
          [app.u1, u2],
          [app.u1, u2],
          [u2, app.u1],
          [u2, app.u1],
        ] as const) {
          await bring(app, from, to);
          expect(await answersByDay(app, to)).toBe((await sizes(app, to)).records);
        }
        return over;
      },
      status: 200,
    },
    "are not fooled by lines that claim to be one row": {
      as: "learner",
      timeoutMs,
      send: async (app) => {
        await fillLibrary(app);
        const at = "2026-04-01T10:00:00.000Z";
        const two = <T extends object>(line: T) =>
          ["a", "b"].map((id) => ({ ...line, id, originId: "one" }));
        const word = {
          ...{ meaning: "m", difficulty: 0.5, pronunciation: null, partOfSpeech: null },
          ...{ examples: [], tags: [], reading: null, exampleMeanings: [], audioUrl: null },
          ...{ language: "de", meaningLanguage: "en", basedOn: null },
        };
        const record = {
          ...{ wordId: "a", isCorrect: true, responseTimeMs: 1, sessionId: null, createdAt: at },
          ...{ recordType: "all", selfRating: null, questionMode: null, clientRecordId: null },
          ...{ details: null, isImported: false },
        };
        const book = { name: "B", description: "", tags: [], createdAt: at };
        const languages = { language: null, meaningLanguage: null };
        const done = await imported(
          app,
          app.u1,
          accountOf({
            own_words: two(word).map((line) => ({ ...line, text: `text ${line.id}` })),
            wordbooks: two({ ...book, ...languages }),
            records: two(record),
            notes: two({ wordId: "a", content: "n", createdAt: at, updatedAt: at }),
          }),
        );
        expect(done).toMatchObject({ state: "done", counts: { own: 1, reviews: 1 } });
        expect(await sizes(app, app.u1)).toEqual({
          ...{ words: 1, books: 1, records: 1, notes: 1, sessions: 0 },
        });
        return over;
      },
      status: 200,
    },
    "know a word again that the other has changed since": {
      as: "learner",
      timeoutMs,
      send: async (app) => {
        const u2 = await filled(app);
        await bring(app, app.u1, u2);
        const { database } = app.deps;
        const mine = await database
          .selectFrom("words")
          .select(["id", "text"])
          .where("owner_id", "=", u2.id)
          .execute();
        for (const { id, text } of mine) {
          const body = { text: `${text}!`, meaning: "changed" };
          await app.send("PATCH", `/api/own-words/${id}`, { headers: u2.headers, body });
        }
        expect((await bring(app, u2, app.u1)).counts).toMatchObject(NOTHING);
        return over;
      },
      status: 200,
    },
  });
});
