import { accountOf, sha256, type TestTables } from "@wordloom/imports/account-for-tests";
import type { TestAccount } from "@wordloom/testing/content/accounts";
import { png, wavTone } from "@wordloom/testing/content/sounds";
import { describe, expect } from "vitest";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import {
  archiveOf,
  imported,
  pictureOf,
  playedBy,
  post,
} from "../../../testing/rows/account-moves.ts";
import { fillAccount, fillingRoutes, fillLibrary } from "../../../testing/rows/filled-account.ts";
import { importsRoutes } from "../../library/imports/imports.routes.ts";
import { importsWorker } from "../../library/imports/imports.worker.ts";
import { recordingsRoutes } from "../../library/recordings/recordings.routes.ts";

const routes = [...fillingRoutes, importsRoutes, recordingsRoutes];
const over: Scenario["send"] = ["GET", "/api/imports"];
const AT = "2026-04-01T10:00:00.000Z";
const PAGE = Buffer.from("<!doctype html><script>alert(1)</script>");

/** An archive with these files by their ids, and own words that play them. */
function archiveWith(
  files: Readonly<Record<string, Buffer>>,
  told: TestTables = {},
  lines: object = {},
) {
  const media = Object.entries(files).map(([id, bytes]) => ({
    ...{ id, name: `${id}.wav`, sha256: sha256(bytes), mime: "audio/wav" },
    ...{ sizeBytes: bytes.length, createdAt: AT, ...lines },
  }));
  const own = media.map(({ id }) => ({
    ...{ id: `word ${id}`, text: `text ${id}`, meaning: "meaning", difficulty: 0.5 },
    ...{ pronunciation: null, partOfSpeech: null, examples: [], tags: [], reading: null },
    ...{ exampleMeanings: [], language: "de", meaningLanguage: "en", basedOn: null },
    audioUrl: `/api/media/${id}`,
  }));
  const entries = Object.entries(files).map(([id, content]) => ({ name: `media/${id}`, content }));
  return accountOf(
    { media, own_words: own, ...told },
    {
      files: entries,
      hashes: Object.fromEntries(entries.map(({ name, content }) => [name, sha256(content)])),
    },
  );
}

/** The learner's own words with the names of what they play. */
async function playing({ deps: { database } }: ScenarioApp, { id }: TestAccount) {
  const files = await database.selectFrom("media").select(["id", "name", "user_id"]).execute();
  const nameOf = new Map(files.map((file) => [`/api/media/${file.id}`, file.name]));
  const words = await database
    .selectFrom("words")
    .select(["text", "audio_url"])
    .where("owner_id", "=", id)
    .orderBy("text")
    .execute();
  return words.map((word) => [word.text, nameOf.get(word.audio_url ?? "") ?? word.audio_url]);
}

const codesOf = (done: { problems: { where: string; code: string }[] }) =>
  done.problems.map(({ where, code }) => [where, code]);

