import type { CenterBookEntry } from "@wordloom/contract";
import { describe, expect, it } from "vitest";
import { booksWith, stateOf } from "./center-filter.ts";

const book = (name: string, more: Partial<CenterBookEntry> = {}): CenterBookEntry => ({
  id: name,
  name,
  description: "",
  wordCount: 1,
  coverImage: null,
  tags: [],
  version: "1",
  author: "",
  downloadCount: 0,
  language: null,
  meaningLanguage: null,
  imported: false,
  localWordbookId: null,
  localVersion: null,
  hasUpdate: false,
  ...more,
});

describe("books of a center", () => {
  it("match by name, description and tags, ignoring case", () => {
    const books = [
      book("TOEFL"),
      book("Verbs", { description: "For the toefl" }),
      book("Nouns", { tags: ["Toefl"] }),
      book("Others"),
    ];
    expect(booksWith(books, " toefl").map(({ name }) => name)).toEqual(["TOEFL", "Verbs", "Nouns"]);
    expect(booksWith(books, "")).toHaveLength(4);
  });

  it.each([
    ["Ｃafé", "cafe\u0301"],
    ["Kid’s words", "kid's"],
    ["İstanbul", "istanbul"],
    ["TOEFL\u00a0 2", "toefl 2"],
  ])("match however they are written: %s by %s", (name, search) => {
    expect(booksWith([book(name)], search)).toHaveLength(1);
  });

  it("are new, imported, or imported in another version", () => {
    expect(stateOf(book("a"))).toBe("new");
    expect(stateOf(book("a", { imported: true }))).toBe("here");
    expect(stateOf(book("a", { imported: true, hasUpdate: true }))).toBe("outdated");
  });
});
