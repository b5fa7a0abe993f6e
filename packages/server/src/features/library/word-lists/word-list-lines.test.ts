import { describe, expect, it } from "vitest";
import { wordLines } from "./word-list-lines.ts";

/** Word, meaning and fault of each line. */
const read = (list: string) =>
  [...wordLines(list)].map(({ text, meaning, fault }) =>
    fault === undefined ? [text, meaning] : [text, meaning, fault],
  );

describe("a line of a word list", () => {
  it.each<[string, string, string, string]>([
    ["is a word", "apple", "apple", ""],
    ["is a word of several words", "  ice \u00a0 cream ", "ice cream", ""],
    ["has its meaning after a tab", "apple\t苹果", "apple", "苹果"],
    ["has its meaning after a comma", "apple,苹果", "apple", "苹果"],
    ["has its meaning after a semicolon", "apple ; Apfel", "apple", "Apfel"],
    ["has its meaning after a dash", "der Tisch – table, desk", "der Tisch", "table, desk"],
    ["has its meaning after a hyphen", "well-known - bekannt", "well-known", "bekannt"],
    ["has its meaning after an equals sign", "Haus = house - home", "Haus", "house - home"],
    ["has its meaning in another script", "look for 寻找；找", "look for", "寻找；找"],
    ["is one word of two scripts", "AA 制", "AA 制", ""],
    ["is a word with a hyphen or a minus", "re-enter -ing", "re-enter -ing", ""],
    [
      "keeps further separators in the meaning",
      "bank,shore; money, too",
      "bank",
      "shore; money, too",
    ],
    ["prefers a tab", "well, well\toh; oh", "well, well", "oh; oh"],
    ["may have an empty meaning", "apple,", "apple", ""],
    ["may quote the word", '"well, well",oh', "well, well", "oh"],
    ["may quote both", '"a ""b""" ; "c; ""d"""', 'a "b"', 'c; "d"'],
    ["ends a quoted meaning at the next separator", 'a,"b, c",noun,0.5', "a", "b, c"],
    ["may have quotes inside", 'inch,1"; or 2"', "inch", '1"; or 2"'],
    ["is composed", "cafe\u0301\te\u0301", "café", "é"],
  ])("%s: %j", (_, line, text, meaning) => {
    expect(read(line)).toEqual([[text, meaning]]);
  });

  it.each([
    ["without a word", ",meaning", "no_word"],
    ["without a word before a tab", "\tmeaning", "no_word"],
    ["with an empty quoted word", '"",meaning', "no_word"],
    ["with an open quote", '"apple,pear', "open_quote"],
    ["with an open quote in the meaning", 'apple,"pear', "open_quote"],
    ["with text after a quoted field", '"apple" pie,pear', "open_quote"],
    ["longer than any word", `a,${"b".repeat(10_000)}`, "long_line"],
  ])("%s is a fault", (_, line, fault) => {
    expect(read(line)).toMatchObject([[expect.any(String), "", fault]]);
  });
});

describe("wordLines", () => {
  it("counts all lines, with any line ending, and skips blank lines and comments", () => {
    const list = "\uFEFFone\r\n\r\n# two\rthree\n   \n  # six\nseven";
    expect([...wordLines(list)]).toMatchObject([
      { line: 1, text: "one" },
      { line: 4, text: "three" },
      { line: 7, text: "seven" },
    ]);
  });

  it("yields nothing for an empty list", () => {
    expect([["", "\uFEFF", "\n\n", "# only\n"].map(read)]).toEqual([[[], [], [], []]]);
  });

  it("continues after a fault", () => {
    expect(read('"open\nnext')).toEqual([
      ['"open', "", "open_quote"],
      ["next", ""],
    ]);
  });

  it.each([
    ["commas", "text,meaning,pronunciation", '\'-able,"can, be",x'],
    ["semicolons", '"Word";"Meaning"', "-able;can, be"],
    ["tabs", "word\tmeaning\ttags", "'-able\tcan, be\ta"],
  ])("reads the first two columns of a table with %s", (_, header, row) => {
    expect(read(`${header}\r\n${row}\r\n`)).toEqual([["-able", "can, be"]]);
  });

  it("reads words that begin with # in a table", () => {
    expect(read("word,meaning\n#tag,a mark")).toEqual([["#tag", "a mark"]]);
  });

  it("treats a header further down as a word", () => {
    expect(read("a\ntext,meaning")).toEqual([
      ["a", ""],
      ["text", "meaning"],
    ]);
  });

  it("reads long lists of hostile lines in time linear in their length", () => {
    for (const part of ['"', '""', "\t", ",;", '" ', "\n", " \n", "#", '"a""']) {
      const lines = [...wordLines(part.repeat(250_000 / part.length))];
      expect(lines.length).toBeLessThan(2);
    }
    const rows = '"'.repeat(9_999);
    expect([...wordLines(`${rows}\n`.repeat(25))]).toHaveLength(25);
  });
});