describe("the recordings and pictures of an account", () => {
  scenarios(routes, {
    "come along, and words and notes keep pointing to them": {
      as: "learner",
      send: async (app) => {
        await fillLibrary(app);
        await fillAccount(app, app.u1);
        const bytes = await archiveOf(app, app.u1);
        const before = await pictureOf(app, app.u1);
        const u2 = await app.learner();
        await imported(app, u2, bytes);
        expect((await pictureOf(app, u2))["word_media"]).toEqual(before["word_media"]);
        expect((await playing(app, u2)).map(([, name]) => name)).toEqual(["haus.wav", null]);
        expect(await playedBy(app, u2, "haus.png")).toEqual(png());
        expect(await playedBy(app, u2, "haus.wav")).toEqual(wavTone(0.42));
        return over;
      },
      status: 200,
    },
    "are the learner's own afterwards, also when the first account deletes them": {
      as: "learner",
      send: async (app) => {
        await fillLibrary(app);
        await fillAccount(app, app.u1);
        const u2 = await app.learner();
        await imported(app, u2, await archiveOf(app, app.u1));
        const files = await app.deps.database
          .selectFrom("media")
          .select("id")
          .where("user_id", "=", "u1")
          .execute();
        for (const { id } of files)
          await app.send("DELETE", `/api/media/${id}`, { headers: app.u1.headers });
        expect(await playedBy(app, app.u1, "haus.png")).toBeUndefined();
        expect(await playedBy(app, u2, "haus.png")).toEqual(png());
        return over;
      },
      status: 200,
    },
    "are kept once where the learner has the content already, and stay when it is taken back": {
      as: "learner",
      send: async (app) => {
        const headers = { ...app.u1.headers, "content-type": "application/octet-stream" };
        await app.send("POST", "/api/media?name=mine.wav", { body: wavTone(), headers });
        const bytes = archiveWith({ a: wavTone(), b: wavTone(), c: wavTone(0.5) });
        const done = await imported(app, app.u1, bytes);
        expect(done.counts).toMatchObject({ media: 1, mediaBytes: wavTone(0.5).length });
        expect(await playing(app, app.u1)).toEqual([
          ["text a", "mine.wav"],
          ["text b", "mine.wav"],
          ["text c", "c.wav"],
        ]);
        await post(app, app.u1, `/api/imports/${done.id}/undo`);
        await importsWorker.run(app.deps, new AbortController().signal);
        expect(await playing(app, app.u1)).toEqual([]);
        expect(await playedBy(app, app.u1, "mine.wav")).toEqual(wavTone());
        expect(await playedBy(app, app.u1, "c.wav")).toBeUndefined();
        return over;
      },
      status: 200,
    },
    "stay behind one by one where there is no room, and are named": {
      as: "learner",
      settings: { LIMITS_MAX_MEDIA_BYTES: String(wavTone(0.5).length + 100) },
      send: async (app) => {
        const bytes = archiveWith({ a: wavTone(0.5), b: wavTone(0.6), c: png() });
        const done = await imported(app, app.u1, bytes);
        expect(done).toMatchObject({ state: "done", counts: { own: 3, media: 2 } });
        expect(codesOf(done)).toEqual([["b.wav", "media_limit"]]);
        expect(await playing(app, app.u1)).toEqual([
          ["text a", "a.wav"],
          ["text b", null],
          ["text c", "c.wav"],
        ]);
        return over;
      },
      status: 200,
    },
    "are judged by their bytes: a page, an empty file and an absent one are named and left out": {
      as: "learner",
      send: async (app) => {
        const line = { name: "absent.wav", sha256: "0", mime: "audio/wav", sizeBytes: 1 };
        const absent = { ...line, id: "absent", createdAt: AT };
        const good = { id: "good", name: "good.wav", sha256: "lie", mime: "text/html" };
        const media = [
          { ...line, id: "page", name: "page.wav", createdAt: AT },
          { ...line, id: "empty", name: "empty.wav", createdAt: AT },
          absent,
          { ...absent, id: "../../etc/passwd", name: "path.wav" },
          { ...good, sizeBytes: 999_999, createdAt: AT },
        ];
        const files = { page: PAGE, empty: Buffer.alloc(0), good: wavTone() };
        const done = await imported(app, app.u1, archiveWith(files, { media }));
        expect(codesOf(done)).toEqual(
          ["page.wav", "empty.wav", "absent.wav", "path.wav"].map((name) => [
            name,
            "media_unusable",
          ]),
        );
        const stored = await app.deps.database
          .selectFrom("media")
          .select(["name", "mime", "sha256", "size_bytes"])
          .execute();
        const told = { sha256: sha256(wavTone()), size_bytes: wavTone().length };
        expect(stored).toEqual([{ name: "good.wav", mime: "audio/wav", ...told }]);
        return over;
      },
      status: 200,
    },
    "keep names in any script, and lose what no name can have": {
      as: "learner",
      send: async (app) => {
        const named = { a: "😀 家/…\\.wav", b: "\u0001\n ", c: `${"x".repeat(999)}.wav` };
        const media = Object.entries(named).map(([id, name]) => ({
          ...{ id, name, sha256: "", mime: "", sizeBytes: 1, createdAt: AT },
        }));
        const files = { a: wavTone(0.2), b: wavTone(0.3), c: wavTone(0.4) };
        const done = await imported(app, app.u1, archiveWith(files, { media }));
        expect(done).toMatchObject({ state: "done", problems: [], counts: { media: 3 } });
        expect((await playing(app, app.u1)).map(([, name]) => name)).toEqual([
          ...[named.a, "file", "x".repeat(255)],
        ]);
        // And leave again.
        const u2 = await app.learner();
        const again = await imported(app, u2, await archiveOf(app, app.u1));
        expect(again).toMatchObject({ state: "done", problems: [], counts: { media: 3 } });
        return over;
      },
      status: 200,
    },
    "are nobody else's: the id of another learner's file leads nowhere": {
      as: "learner",
      send: async (app) => {
        const u2 = await app.learner();
        const headers = { ...u2.headers, "content-type": "application/octet-stream" };
        const path = "/api/media?name=secret.wav";
        const reply = await app.send("POST", path, { body: wavTone(), headers });
        const { id } = reply.body.data;
        const told = archiveWith({ [id]: PAGE });
        const done = await imported(app, app.u1, told);
        expect(codesOf(done)).toEqual([[`${id}.wav`, "media_unusable"]]);
        expect(await playing(app, app.u1)).toEqual([[`text ${id}`, null]]);
        return over;
      },
      status: 200,
    },
    "are those of the library where own words play them": {
      as: "learner",
      send: async (app) => {
        const row = { id: "lib", user_id: null, sha256: sha256(wavTone()), name: "lib.wav" };
        const facts = {
          mime: "audio/wav",
          size_bytes: wavTone().length,
          created_at_ms: app.clock.nowMs(),
        } as const;
        const { database } = app.deps;
        const blob = { sha256: row.sha256, bytes: wavTone() };
        await database.insertInto("media_blobs").values(blob).execute();
        await database
          .insertInto("media")
          .values({ ...row, ...facts })
          .execute();
        const word = { text: "Haus", meaning: "house", audioUrl: "/api/media/lib" };
        await post(app, app.u1, "/api/own-words", word);
        const bytes = await archiveOf(app, app.u1);
        const u2 = await app.learner();
        const first = await imported(app, u2, bytes);
        expect(first).toMatchObject({ error: null, counts: { own: 1, media: 0 } });
        // Another service has no such recording.
        await database.deleteFrom("media").where("id", "=", "lib").execute();
        const u3 = await app.learner();
        expect((await imported(app, u3, bytes)).counts).toMatchObject({ own: 1, media: 1 });
        expect(await playing(app, u3)).toEqual([["Haus", "lib.wav"]]);
        return over;
      },
      status: 200,
    },
    "and days come whole, however many lines there are": {
      as: "learner",
      send: async (app) => {
        const none = { answers: 1, correct: 1, responseTimeTotalMs: 1, newWords: 0 };
        const rest = { reviewWords: 0, masteredWords: 0, studyMs: 1 };
        const day = (n: number) => new Date(Date.UTC(2025, 0, n)).toISOString().slice(0, 10);
        const days = Array.from({ length: 250 }, (_, n) => n).flatMap((n) =>
          (n === 0 ? ["learning"] : ["learning", "review"]).map((category) => ({
            ...{ day: day(n + 1), category, ...none, ...rest },
          })),
        );
        const names = Array.from({ length: 299 }, (_, n) => `${String(n).padStart(3, "0")}.wav`);
        const files = names.map((name) => ({ wordId: "word a", name, mediaId: "a" }));
        const told = { daily_activity: days, word_media: files };
        await imported(app, app.u1, archiveWith({ a: wavTone() }, told));
        const count = async (table: "daily_activity" | "word_media") =>
          (await app.deps.database.selectFrom(table).select("user_id").execute()).length;
        expect(await count("daily_activity")).toBe(days.length);
        expect(await count("word_media")).toBe(files.length);
        return over;
      },
      status: 200,
    },
  });
});
