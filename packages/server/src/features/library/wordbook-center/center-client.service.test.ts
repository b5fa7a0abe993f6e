import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { turnsDuring } from "../../../testing/app/turns-during.ts";
import { openLibraryNeeds, type LibraryNeeds } from "../../../testing/app/library-needs.ts";
import { remoteBook, remoteWord } from "@wordloom/testing/neighbors/remote-book";
import type { FetchLimits } from "../../../platform/outside/outbound.ts";
import { fetchIndex, withBook } from "./center-client.service.ts";

let needs: LibraryNeeds;
beforeAll(async () => void (needs = await openLibraryNeeds()));
afterAll(() => needs.close());

const used: FetchLimits[] = [];

/** Serves these pieces as the center's file. */
function served(...pieces: (string | Buffer)[]): LibraryNeeds {
  async function* stream(_url: string, limits: FetchLimits) {
    used.push(limits);
    for (const piece of pieces) yield Buffer.from(piece);
  }
  return { ...needs, outbound: { ...needs.outbound, stream } };
}

const url = "https://c.example/file.json";
const list = (entry: string, count: number) => `[${Array(count).fill(entry).join()}]`;
const index = (entry: object, count: number) =>
  served(`{"data":${list(JSON.stringify(entry), count)}}`);
const book = (entry: string, count: number) =>
  served(`{"id":"x","name":"x","words":${list(entry, count)}}`);
const countOf = (from: LibraryNeeds) => withBook(from, url, async ({ entryCount }) => entryCount);

describe("fetchIndex", () => {
  it("reads at most 50 MB, for at most 30 s", async () => {
    expect(await fetchIndex(served('{"data":[]}'), url)).toEqual([]);
    const limits = { maxBytes: 50 * 1024 * 1024, timeoutMs: 30_000 };
    expect(used).toEqual([{ ...limits, allowPrivate: true }]);
  });

  it("reads up to 10,000 books", async () => {
    const entry = { id: "x", name: "x" };
    expect(await fetchIndex(index(entry, 10_000), url)).toHaveLength(10_000);
    const attempt = fetchIndex(index(entry, 10_001), url);
    await expect(attempt).rejects.toMatchObject({ code: "WB_CENTER_TOO_LARGE" });
  });

  it("refuses books that are too long for one reply", async () => {
    const entry = { id: "x", name: "x", description: "d".repeat(1_000_000) };
    expect(await fetchIndex(index(entry, 8), url)).toHaveLength(8);
    const attempt = fetchIndex(index(entry, 9), url);
    await expect(attempt).rejects.toMatchObject({ code: "WB_CENTER_TOO_LARGE" });
  });
});

describe("withBook", () => {
  it("reads up to 100,000 words", async () => {
    expect(await countOf(book('{"spelling":"a"}', 100_000))).toBe(100_000);
    const attempt = countOf(book('{"spelling":"a"}', 100_001));
    await expect(attempt).rejects.toMatchObject({ code: "WB_CENTER_TOO_LARGE" });
  });

  it("lets requests in while the words are checked", async () => {
    const turns = await turnsDuring(() => countOf(book('{"spelling":"a"}', 2_000)));
    expect(turns).toBeGreaterThanOrEqual(4);
  });

  it("checks the number of words before any of them", async () => {
    const tooMany = countOf(book("{}", 100_001));
    await expect(tooMany).rejects.toMatchObject({ code: "WB_CENTER_TOO_LARGE" });
    const invalid = countOf(book("{}", 100_000));
    await expect(invalid).rejects.toMatchObject({ code: "WB_CENTER_PARSE_FAILED" });
  });

  it.each([
    ["a word", "x".repeat(1_048_577), { unit: "entry_megabytes", limit: 1 }],
    ["the values of a word", [Array(5_001).fill(0)], { unit: "entry_values", limit: 5_000 }],
  ])("names the limit of %s", async (_, examples, fault) => {
    const attempt = countOf(book(JSON.stringify({ spelling: "a", examples }), 1));
    await expect(attempt).rejects.toMatchObject({
      code: "WB_CENTER_TOO_LARGE",
      extras: { faults: [fault] },
    });
  });

  it("stops reading as soon as there are too many words", async () => {
    async function* stream() {
      yield Buffer.from('{"words":[');
      for (let piece = 0; piece < 101; piece += 1) yield Buffer.from("{},".repeat(1_000));
      throw new Error("it was read on");
    }
    const attempt = countOf({ ...needs, outbound: { ...needs.outbound, stream } });
    await expect(attempt).rejects.toMatchObject({ code: "WB_CENTER_TOO_LARGE" });
  });

  it("returns any page of words", async () => {
    const words = Array.from({ length: 2_000 }, (_, number) => remoteWord(`w${number}`));
    const from = served(JSON.stringify(remoteBook(words)));
    for (const [offset, limit] of [
      [0, 3],
      [499, 2],
      [990, 1_005],
      [1_999, 5],
      [5_000, 5],
    ] as const) {
      const page = await withBook(from, url, async (file) => file.page(offset, limit));
      expect(page).toEqual(words.slice(offset, offset + limit));
    }
  });

  it("measures each word of a page once", async () => {
    const entry = JSON.stringify(remoteWord("x", { examples: ["x".repeat(100_000)] }));
    await withBook(book(entry, 20), url, async (file) => {
      const stringify = vi.spyOn(JSON, "stringify");
      const page = await file.page(0, 20);
      const lengths = stringify.mock.results.map(({ value }) => `${value}`.length);
      stringify.mockRestore();
      const sum = lengths.reduce((total, length) => total + length, 0);
      expect(sum).toBeLessThan(1.1 * JSON.stringify(page).length);
    });
  });

  it("refuses a page that is too long for one reply", async () => {
    const word = JSON.stringify(remoteWord("a", { examples: ["x".repeat(1_000_000)] }));
    const page = (limit: number) =>
      withBook(book(word, 6), url, async (file) => file.page(0, limit));
    expect(await page(4)).toHaveLength(4);
    await expect(page(5)).rejects.toMatchObject({ code: "WB_CENTER_TOO_LARGE" });
  });

  it("keeps one large file at a time and any number of small ones", async () => {
    const padded = JSON.stringify({ spelling: "a", unknown: "x".repeat(1_000_000) });
    const large = () => book(padded, 5);
    const order: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = withBook(large(), url, async () => {
      order.push("first");
      await promise;
      order.push("first done");
    });
    const second = withBook(large(), url, async () => void order.push("second"));
    await withBook(book('{"spelling":"a"}', 1), url, async () => void order.push("small"));
    resolve();
    await Promise.all([first, second]);
    expect(order.indexOf("second")).toBeGreaterThan(order.indexOf("first done"));
    expect(order.indexOf("small")).toBeLessThan(order.indexOf("first done"));
  });
});
