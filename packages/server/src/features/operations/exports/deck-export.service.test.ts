import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { deckWords, openDeck, sourceOfFile, type DeckRow } from "@wordloom/imports";
import { apkgOf, BASIC, type TestDeck } from "@wordloom/imports/deck-for-tests";
import { ankiPython, throughAnki, type AnkiFacts } from "@wordloom/testing/anki/real-anki";
import { mp3, png } from "@wordloom/testing/content/sounds";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { buildTestApp, onlyFeature, type TestApp } from "@wordloom/testing/service/build-test-app";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { importsRoutes } from "../../library/imports/imports.routes.ts";
import { importsWorker } from "../../library/imports/imports.worker.ts";
import { ownWordsRoutes } from "../../library/own-words/own-words.routes.ts";
import { receiveMedia } from "../../library/media/media.service.ts";
import { addWordsToBook, createBook } from "../../library/wordbooks/wordbooks.service.ts";
import { recordsRoutes } from "../../study/records/records.routes.ts";
import { exportDeck, type DeckWish } from "./deck-export.service.ts";

const DAY_MS = 86_400_000;
const ALL: DeckWish = { bookIds: undefined, reviews: true, media: true };
const never = new AbortController().signal;

let app: TestApp;
let me: Awaited<ReturnType<TestApp["learner"]>>;

beforeEach(async () => {
  app = await buildTestApp({
    settings: { RECORDS_OUTBOX_ASYNC: "false" },
    features: onlyFeature({ routes: [importsRoutes, ownWordsRoutes, recordsRoutes] }),
  });
  me = await app.learner();
});
afterEach(() => app.close());
afterAll(closeCleanDatabase);

const learner = () => ({ kind: "learner", id: me.id, sessionId: me.sessionId }) as const;

async function exported(wish: Partial<DeckWish> = {}): Promise<Buffer> {
  const { body } = await exportDeck(app.deps, learner(), { ...ALL, ...wish }, { signal: never });
  return buffer(body);
}

async function importDeck(bytes: Uint8Array, options: object = { newBooks: "by_deck" }) {
  const headers = { ...me.headers, "content-type": "application/octet-stream" };
  const body = Buffer.from(bytes);
  const { body: sent } = await app.send("POST", "/api/imports?name=deck.apkg", { body, headers });
  await importsWorker.run(app.deps, never);
  const { id } = sent.data;
  const run = { body: options, headers: me.headers };
  await app.send("POST", `/api/imports/${id}/run`, run);
  await importsWorker.run(app.deps, never);
  const shown = await app.send("GET", `/api/imports/${id}`, { headers: me.headers });
  return shown.body.data;
}

async function answer(wordId: string, record: object = {}) {
  const body = { wordId, isCorrect: true, responseTimeMs: 1200, ...record };
  const reply = await app.send("POST", "/api/records", { body, headers: me.headers });
  expect(reply.status, reply.text).toBeLessThan(300);
}

/** What our own reader finds in a deck. */
async function read(bytes: Uint8Array) {
  const folder = mkdtempSync(join(tmpdir(), "wordloom-read-"));
  const path = join(folder, "file");
  writeFileSync(path, bytes);
  const source = sourceOfFile(path);
  const deck = await openDeck(source, "a.apkg", join(folder, "collection"), app.clock.nowMs());
  if (deck === undefined) throw new Error("no deck");
  const found = {
    problems: deck.problems.count,
    decks: [...deck.collection.decks.values()].map(({ name }) => name),
    types: [...deck.collection.noteTypes.values()].map(({ name }) => name),
    rows: [...deckWords(deck, {})],
    files: Object.fromEntries([...deck.media.files].map(([name, { size }]) => [name, size])),
  };
  deck.close();
  source.close();
  rmSync(folder, { recursive: true });
  return found;
}

const byText = (rows: readonly DeckRow[]) =>
  new Map(rows.flatMap((row) => ("word" in row ? [[row.word.text, row] as const] : [])));

