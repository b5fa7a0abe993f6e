import type { CenterWord } from "@wordloom/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { turnsDuring } from "../../../testing/app/turns-during.ts";
import { openLibraryNeeds, type LibraryNeeds } from "../../../testing/app/library-needs.ts";
import { openLocalWeb, type LocalWeb } from "@wordloom/testing/neighbors/local-web";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { partialDeps } from "../../../testing/app/partial-deps.ts";
import {
  bookFile,
  centerPages,
  remoteBook,
  remoteWord,
} from "@wordloom/testing/neighbors/remote-book";
import { LEFTOVERS_WORKER, removeDeadImports } from "../library-imports/library-imports.service.ts";
import { readBookProgress } from "../../progress/book-progress/book-progress.service.ts";
import { findWordbooks, listBookWords, listOwnBooks } from "../wordbooks/wordbooks.service.ts";
import { countWords, createWord, listLibrary } from "../words/words.service.ts";
import { importFromCenter, importFromUrl, storeBook } from "./center-import.service.ts";
import { syncBook } from "./center-sync.service.ts";
import { listImportHistory } from "./import-history.service.ts";
import { browseCenter, changeCenterUrl } from "./wordbook-center.service.ts";

const ann = { kind: "learner", id: "ann", sessionId: "s1" } as const;
const source = "https://c.example/wordbooks/demo.json";
/** How long a running import may be silent. */
const SILENT_MS = 29_000;
/** Longer than a running import is silent. */
const DEAD_MS = 31_000;

let needs: LibraryNeeds;
let center: LocalWeb;
beforeAll(async () => {
  needs = await openLibraryNeeds();
  center = await openLocalWeb();
});
beforeEach(() => needs.clear());
afterAll(async () => {
  await center.close();
  await needs.close();
});

const slices = [["a", "b"], ["B", "c", " "], ["d"]].map((texts) =>
  texts.map((text) => remoteWord(text)),
);

/** A book in three slices. `at` runs before each of them. */
function slicedBook(at: (slice: number) => void = () => undefined) {
  const book = bookFile(remoteBook(slices.flat()));
  return {
    ...book,
    *words(): Generator<CenterWord[]> {
      for (const [index, slice] of slices.entries()) {
        at(index);
        yield slice;
      }
    },
  };
}

function failsAt(slice: number) {
  return slicedBook((index) => {
    if (index === slice) throw new Error("the process ended");
  });
}

/** Leaves an import after two slices as a killed process does, without discarding it. */
async function importKilled(): Promise<void> {
  await expect(storeBook(needs, "ann", source, failsAt(2))).rejects.toThrow("ended");
  const discarded = needs.database.updateTable("wordbooks").where("type", "=", "discarded");
  await discarded.set({ type: "importing" }).execute();
}

const never = new AbortController().signal;
const history = async () => (await listImportHistory(needs, ann, { page: 1 })).data;
const leftovers = async () => {
  const rows = await Promise.all(
    (["wordbooks", "wordbook_words", "wordbook_imports", "wordbook_import_words"] as const).map(
      (table) => needs.database.selectFrom(table).selectAll().execute(),
    ),
  );
  return rows.flat();
};

