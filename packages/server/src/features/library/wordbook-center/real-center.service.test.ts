import { existsSync, readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openLibraryNeeds, type LibraryNeeds } from "../../../testing/app/library-needs.ts";
import { openLocalWeb, type LocalWeb } from "@wordloom/testing/neighbors/local-web";
import { testDialect } from "@wordloom/testing/databases/test-database";
import { countWords } from "../words/words.service.ts";
import { listBookWords } from "../wordbooks/wordbooks.service.ts";
import { importFromCenter } from "./center-import.service.ts";
import { syncBook } from "./center-sync.service.ts";
import { browseCenter, changeCenterUrl, previewBook } from "./wordbook-center.service.ts";

/** A published center with eight books and 29,968 entries, which is not part of the project. */
const PLACE = "../../../../../../../shared/data/wordbook-center/";
const FOLDER = fileURLToPath(new URL(PLACE, import.meta.url));
const ALL = ["cet4", "xiaoxue", "chuzhong", "toefl", "gaozhong", "cet6", "kaoyan", "ielts"];
/** Reading entries does not depend on the database, and further books use no new statement. */
const IDS = testDialect === "sqlite" ? ALL : ALL.slice(0, 3);
/** Importing everything takes a minute on a slow machine. */
vi.setConfig({ testTimeout: 120_000 });

const isAvailable = existsSync(`${FOLDER}index.json`);
if (!isAvailable) {
  console.warn("skipped: importing a published wordbook center, which is not available");
}

const ann = { kind: "learner", id: "ann", sessionId: "s1" } as const;

describe.runIf(isAvailable)("a published wordbook center", () => {
  let needs: LibraryNeeds;
  let center: LocalWeb;
  beforeAll(async () => {
    needs = await openLibraryNeeds();
    center = await openLocalWeb({ "/index.json": readFileSync(`${FOLDER}index.json`) });
    for (const name of readdirSync(`${FOLDER}wordbooks`)) {
      center.pages.set(`/wordbooks/${name}`, readFileSync(`${FOLDER}wordbooks/${name}`));
    }
    await changeCenterUrl(needs, ann, `${center.url}/index.json`);
  });
  afterAll(async () => {
    await center.close();
    await needs.close();
  });

  it("is imported completely: every entry is in its book or counted as skipped", async () => {
    for (const id of IDS) {
      const preview = await previewBook(needs, "ann", id, { page: 1, perPage: 1 });
      const result = await importFromCenter(needs, "ann", id);
      expect(result.wordsImported + result.wordsSkipped).toBe(preview.words.total);
      expect(result.wordbook.wordCount).toBeGreaterThan(preview.words.total * 0.99);
      const page = await listBookWords(needs, ann, result.wordbook.id, { page: 1 });
      expect(page.total).toBe(result.wordbook.wordCount);
    }
    const books = await browseCenter(needs, "ann");
    expect(books).toHaveLength(8);
    expect(books.filter(({ imported }) => imported)).toHaveLength(IDS.length);
    expect(books.filter(({ hasUpdate }) => hasUpdate)).toEqual([]);
    const wordsMin = testDialect === "sqlite" ? 12_000 : 4_544;
    expect(await countWords(needs.database)).toBeGreaterThan(wordsMin);
  });

  it("is unchanged by a sync right after the import", async () => {
    expect(await syncBook(needs, "ann", "cet4")).toMatchObject({
      wordbook: { wordCount: 4544 },
      wordsAdded: 0,
      wordsUpdated: 0,
      wordsRemoved: 0,
    });
  });
});