/** A deck with a schedule, a flag, a mark, aside cards and a note type with three fields. */
const FIRST_MS = Date.UTC(2026, 0, 5, 9);
const DECK: TestDeck = {
  types: [
    BASIC,
    { id: 7, name: "Three", fields: ["Wort", "Satz", "Sinn"], templates: ["{{Wort}}"] },
  ],
  decks: [
    { id: 1, name: "Default" },
    { id: 2, name: "Deutsch::Verben" },
  ],
  notes: [
    { id: 10, fields: ["das <b>Haus</b>", "the house"], tags: " marked A1 " },
    { id: 11, fields: ["der Baum", "the tree"] },
    { id: 12, type: 7, fields: ["gehen", "Ich gehe.", "to go"] },
  ],
  cards: [
    {
      id: 100,
      nid: 10,
      type: 2,
      queue: 2,
      due: 900,
      ivl: 40,
      factor: 2350,
      reps: 3,
      lapses: 1,
      data: '{"s":41.5,"d":6.25}',
    },
    { id: 101, nid: 10, ord: 1, due: 3, queue: -1 },
    { id: 110, nid: 11, due: 4, flags: 2 },
    { id: 111, nid: 11, ord: 1, due: 4 },
    { id: 120, nid: 12, did: 2, type: 2, queue: -1, due: 800, ivl: 9, factor: 2500, reps: 1 },
  ],
  reviews: [
    [FIRST_MS, 100, 1, 1, 0, 2500, 4000, 0],
    [FIRST_MS + 7, 100, 3, 1, 1, 2500, 4000, 0],
  ],
};

