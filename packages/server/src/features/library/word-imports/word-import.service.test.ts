import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openLibraryNeeds, type LibraryNeeds } from "../../../testing/app/library-needs.ts";
import { openLocalWeb, type LocalPage, type LocalWeb } from "@wordloom/testing/neighbors/local-web";
import { removeDeadImports } from "../library-imports/library-imports.service.ts";
import { importWordsFromUrl } from "./word-import.service.ts";
import { countWords, listLibrary } from "../words/words.service.ts";

let web: LocalWeb;
let open: LibraryNeeds;
let needs: LibraryNeeds;
beforeAll(async () => {
  web = await openLocalWeb();
  open = await openLibraryNeeds({ LIMITS_MAX_IMPORT_WORDS: "3" });
  // Imports from loopback addresses are always refused. The test's own server is an exception.
  const { fetch } = open.outbound;
  const outbound: LibraryNeeds["outbound"] = {
    ...open.outbound,
    fetch: (url, limits) => fetch(url, { ...limits, allowPrivate: true }),
  };
  needs = { ...open, outbound };
});
beforeEach(() => open.clear());
afterAll(async () => {
  await web.close();
  await open.close();
});

async function importPage(page: LocalPage | undefined) {
  if (page === undefined) web.pages.delete("/words.txt");
  else web.pages.set("/words.txt", page);
  return importWordsFromUrl(needs, `${web.url}/words.txt`);
}

describe("importWordsFromUrl", () => {
  it("adds the words of a file", async () => {
    const items = await importPage("\uFEFF# fruit\r\napple\t苹果\r\n\r\npear - 梨\r\nplum");
    expect(items.map(({ text, meaning }) => [text, meaning])).toEqual([
      ["apple", "苹果"],
      ["pear", "梨"],
      ["plum", ""],
    ]);
    expect(items[0]).toMatchObject({ tags: ["imported"], difficulty: 0.5 });
    expect(await listLibrary(needs, null, { page: 1, search: "梨" })).toMatchObject({ total: 1 });
  });

  it("adds nothing from an empty file", async () => {
    expect(await importPage("")).toEqual([]);
  });

  it.each<[string, string, LocalPage | undefined]>([
    ["IMPORT_FETCH_FAILED", "a missing file", undefined],
    ["IMPORT_FETCH_FAILED", "a redirect", (r) => void r.writeHead(302, { location: "/x" }).end()],
    ["IMPORT_TOO_LARGE", "more than 10 MB", Buffer.alloc(10 * 1024 * 1024 + 1, "a\n")],
    ["IMPORT_TOO_LARGE", "more words than allowed", "a\nb\nc\nd"],
    ["IMPORT_READ_FAILED", "text that is not UTF-8", Buffer.from([0x61, 0xff, 0x62])],
    ["IMPORT_READ_FAILED", "text with NUL", "a\0b"],
    ["WORDS_INVALID_PAYLOAD", "a word over the limits", `fine\n${"x".repeat(201)}`],
  ])("refuses with %s %s", async (code, _, page) => {
    await expect(importPage(page)).rejects.toMatchObject({ code });
    expect(await countWords(needs.database)).toBe(0);
  });

  it("leaves nothing behind when it fails or is killed midway", async () => {
    const settings = { ...needs.settings, LIMITS_MAX_IMPORT_WORDS: 1_000 };
    let left = 600;
    const next = () => {
      left -= 1;
      if (left < 0) throw new Error("the process ended");
      return needs.ids.next();
    };
    const page = Array.from({ length: 1_000 }, (_, number) => `word${number}`).join("\n");
    web.pages.set("/words.txt", page);
    const ids = { ...needs.ids, next };
    const attempt = importWordsFromUrl({ ...needs, ids, settings }, `${web.url}/words.txt`);
    await expect(attempt).rejects.toThrow("ended");
    expect(await countWords(needs.database)).toBe(500);
    await removeDeadImports(needs, new AbortController().signal);
    expect(await countWords(needs.database)).toBe(0);
    expect(await needs.database.selectFrom("wordbooks").select("id").execute()).toEqual([]);
  });

  it("keeps no trace of an import that is complete", async () => {
    await importPage("a\nb");
    for (const table of ["wordbooks", "wordbook_import_words"] as const) {
      expect(await needs.database.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });

  it("reads at most 10 MB, for at most 30 s", async () => {
    const used: object[] = [];
    const fetch: LibraryNeeds["outbound"]["fetch"] = async (_url, limits) => {
      used.push(limits);
      return Buffer.from("apple");
    };
    await importWordsFromUrl(
      { ...needs, outbound: { ...needs.outbound, fetch } },
      "https://w.org/",
    );
    expect(used).toEqual([{ maxBytes: 10 * 1024 * 1024, timeoutMs: 30_000 }]);
  });

  it("refuses an incomplete reply with IMPORT_READ_FAILED", async () => {
    const brokenOff = importPage((response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("apple\t", () => response.destroy());
    });
    await expect(brokenOff).rejects.toMatchObject({ code: "IMPORT_READ_FAILED" });
  });

  it("refuses a loopback address with IMPORT_INVALID_URL", async () => {
    const url = `${web.url}/words.txt`;
    await expect(importWordsFromUrl(open, url)).rejects.toMatchObject({
      code: "IMPORT_INVALID_URL",
    });
  });
});
