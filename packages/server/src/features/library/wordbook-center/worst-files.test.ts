import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AppError } from "../../../platform/basics/app-error.ts";
import { openLibraryNeeds, type LibraryNeeds } from "../../../testing/app/library-needs.ts";
import { openLocalWeb, type LocalWeb } from "@wordloom/testing/neighbors/local-web";
import {
  worstBooks,
  worstIndexes,
  type RemoteFiles,
} from "@wordloom/testing/neighbors/remote-worst-cases";
import { fetchIndex, withBook } from "./center-client.service.ts";

// Checks the outcome for every hostile or very large file. The catalog of hostile requests shows
// that it takes neither long nor much memory.

const LARGE = "WB_CENTER_TOO_LARGE";
const BAD = "WB_CENTER_PARSE_FAILED";

let needs: LibraryNeeds;
let web: LocalWeb;
beforeAll(async () => {
  needs = await openLibraryNeeds();
  web = await openLocalWeb();
});
afterAll(async () => {
  await web.close();
  await needs.close();
});

async function outcomeOf(files: RemoteFiles, name: string, read: (url: string) => Promise<number>) {
  const make = files[name];
  if (make === undefined) throw new Error(`there is no file "${name}"`);
  web.pages.set("/file.json", make());
  return read(`${web.url}/file.json`).catch(({ code, extras }: AppError) => {
    const limit = extras.faults?.[0]?.["limit"];
    return code === LARGE && limit === undefined ? "no limit is named" : code;
  });
}

const readBook = (url: string) => withBook(needs, url, async ({ entryCount }) => entryCount);
const readIndex = async (url: string) => (await fetchIndex(needs, url)).length;

const common = {
  "brackets without end": BAD,
  "objects without end": BAD,
  "commas without end": LARGE,
  "blanks without end": LARGE,
  "half a character": BAD,
  "a reply without end": LARGE,
  "a gzip bomb": LARGE,
  "single bytes": BAD,
};

const books: Readonly<Record<string, number | string>> = {
  ...common,
  "keys of prototypes": 9_999,
  "100,000 words in 50 MB": 100_000,
  "100,000 short words": 100_000,
  "words of maximal length": 300,
  "10 MB of empty words": LARGE,
  "50 MB of empty words": LARGE,
  "99,999 empty words": BAD,
  "a bad last word": BAD,
  "a text of 50 MB": LARGE,
  "50 MB in fields that nobody reads": LARGE,
  "350,000 meanings": LARGE,
  "350,000 meanings that are numbers": LARGE,
  "escapes without end": LARGE,
  "100,000 lists of words": BAD,
  "a million unknown fields": LARGE,
};

const indexes: Readonly<Record<string, number | string>> = {
  ...common,
  "keys of prototypes": BAD,
  "10,000 books": 10_000,
  "10,000 books in 7 MB": 10_000,
  "10,000 books in 45 MB": LARGE,
  "10 MB of empty books": LARGE,
  "350,000 tags that are numbers": LARGE,
};

describe("withBook", () => {
  it("is tried with every file", () => {
    expect(Object.keys(books).toSorted()).toEqual(Object.keys(worstBooks).toSorted());
  });

  it.each(Object.entries(books))("%s: %s", async (name, expected) => {
    expect(await outcomeOf(worstBooks, name, readBook)).toBe(expected);
  });
});

describe("fetchIndex", () => {
  it("is tried with every file", () => {
    expect(Object.keys(indexes).toSorted()).toEqual(Object.keys(worstIndexes).toSorted());
  });

  it.each(Object.entries(indexes))("%s: %s", async (name, expected) => {
    expect(await outcomeOf(worstIndexes, name, readIndex)).toBe(expected);
  });
});