describe("a deck that is exported", () => {
  it("has a deck for each book, and words of no deck as notes of the type Wordloom", async () => {
    await app.words([
      {
        text: "bank <1>",
        meaning: "shore\nside",
        reading: "r",
        pronunciation: "bæŋk",
        examples: ["The bank.", "Two"],
        exampleMeanings: ["Das Ufer.", ""],
        tags: ["a b"],
        audioUrl: "https://example.org/a.mp3",
      },
    ]);
    const book = { name: "Mine", description: "", tags: [], userId: me.id };
    const { id } = await createBook(app.deps, app.deps.database, book);
    await addWordsToBook(app.deps.database, id, ["w1"], 0);
    const found = await read(await exported());
    expect(found).toMatchObject({ problems: 0, decks: ["Default", "Mine"], types: ["Wordloom"] });
    expect(found.rows).toMatchObject([
      {
        group: "Mine",
        word: {
          text: "bank <1>",
          meaning: "shore\nside",
          reading: "r",
          pronunciation: "bæŋk",
          examples: ["The bank. — Das Ufer.", "Two"],
          tags: ["a_b"],
          audio: "https://example.org/a.mp3",
        },
        note: { guid: "wordloom-w1", cards: [{ stage: "new", ordinal: 0 }] },
      },
    ]);
  });

  it("carries dates, memory and answers, and a production card where one was asked", async () => {
    await app.words([{ text: "a" }, { text: "b" }]);
    await answer("w1", { clientRecordId: "c1", recordType: "learning", selfRating: 3 });
    app.clock.advance(3 * DAY_MS);
    await answer("w1", { questionMode: "meaning-to-word", isCorrect: false, selfRating: 2 });
    await answer("w2");
    const rows = byText((await read(await exported())).rows);
    const first = rows.get("a")?.note;
    expect(first?.cards.map(({ ordinal, stage }) => [ordinal, stage])).toEqual([
      [0, "review"],
      [1, "review"],
    ]);
    const state = await app.deps.database
      .selectFrom("word_states")
      .selectAll()
      .where("word_id", "=", "w1")
      .executeTakeFirstOrThrow();
    const { trace } = JSON.parse(state.memory_json ?? "{}");
    for (const card of first?.cards ?? []) {
      expect(card.memory?.stability).toBeCloseTo(trace.stability, 3);
      expect(card.memory?.difficulty).toBeCloseTo(trace.difficulty, 2);
      const lateMs = (card.dueMs ?? 0) - Number(state.next_review_at_ms);
      expect(Math.abs(lateMs)).toBeLessThan(DAY_MS);
    }
    expect(first?.reviews).toMatchObject([
      { id: app.clock.nowMs() - 3 * DAY_MS, ordinal: 0, rating: 4, kind: "learning" },
      { id: app.clock.nowMs(), ordinal: 1, rating: 1, responseTimeMs: 1200 },
    ]);
    expect(rows.get("b")?.note?.cards).toHaveLength(1);
  });

  it("has only new cards without reviews, and no recordings without media", async () => {
    await app.words([{ text: "a", audioUrl: "https://example.org/a.mp3" }]);
    await answer("w1");
    const [row] = (await read(await exported({ reviews: false, media: false }))).rows;
    expect(row).not.toHaveProperty("word.audio");
    expect(row?.note).toMatchObject({ reviews: [], cards: [{ stage: "new", repetitions: 0 }] });
  });

  it("gives back what came from a deck: note types, fields, tags, ids, cards", async () => {
    await importDeck(apkgOf(DECK));
    const [before, after] = [await read(apkgOf(DECK)), await read(await exported())];
    expect(after.decks.toSorted()).toEqual(before.decks.toSorted());
    expect(after.types.toSorted()).toEqual(before.types.toSorted());
    const plain = ({ rows }: typeof before) =>
      rows.map((row) => ({
        ...row,
        note: {
          ...row.note,
          deckId: "",
          reviews: [],
          dueMs: 0,
          cards: row.note?.cards.map(({ dueMs, ...card }) => ({
            ...card,
            deckId: "",
            dueDay: dueMs === null ? null : new Date(dueMs).toISOString().slice(0, 10),
          })),
        },
      }));
    expect(plain(after)).toEqual(plain(before));
  });

  it("gives back reviews with their ids, ratings, times, cards and intervals", async () => {
    await importDeck(apkgOf(DECK));
    const { rows: found } = await read(await exported());
    const { rows: before } = await read(apkgOf(DECK));
    expect(byText(found).get("das Haus")?.note?.reviews).toEqual(
      byText(before).get("das Haus")?.note?.reviews,
    );
  });

  it("is known when it comes back, also after its words were changed", async () => {
    await importDeck(apkgOf(DECK));
    const word = { text: "Kohl", meaning: "cabbage", language: "de" };
    await app.send("POST", "/api/own-words", { body: word, headers: me.headers });
    const file = await exported();
    await app.deps.database.updateTable("words").set({ meaning: "other" }).execute();
    const { counts } = await importDeck(file);
    expect(counts).toMatchObject({ words: 0, own: 0, duplicates: 4 });
  });

  it("follows what the learner did here with words of a deck", async () => {
    await importDeck(apkgOf(DECK));
    const words = await app.deps.database.selectFrom("words").select(["id", "text"]).execute();
    const idOf = (text: string) => words.find((word) => word.text === text)?.id ?? "";
    await answer(idOf("das Haus"), { questionMode: "meaning-to-word" });
    await app.deps.database.deleteFrom("word_favorites").execute();
    await app.deps.database.deleteFrom("suspended_words").execute();
    const rows = byText((await read(await exported())).rows);
    const cards = rows.get("das Haus")?.note?.cards ?? [];
    expect(cards[0]).toMatchObject({ interval: 40, ease: 2350, lapses: 1 });
    expect(cards[1]).toMatchObject({ stage: "review", repetitions: 1 });
    expect(rows.get("das Haus")?.note?.tags).toEqual(["A1"]);
    expect(rows.get("gehen")?.note?.cards).toMatchObject([{ queue: "active" }]);
  });

  it("says in the note of a deck what the learner changed in the word", async () => {
    await importDeck(apkgOf(DECK));
    const words = await app.deps.database.selectFrom("words").select(["id", "text"]).execute();
    const patch = async (text: string, body: object) => {
      const id = words.find((word) => word.text === text)?.id ?? "";
      await app.send("PATCH", `/api/own-words/${id}`, { body, headers: me.headers });
    };
    await patch("das Haus", { meaning: "a <house>\nor home" });
    await patch("der Baum", { text: "Baum" });
    const { rows } = await read(await exported());
    const notes = new Map(rows.map(({ note }) => [note?.guid, note]));
    expect(notes.get("guid-10")?.fields).toEqual(["das <b>Haus</b>", "a &lt;house&gt;<br>or home"]);
    expect(notes.get("guid-10")?.modifiedS).toBe(Math.floor(app.clock.nowMs() / 1000));
    expect(notes.get("guid-11")?.fields).toEqual(["Baum", "the tree"]);
    expect(notes.get("guid-12")?.fields).toEqual(["gehen", "Ich gehe.", "to go"]);
  });

  it("holds the recordings of words, and the files that notes of decks name", async () => {
    await importDeck(apkgOf(DECK), { media: "ignore", newBooks: "by_deck" });
    const { media: sound } = await receiveMedia(app.deps, learner(), "haus.mp3", mp3());
    const { media: picture } = await receiveMedia(app.deps, learner(), "x", png());
    const word = { text: "Kohl", meaning: "cabbage", language: "de", audioUrl: sound.url };
    await app.send("POST", "/api/own-words", { body: word, headers: me.headers });
    const { id } = await app.deps.database
      .selectFrom("words")
      .select("id")
      .where("text", "=", "das Haus")
      .executeTakeFirstOrThrow();
    const named = { user_id: me.id, word_id: id, name: "Häuser 1.png", media_id: picture.id };
    await app.deps.database.insertInto("word_media").values(named).execute();
    const found = await read(await exported());
    const name = `wordloom-${sound.id}.mp3`;
    expect(byText(found.rows).get("Kohl")).toMatchObject({ word: { audio: name } });
    expect(found.files).toEqual({ [name]: mp3().length, "Häuser 1.png": png().length });
    expect((await read(await exported({ media: false }))).files).toEqual({});
  });

  it("holds only the books that are asked for, if the learner may read them", async () => {
    const other = await app.learner();
    await app.words([{ text: "a" }, { text: "b" }]);
    const make = async (name: string, userId: string | null, wordId: string) => {
      const draft = { name, description: "", tags: [], userId };
      const { id } = await createBook(app.deps, app.deps.database, draft);
      await addWordsToBook(app.deps.database, id, [wordId], 0);
      return id;
    };
    const mine = await make("Mine", me.id, "w1");
    await make("More", me.id, "w2");
    const foreign = await make("Foreign", other.id, "w2");
    const found = await read(await exported({ bookIds: [mine] }));
    expect([...byText(found.rows).keys()]).toEqual(["a"]);
    await expect(exported({ bookIds: [mine, foreign] })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    await expect(exported({ bookIds: ["none"] })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("leaves nothing on the disk, also when the caller goes away", async () => {
    const folder = mkdtempSync(join(tmpdir(), "wordloom-empty-"));
    vi.stubEnv("TMPDIR", folder);
    await app.words([{ text: "a" }]);
    await answer("w1");
    await exported();
    await expect(
      exportDeck(app.deps, learner(), ALL, { signal: AbortSignal.abort() }),
    ).rejects.toThrow();
    const { body } = await exportDeck(app.deps, learner(), ALL, { signal: never });
    await new Promise((resolve) => body.once("close", resolve).destroy());
    await expect.poll(() => readdirSync(folder)).toEqual([]);
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  it("is refused while too many others wait", async () => {
    const many = Array.from({ length: 12 }, () => exported());
    const results = await Promise.allSettled(many);
    const refused = results.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused.length).toBeGreaterThan(0);
    for (const reason of refused) expect(reason).toMatchObject({ code: "UNAVAILABLE" });
  });
});

describe.skipIf(ankiPython === undefined)(
  "a deck that Anki imports, where its Python package is",
  () => {
    it("has all notes, cards, dates, memory and reviews, and updates the second time", async () => {
      await app.words([
        { text: "a", meaning: "one" },
        { text: "b", meaning: "two" },
      ]);
      await answer("w1", { clientRecordId: "c1", recordType: "learning", selfRating: 3 });
      app.clock.advance(3 * DAY_MS);
      await answer("w1", { questionMode: "meaning-to-word", selfRating: 1 });
      const first = await exported();
      app.clock.advance(5_000);
      await app.deps.database
        .updateTable("words")
        .set({ meaning: "uno", updated_at_ms: app.clock.nowMs() })
        .where("id", "=", "w1")
        .execute();
      await answer("w2");
      const { facts } = throughAnki([first, await exported()]);
      expect(facts.logs).toMatchObject([{ new: 1 }, { new: 1, updated: 1 }]);
      expect(facts.notes).toMatchObject([
        { guid: "wordloom-w1", type: "Wordloom", fields: ["a", "uno", "", "", "", ""] },
        { guid: "wordloom-w2", type: "Wordloom", fields: ["b", "two", "", "", "", ""] },
      ]);
      expect(facts.cards.map(({ guid, ord, type }) => [guid, ord, type])).toEqual([
        ["wordloom-w1", 0, 2],
        ["wordloom-w1", 1, 2],
        ["wordloom-w2", 0, 2],
      ]);
      const states = await app.deps.database.selectFrom("word_states").selectAll().execute();
      for (const card of facts.cards) {
        const state = states.find(({ word_id }) => card.guid === `wordloom-${word_id}`);
        const { trace } = JSON.parse(state?.memory_json ?? "{}");
        expect(card.s).toBeCloseTo(trace.stability, 3);
        expect(card.d).toBeCloseTo(trace.difficulty, 2);
        const due = new Date(Number(state?.next_review_at_ms)).toISOString().slice(0, 10);
        expect(card).toMatchObject({ due, reps: 1, lapses: 0 });
      }
      const [beganMs, nowMs] = [app.clock.nowMs() - 3 * DAY_MS - 5_000, app.clock.nowMs()];
      expect(facts.reviews).toEqual([
        [beganMs, "wordloom-w1", 0, 4, expect.any(Number), 0, 0, 1200, 0],
        [nowMs - 5_000, "wordloom-w1", 1, 2, expect.any(Number), 0, 2500, 1200, 1],
        [nowMs, "wordloom-w2", 0, 3, expect.any(Number), 0, 2500, 1200, 1],
      ]);
      expect(facts.types["Wordloom"]?.cards).toEqual(["Recognition", "Production"]);
    });

    it.skipIf(REAL === undefined)("gives back a deck that Anki wrote as it was", async () => {
      const bytes = readFileSync(REAL ?? "");
      // The deck is of Arizona, which is as many hours behind all year.
      await app.deps.database
        .insertInto("preferences")
        .values({ user_id: me.id, time_zone: "America/Phoenix" } as never)
        .execute();
      await importDeck(bytes);
      const back = throughAnki([await exported()], "America/Phoenix").facts;
      const before = throughAnki([bytes], "America/Phoenix").facts;
      // One note is longer than words may be; another one has the word of a note, but no meaning.
      const isTaken = ({ guid }: { readonly guid: string }) =>
        guid !== TOO_LONG && guid !== ANOTHER;
      expect(sorted(back.notes)).toEqual(sorted(before.notes).filter(isTaken));
      // Cards that a filtered deck had are at home again, with their own dates. Cards are buried
      // until the next day, by whomever.
      const lent = new Set(
        before.cards.flatMap(({ deck, guid, ord }) => (deck === LENT_TO ? [`${guid} ${ord}`] : [])),
      );
      const atHome = ({ cards }: AnkiFacts) =>
        cards
          .filter(isTaken)
          .map((card) => ({ ...card, queue: Math.max(-2, card.queue) }))
          .map((card) =>
            lent.has(`${card.guid} ${card.ord}`) ? { ...card, deck: "", due: 0, queue: 0 } : card,
          );
      expect(lent.size).toBe(8);
      // Dates that were set by hand, and those that Anki moved itself, are no answers.
      const answers = before.reviews.filter(([, , , rating]) => rating);
      const others = new Set(answers.flatMap(([id, guid]) => (guid === ANOTHER ? [id] : [])));
      expect(back.reviews.filter(([id]) => !others.has(id))).toEqual(
        answers.filter(([, guid]) => isTaken({ guid: String(guid) })),
      );
      expect(atHome(back)).toEqual(atHome(before));
    });
  },
);

/** Decks that Anki itself wrote, kept beside the repository. */
const REAL = [
  join(import.meta.dirname, "../../../../../../../shared/data/decks/wl-sched-anki21b.apkg"),
].find(existsSync);

const LENT_TO = "Cram::rest";
const ANOTHER = "oT&acd0nPy";
const TOO_LONG = "^XL+~mc?Ye";

const sorted = <T extends { readonly guid: string }>(list: readonly T[]) =>
  list.toSorted((a, b) => a.guid.localeCompare(b.guid));
