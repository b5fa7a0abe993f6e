import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWordnetFiles } from "./wordnet-files.ts";

const HEADER = "  1 Terms of use.  \n  2 More of them.  \n";
const LEMMAS = ["'s", "a", "ab", "cat", "cat's_cradle", "cat_fish", "cats", "dog", "zebra"];
const LONG = `00000001 05 n 01 long 0 000 | ${"very ".repeat(2000)}long  `;
const SYNSET =
  "00000002 05 s 02 Wild_cat(a) 0 lynx 1 002 @ 00000003 n 0000 ! 00000004 a 0201" +
  ' | a cat; "meow"  ';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "wordloom-wordnet-"));
  const nouns = LEMMAS.map((lemma, index) => `${lemma} n 2 1 @ 2 1 0000000${index} 00000099  \n`);
  writeFileSync(join(directory, "index.noun"), HEADER + nouns.join(""));
  writeFileSync(join(directory, "data.noun"), `${LONG}\n${SYNSET}\n`);
  for (const kind of ["verb", "adj", "adv"]) {
    writeFileSync(join(directory, `index.${kind}`), HEADER);
    writeFileSync(join(directory, `data.${kind}`), "");
  }
});
afterAll(() => rmSync(directory, { recursive: true }));

describe("openWordnetFiles", () => {
  it("finds every line of an index", () => {
    const files = openWordnetFiles(directory);
    for (const [index, lemma] of LEMMAS.entries()) {
      expect(files.find(lemma)).toEqual([{ kind: "noun", usedSenses: 1, synsets: [index, 99] }]);
    }
  });

  it.each(["", "ca", "cat_", "catz", "zz", "1", " "])("does not find %j", (lemma) => {
    expect(openWordnetFiles(directory).find(lemma)).toEqual([]);
  });

  it("reads synsets of any length", () => {
    const files = openWordnetFiles(directory);
    expect(files.synset("noun", 0).gloss).toHaveLength(10_004);
    expect(files.synset("noun", LONG.length + 1)).toEqual({
      words: ["Wild cat", "lynx"],
      pointers: [
        { symbol: "@", kind: "noun", synset: 3, sourceWord: 0, targetWord: 0 },
        { symbol: "!", kind: "adjective", synset: 4, sourceWord: 2, targetWord: 1 },
      ],
      gloss: 'a cat; "meow"',
    });
  });
});
