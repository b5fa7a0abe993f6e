import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { becomingOf } from "./import-counts.ts";
import { placeOf, sentenceOf, unfitKind } from "./import-problems.ts";

const root = join(import.meta.dirname, "../../../../..");

describe("a problem of a line", () => {
  it("has a sentence, whichever reader reports it", () => {
    const source = readFileSync(join(root, "packages/imports/src/row.ts"), "utf8");
    const codes = [...source.matchAll(/\| "([a-z_]+)"/g)].map(([, code = ""]) => code);
    // Those of the judge of words.
    codes.push("field_empty", "field_too_long", "list_too_long");
    // Those of the cards, reviews and files of decks.
    codes.push("impossible_card", "impossible_time", "impossible_review", "absent_card", "no_room");
    expect(codes.length).toBeGreaterThan(10);
    expect(codes.filter((code) => sentenceOf(code) === undefined)).toEqual([]);
    expect(sentenceOf("constructor")).toBeUndefined();
  });

  it.each([
    ["line 3", { kind: "line", number: 3, within: "" }],
    ["Sheet1!B3", { kind: "cell", number: 3, within: "Sheet1" }],
    ["Unit 2!A14", { kind: "cell", number: 14, within: "Unit 2" }],
    ["term_bank_1.json entry 12", { kind: "entry", number: 12, within: "term_bank_1.json" }],
    ["note 5", { kind: "note", number: 5, within: "" }],
    ["card 6", { kind: "card", number: 6, within: "" }],
    ["review 7", { kind: "review", number: 7, within: "" }],
    ["somewhere", undefined],
  ])("is at %s", (where, place) => {
    expect(placeOf(where)).toEqual(place);
  });
});

describe("an unreadable file", () => {
  it.each([
    ["Wörter.PDF", "document"],
    ["list.xls", "sheet"],
    ["list.tar.gz", "packed"],
    ["page.jpeg", "media"],
    ["German.apkg", "deck"],
    ["list.csv", undefined],
    ["list", undefined],
  ])("%s is told to be a %s", (name, kind) => {
    expect(unfitKind(name)).toBe(kind);
  });
});

describe("what becomes of lines", () => {
  it("counts filled words as new, and leaves out what becomes of none", () => {
    const none = { words: 0, linked: 0, own: 0, filled: 0, replaced: 0, duplicates: 0 };
    const rest = { unknown: 0, invalid: 0, books: 1, reviews: 0, reviewsKnown: 0 };
    const counts = { ...none, ...rest, own: 3, filled: 2, invalid: 1, media: 0, mediaBytes: 0 };
    expect(becomingOf(counts)).toEqual([
      { becoming: "new", count: 5 },
      { becoming: "invalid", count: 1 },
    ]);
  });
});
