import type { CenterWord } from "@wordloom/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openLibraryNeeds, type LibraryNeeds } from "../../../testing/app/library-needs.ts";
import { openLocalWeb, type LocalWeb } from "@wordloom/testing/neighbors/local-web";
import { centerPages, remoteBook, remoteWord } from "@wordloom/testing/neighbors/remote-book";
import { wavTone } from "@wordloom/testing/content/sounds";
import { fetchRecordings } from "../recordings/fetch-recordings.service.ts";
import { addOwnBookWords, createOwnBook, listBookWords } from "../wordbooks/wordbooks.service.ts";
import { changeWord, createWord, deleteWord, listLibrary } from "../words/words.service.ts";
import { importFromCenter } from "./center-import.service.ts";
import { foreseeSync, syncBook } from "./center-sync.service.ts";
import { changeCenterUrl, listUpdates } from "./wordbook-center.service.ts";

const ann = { kind: "learner", id: "ann", sessionId: "s1" } as const;
const bob = { kind: "learner", id: "bob", sessionId: "s2" } as const;

let needs: LibraryNeeds;
let center: LocalWeb;
beforeAll(async () => {
  needs = await openLibraryNeeds();
  center = await openLocalWeb();
});
beforeEach(async () => {
  await needs.clear();
  for (const learner of [ann, bob]) await changeCenterUrl(needs, learner, center.url);
});
afterAll(async () => {
  await center.close();
  await needs.close();
});

function serve(version: string, words: CenterWord[]): void {
  const pages = centerPages(remoteBook(words, { version }));
  for (const [path, page] of Object.entries(pages)) center.pages.set(path, page);
}

async function importThen(words: CenterWord[], next: CenterWord[], before = async () => {}) {
  serve("1", words);
  await before();
  const { wordbook } = await importFromCenter(needs, "ann", "demo");
  serve("2", next);
  return wordbook.id;
}

async function textsOf(bookId: string): Promise<string[]> {
  const { data } = await listBookWords(needs, ann, bookId, { page: 1 });
  return data.map(({ text }) => text);
}

async function library(): Promise<Record<string, string>> {
  const { data } = await listLibrary(needs, null, { page: 1 });
  return Object.fromEntries(data.map(({ text, meaning }) => [text, meaning]));
}