describe("an import in slices", () => {
  it("counts across all of them", async () => {
    const result = await storeBook(needs, "ann", source, slicedBook());
    expect(result).toMatchObject({ wordsImported: 4, wordsSkipped: 2, wordbook: { wordCount: 4 } });
    const page = await listBookWords(needs, ann, result.wordbook.id, { page: 1 });
    expect(page.data.map(({ text }) => text)).toEqual(["a", "b", "c", "d"]);
    expect(await history()).toMatchObject([
      { wordsImported: 4, wordsSkipped: 2, status: "complete" },
    ]);
  });

  it("lets requests in after each of them", async () => {
    const turns = await turnsDuring(() => storeBook(needs, "ann", source, slicedBook()));
    expect(turns).toBeGreaterThanOrEqual(slices.length);
  });

  it("shows its book to nobody before the last one", async () => {
    center.pages.clear();
    const pages = centerPages(remoteBook(slices.flat()));
    for (const [path, page] of Object.entries(pages)) center.pages.set(path, page);
    await changeCenterUrl(needs, ann, center.url);
    await importFromCenter(needs, "ann", "demo");
    await needs.database.updateTable("wordbooks").set({ type: "importing" }).execute();

    const [entry] = await history();
    expect(entry).toMatchObject({ status: "importing", wordsImported: 4, wordsSkipped: 2 });
    const id = entry?.wordbookId ?? "";
    const progress = await readBookProgress(needs.database, ann, undefined);
    expect([await listOwnBooks(needs.database, ann), progress]).toEqual([[], []]);
    expect(await findWordbooks(needs.database, [id])).toEqual([]);
    expect(await browseCenter(needs, "ann")).toMatchObject([{ imported: false }]);
    const missing = { code: "NOT_FOUND" };
    await expect(listBookWords(needs, ann, id, { page: 1 })).rejects.toMatchObject(missing);
    await expect(syncBook(needs, "ann", "demo")).rejects.toMatchObject(missing);
  });

  it("leaves nothing behind when it fails", async () => {
    const known = await createWord(needs, { text: "C", meaning: "mine" });
    const woken: string[] = [];
    const { jobs } = partialDeps({ jobs: { wake: (worker) => void woken.push(worker) } });
    const failing = storeBook({ ...needs, jobs }, "ann", source, failsAt(2));
    await expect(failing).rejects.toThrow("ended");
    expect(woken).toEqual([LEFTOVERS_WORKER]);
    expect(await listOwnBooks(needs.database, ann)).toEqual([]);
    expect(await history()).toMatchObject([{ status: "failed", wordsImported: 2 }]);
    await removeDeadImports(needs, never);
    expect(await leftovers()).toEqual([]);
    expect((await listLibrary(needs, null, { page: 1 })).data).toEqual([known]);
  });

  it("leaves nothing behind when it was killed, after half a minute", async () => {
    await importKilled();
    needs.wait(SILENT_MS);
    await removeDeadImports(needs, never);
    expect(await countWords(needs.database)).toBe(3);
    needs.wait(DEAD_MS - SILENT_MS);
    await removeDeadImports(needs, never);
    expect(await leftovers()).toEqual([]);
    expect(await countWords(needs.database)).toBe(0);
  });

  it("leaves nothing behind when it was killed while the clock was ahead", async () => {
    needs.wait(DAY_MS);
    await importKilled();
    needs.wait(-DAY_MS);
    await removeDeadImports(needs, never);
    expect(await leftovers()).toEqual([]);
  });

  it("keeps words of a killed import that others use", async () => {
    await importKilled();
    const { wordbook } = await storeBook(needs, "bob", source, slicedBook());
    needs.wait(DEAD_MS);
    await removeDeadImports(needs, never);
    expect(wordbook.wordCount).toBe(4);
    expect(await countWords(needs.database)).toBe(4);
  });

  it("can be repeated once the killed import counts as dead", async () => {
    center.pages.set("/book.json", remoteBook(slices.flat()));
    const url = `${center.url}/book.json`;
    const attempt = () => importFromUrl(needs, "ann", url);
    await attempt();
    await needs.database.updateTable("wordbooks").set({ type: "importing" }).execute();
    await expect(attempt()).rejects.toMatchObject({ code: "WB_CENTER_ALREADY_IMPORTED" });
    needs.wait(DEAD_MS);
    expect(await attempt()).toMatchObject({ wordsImported: 4, wordsSkipped: 2 });
    expect(await listOwnBooks(needs.database, ann)).toHaveLength(1);
  });

  // The first transaction opens the import; the fifth shows the book.
  it.each([
    ["second slice", 3, 2],
    ["end", 5, 4],
  ])("ends when its book is erased before its %s", async (_name, transaction, stored) => {
    const database = needs.database.withoutPlugins();
    const begin = database.transaction.bind(database);
    const erase = () => needs.database.deleteFrom("wordbooks").execute();
    let begun = 0;
    Object.assign(database, {
      transaction: () => ({
        async execute(work: Parameters<ReturnType<typeof begin>["execute"]>[0]) {
          begun += 1;
          if (begun === transaction) await erase();
          return begin().execute(work);
        },
      }),
    });
    const importing = storeBook({ ...needs, database }, "ann", source, slicedBook());
    await expect(importing).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(await countWords(needs.database)).toBe(stored);
  });
});

describe("a sync in slices", () => {
  it("keeps the old version until the last one, and can then be completed", async () => {
    await changeCenterUrl(needs, ann, center.url);
    const serve = (words: CenterWord[], version: string) => {
      const pages = centerPages(remoteBook(words, { version }));
      for (const [path, page] of Object.entries(pages)) center.pages.set(path, page);
    };
    // Three slices of 500.
    const texts = Array.from({ length: 1_200 }, (_, number) => `w${number}`);
    serve(
      texts.map((text) => remoteWord(text)),
      "1",
    );
    await importFromCenter(needs, "ann", "demo");
    serve(
      texts.slice(100).map((text) => remoteWord(text, { meanings: ["new"] })),
      "2",
    );

    let left = 4;
    const breaking: LibraryNeeds = {
      ...needs,
      clock: {
        ...needs.clock,
        nowMs: () => {
          left -= 1;
          if (left < 0) throw new Error("the process ended");
          return needs.clock.nowMs();
        },
      },
    };
    await expect(syncBook(breaking, "ann", "demo")).rejects.toThrow("ended");
    expect(await history()).toMatchObject([{ version: "1" }]);
    expect(await browseCenter(needs, "ann")).toMatchObject([{ hasUpdate: true }]);
    const result = await syncBook(needs, "ann", "demo");
    expect(result).toMatchObject({ wordsRemoved: 100, wordbook: { wordCount: 1_100 } });
    expect(result.wordsUpdated).toBeLessThan(1_100);
    expect((await listLibrary(needs, null, { page: 1, search: "new" })).total).toBe(1_100);
    expect(await history()).toMatchObject([{ version: "2", wordsImported: 1_100 }]);
  });
});
