import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openLibraryNeeds, type LibraryNeeds } from "../../../testing/app/library-needs.ts";
import { changeWord, createWordBatch, deleteWord, listLibrary } from "./words.service.ts";

const WORDS = [
  ["Apple", "苹果; a round fruit"],
  ["pineapple", "菠萝"],
  ["apply", "申请"],
  ["map", "地图 100% of it"],
  ["snake_case", "with an underscore"],
  ["O'Brien", 'says "hi" to C:\\temp'],
  ["naïve", "天真的"],
  ["Straße", "街道"],
  ["ice cream", "冰淇淋"],
  ["a", "一(个)"],
  ["emoji", "a face 😀 that smiles"],
] as const;

let needs: LibraryNeeds;
beforeAll(async () => {
  needs = await openLibraryNeeds();
  await createWordBatch(
    needs,
    WORDS.map(([text, meaning]) => ({ text, meaning })),
  );
});
afterAll(() => needs.close());

async function find(search: string, perPage = 100): Promise<string[]> {
  const { data, total } = await listLibrary(needs, null, { page: 1, perPage, search });
  if (perPage === 100) expect(total).toBe(data.length);
  return data.map(({ text }) => text);
}

describe("search", () => {
  it.each([
    ["a text, whatever the case", "PINEAPPLE", ["pineapple"]],
    ["the middle of a word", "neapp", ["pineapple"]],
    ["texts that begin with the query first", "appl", ["Apple", "apply", "pineapple"]],
    ["one Chinese character", "果", ["Apple"]],
    ["two Chinese characters", "苹果", ["Apple"]],
    ["characters across a bracket", "(个", ["a"]],
    ["the middle of a meaning", "ound fru", ["Apple"]],
    ["texts with a space inside", "ce cre", ["ice cream"]],
    ["letters with marks", "NAÏ", ["naïve"]],
    ["a sharp s", "straß", ["Straße"]],
    ["a character outside the basic plane", "😀", ["emoji"]],
    ["a percent sign as itself", "%", ["map"]],
    ["an underscore as itself", "_", ["snake_case"]],
    ["an underscore between letters as itself", "e_c", ["snake_case"]],
    ["a quotation mark", '"hi"', ["O'Brien"]],
    ["an apostrophe", "o'b", ["O'Brien"]],
    ["a backslash", "c:\\t", ["O'Brien"]],
    ["nothing that is not there", "zebra", []],
    ["nothing but pairs in another order", "lppa", []],
    ["no operators", "apple OR map", []],
    ["no stars", "appl*", []],
  ])("finds %s", async (_, search, texts) => {
    expect(await find(search)).toEqual(texts);
  });

  it("ignores surrounding spaces, and finds every word for a blank query", async () => {
    expect(await find("  pineapple ")).toEqual(["pineapple"]);
    expect(await find("   ")).toHaveLength(WORDS.length);
  });

  it("ranks texts beginning with the query before other matches", async () => {
    const texts = await find("a");
    expect(texts.slice(0, 3)).toEqual(["a", "Apple", "apply"]);
    expect(texts).toContain("map");
  });

  it("counts all matches on every page", async () => {
    const query = { page: 2, perPage: 2, search: "appl" };
    expect(await listLibrary(needs, null, query)).toMatchObject({
      data: [{ text: "pineapple" }],
      total: 3,
      page: 2,
      perPage: 2,
      totalPages: 2,
    });
  });

  it("follows changes and deletions", async () => {
    const draft = { text: "walrus", meaning: "海象" };
    const [word] = (await createWordBatch(needs, [draft])).items;
    const id = word?.id ?? "";
    await changeWord(needs, id, { text: "manatee", meaning: "" });
    expect(await find("walrus")).toEqual([]);
    expect(await find("manat")).toEqual(["manatee"]);
    expect(await find("海象")).toEqual(["manatee"]);
    await deleteWord(needs, id);
    expect(await find("海象")).toEqual([]);
  });
});