describe("foreseeSync", () => {
  /** Checks that the predicted counts come true. */
  async function isTrue(): Promise<object> {
    const {
      localVersion: _,
      remoteVersion: __,
      ...counts
    } = await foreseeSync(needs, "ann", "demo");
    expect(await syncBook(needs, "ann", "demo")).toMatchObject(counts);
    return counts;
  }

  it("reports added, changed and removed words", async () => {
    const before = [remoteWord("a", { meanings: ["old"] }), remoteWord("b"), remoteWord("c")];
    const after = [remoteWord("a", { meanings: ["new"] }), remoteWord("b"), remoteWord("d")];
    await importThen(before, after);
    expect(await isTrue()).toEqual({ wordsAdded: 1, wordsUpdated: 1, wordsRemoved: 1 });
    expect(await isTrue()).toEqual({ wordsAdded: 0, wordsUpdated: 0, wordsRemoved: 0 });
  });

  it("takes phonetics in other code points for the same", async () => {
    const phonetic = "[kafe\u0301]";
    const composed = remoteWord("a", { phonetic: phonetic.normalize("NFC") });
    await importThen([remoteWord("a", { phonetic })], [composed]);
    expect(await isTrue()).toEqual({ wordsAdded: 0, wordsUpdated: 0, wordsRemoved: 0 });
    const { data } = await listLibrary(needs, null, { page: 1 });
    expect(data[0]?.pronunciation).toBe("[kaf\u00e9]");
  });

  it("counts library words that it would link, and those it keeps", async () => {
    await importThen([remoteWord("a")], [remoteWord("a"), remoteWord("B"), remoteWord(" b ")]);
    await createWord(needs, { text: "b", meaning: "mine" });
    expect(await isTrue()).toEqual({ wordsAdded: 1, wordsUpdated: 0, wordsRemoved: 0 });
  });

  it("keeps recordings that were fetched from the center's address", async () => {
    const audioUrl = "https://c.example/a.wav";
    const words = [remoteWord("a", { audioUrl })];
    await importThen(words, words);
    const fetched = { ...needs.outbound, fetch: async () => wavTone() };
    const never = new AbortController().signal;
    await fetchRecordings({ ...needs, outbound: fetched }, never, () => {});
    expect(await isTrue()).toEqual({ wordsAdded: 0, wordsUpdated: 0, wordsRemoved: 0 });
    const { data } = await listLibrary(needs, null, { page: 1 });
    expect(data[0]?.audioUrl).toMatch(/^\/api\/media\//);
  });

  it("does not change words that were in the library before the import", async () => {
    const mine = async () => void (await createWord(needs, { text: "Lion", meaning: "mine" }));
    const before = [remoteWord("lion", { meanings: ["x"] })];
    await importThen(before, [remoteWord("lion", { meanings: ["y"] })], mine);
    expect(await isTrue()).toEqual({ wordsAdded: 0, wordsUpdated: 0, wordsRemoved: 0 });
  });
});

describe("syncBook", () => {
  it("adds, changes and removes words like the center, and records the version", async () => {
    const before = [remoteWord("a", { meanings: ["old"] }), remoteWord("b"), remoteWord("c")];
    const after = [remoteWord("a", { meanings: ["new"] }), remoteWord("b"), remoteWord("d")];
    const bookId = await importThen(before, after);
    expect(await listUpdates(needs, "ann")).toEqual([
      {
        remoteId: "demo",
        name: "Demo",
        localVersion: "1",
        remoteVersion: "2",
        localWordbookId: bookId,
      },
    ]);
    expect(await syncBook(needs, "ann", "demo")).toMatchObject({
      wordbook: { id: bookId, wordCount: 3 },
      wordsAdded: 1,
      wordsUpdated: 1,
      wordsRemoved: 1,
    });
    expect(await textsOf(bookId)).toEqual(["a", "b", "d"]);
    expect(await library()).toEqual({ a: "new", b: "", d: "" });
    expect(await listUpdates(needs, "ann")).toEqual([]);
  });

  it("makes changed words searchable by their new meaning only", async () => {
    await importThen(
      [remoteWord("a", { meanings: ["gibbon"] })],
      [remoteWord("a", { meanings: ["macaw"] })],
    );
    await syncBook(needs, "ann", "demo");
    const totalOf = async (search: string) =>
      (await listLibrary(needs, null, { page: 1, search })).total;
    expect([await totalOf("gibbon"), await totalOf("macaw")]).toEqual([0, 1]);
  });

  it("changes nothing when it is repeated", async () => {
    await importThen([remoteWord("a")], [remoteWord("a", { meanings: ["new"] }), remoteWord("b")]);
    await syncBook(needs, "ann", "demo");
    expect(await syncBook(needs, "ann", "demo")).toMatchObject({
      wordsAdded: 0,
      wordsUpdated: 0,
      wordsRemoved: 0,
    });
  });

  it("never changes words that were in the library before the import", async () => {
    const mine = async () => {
      await createWord(needs, { text: "Lion", meaning: "mine" });
      await createWord(needs, { text: "tiger", meaning: "mine" });
    };
    const before = [remoteWord("lion", { meanings: ["x"] }), remoteWord("tiger")];
    const bookId = await importThen(before, [remoteWord("lion", { meanings: ["y"] })], mine);
    const result = await syncBook(needs, "ann", "demo");
    expect(result).toMatchObject({ wordsAdded: 0, wordsUpdated: 0, wordsRemoved: 0 });
    expect(await library()).toEqual({ Lion: "mine", tiger: "mine" });
    expect(await textsOf(bookId)).toEqual(["Lion", "tiger"]);
  });

  it("links a new word of the center already in the library", async () => {
    const bookId = await importThen([remoteWord("a")], [remoteWord("a"), remoteWord("B")]);
    await createWord(needs, { text: "b", meaning: "mine" });
    expect(await syncBook(needs, "ann", "demo")).toMatchObject({ wordsAdded: 1, wordsUpdated: 0 });
    expect(await textsOf(bookId)).toEqual(["a", "b"]);
    expect(await library()).toEqual({ a: "", b: "mine" });
  });

  it("keeps difficulty and tags set locally", async () => {
    const bookId = await importThen([remoteWord("a")], [remoteWord("a", { meanings: ["new"] })]);
    const [word] = (await listBookWords(needs, ann, bookId, { page: 1 })).data;
    const given = { difficulty: 0.9, tags: ["verb"], partOfSpeech: "noun" };
    await changeWord(needs, word?.id ?? "", { text: "", meaning: "", ...given });
    await syncBook(needs, "ann", "demo");
    const [synced] = (await listBookWords(needs, ann, bookId, { page: 1 })).data;
    expect(synced).toMatchObject({ meaning: "new", ...given });
  });

  it("keeps a word dropped by the center in the library if others use it", async () => {
    const bookId = await importThen([remoteWord("a"), remoteWord("b"), remoteWord("c")], []);
    const [a, b] = (await listBookWords(needs, ann, bookId, { page: 1 })).data;
    const other = await createOwnBook(needs, bob, { name: "Bob's", description: "" });
    await addOwnBookWords(needs, bob, other.id, [a?.id ?? ""]);
    await learn(b?.id ?? "");
    expect(await syncBook(needs, "ann", "demo")).toMatchObject({ wordsRemoved: 3 });
    expect(await textsOf(bookId)).toEqual([]);
    expect(Object.keys(await library())).toEqual(["a", "b"]);
  });

  it("restores a word that was deleted locally", async () => {
    const words = [remoteWord("a"), remoteWord("b")];
    const bookId = await importThen(words, words);
    const [word] = (await listBookWords(needs, ann, bookId, { page: 1 })).data;
    await deleteWord(needs, word?.id ?? "");
    expect(await syncBook(needs, "ann", "demo")).toMatchObject({ wordsAdded: 1 });
    expect((await textsOf(bookId)).toSorted()).toEqual(["a", "b"]);
  });

  it("keeps a word unchanged if the center's new version exceeds the limits", async () => {
    const long = remoteWord("a", { examples: ["x".repeat(1001)] });
    await importThen([remoteWord("a", { meanings: ["old"] })], [long]);
    const result = await syncBook(needs, "ann", "demo");
    expect(result).toMatchObject({ wordsAdded: 0, wordsUpdated: 0, wordsRemoved: 0 });
    expect(await library()).toEqual({ a: "old" });
  });

  it("refuses a book that is not imported without a request to the center", async () => {
    await importThen([remoteWord("a")], []);
    const fetches = () => center.requests.filter((request) => request.startsWith("GET")).length;
    const before = fetches();
    await expect(syncBook(needs, "bob", "demo")).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(fetches()).toBe(before);
  });
});

async function learn(wordId: string): Promise<void> {
  const atMs = needs.clock.nowMs();
  await needs.database
    .insertInto("word_states")
    .values({
      user_id: "bob",
      word_id: wordId,
      state: "learning",
      mastery_level: 0,
      next_review_at_ms: null,
      half_life_hours: 24,
      correct_streak: 0,
      total_attempts: 1,
      stability_days: 0,
      last_answer_at_ms: atMs,
      memory_json: null,
      created_at_ms: atMs,
      updated_at_ms: atMs,
    })
    .execute();
}
