import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { containsFormOf } from "./lemma.ts";
import {
  buildStarterWords,
  type StarterContent,
  type StarterWord,
} from "./starter-words.service.ts";
import { EXCLUDED_WORDS } from "./word-choices.ts";
import type { PartOfSpeech } from "./wordnet-reader.ts";

// The real words, built once in the real thread: properties of every word, and a few well-known
// entries.
let content: StarterContent;
let byText: Map<string, StarterWord>;

beforeAll(async () => {
  content = await buildStarterWords();
  byText = new Map(content.words.map((word) => [word.text, word]));
});

const violations = (violates: (word: StarterWord) => boolean) =>
  content.words.filter(violates).map(({ text }) => text);

describe("buildStarterWords", () => {
  it("creates two books, the smaller one being the start of the larger", () => {
    const [first, all] = content.books;
    expect(first?.wordTexts).toHaveLength(1000);
    expect(all?.wordTexts).toHaveLength(3000);
    expect(all?.wordTexts.slice(0, 1000)).toEqual(first?.wordTexts);
    expect(all?.wordTexts).toEqual(content.words.map(({ text }) => text));
  });

  it("contains every word once", () => {
    expect(byText.size).toBe(3000);
  });

  it("defines every word in one short line", () => {
    expect(violations(({ meaning }) => meaning.length < 3 || meaning.length > 120)).toEqual([]);
  });

  it("shows only examples that use the word, and tags the words without", () => {
    const isStray = ({ text, partOfSpeech, examples }: StarterWord) =>
      examples.some((example) => !containsFormOf(example, text, partOfSpeech as PartOfSpeech));
    expect(violations(isStray)).toEqual([]);
    expect(violations((word) => word.examples.length > 5)).toEqual([]);
    const isMistagged = ({ examples, tags }: StarterWord) =>
      tags.includes("no-example") !== (examples.length === 0);
    expect(violations(isMistagged)).toEqual([]);
    expect(violations(({ examples }) => examples.length > 0).length).toBeGreaterThan(2000);
  });

  it("writes pronunciations in IPA between slashes", () => {
    const isOdd = ({ pronunciation }: StarterWord) =>
      pronunciation !== null && !/^\/[ˈˌa-zæðŋɑɔəɚɛɝɡɪʃʊʌʒθ]+\/$/.test(pronunciation);
    expect(violations(isOdd)).toEqual([]);
    expect(violations(({ pronunciation }) => pronunciation === null).length).toBeLessThan(30);
  });

  it("rises in difficulty from 0 to 1", () => {
    const difficulties = content.words.map(({ difficulty }) => difficulty);
    expect([difficulties.at(0), difficulties.at(-1)]).toEqual([0, 1]);
    expect(difficulties).toEqual(difficulties.toSorted((a, b) => a - b));
  });

  it("has no insult, numeral or grammar word", () => {
    expect(violations(({ text }) => EXCLUDED_WORDS.has(text))).toEqual([]);
  });

  it.each(["john", "jack", "london", "monday", "david"])("has no name: %s", (name) => {
    expect(byText.has(name)).toBe(false);
  });

  it.each([
    ["house", "noun", "/haʊs/", /dwelling/],
    ["go", "verb", "/ɡoʊ/", /location/],
    ["beautiful", "adjective", "/ˈbjutəfəl/", /delight/],
    ["bank", "noun", "/bæŋk/", /financial/],
    ["record", "noun", "/ˈrɛkɚd/", /evidence|information/],
    ["never", "adverb", "/ˈnɛvɚ/", /no time/],
  ])("has the expected entry of %s", (text, partOfSpeech, pronunciation, meaning) => {
    const word = byText.get(text);
    expect(word).toMatchObject({ partOfSpeech, pronunciation });
    expect(word?.meaning).toMatch(meaning);
  });

  it("borrows examples only for words with a single meaning", () => {
    expect(byText.get("salad")?.examples).toHaveLength(2);
    expect(byText.get("novel")?.examples).toEqual([]);
  });

  // A result that depended on time, order or machine would have another hash. Update the hash after
  // an intended change of the words.
  it("produces the same bytes every time", () => {
    const hash = createHash("sha256").update(JSON.stringify(content)).digest("hex");
    expect(hash).toBe("9780aa4f0473821f27b944ba6343ed15a6691704b65b8d816a71f95dd83fa415");
  });
});
