import { beforeAll, describe, expect, it } from "vitest";
import { hasHan } from "../../../../platform/basics/han.ts";
import { buildStarterWords, type StarterContent } from "../build-starter-words.ts";
import { parseLanguage, readLanguageEntries, type LanguageEntry } from "./language-entries.ts";
import { languageFaults } from "./language-faults.ts";
import { isPinyinOf } from "./pinyin.ts";
import { TAUGHT_LANGUAGES, TAUGHT_WORDS, type TaughtLanguage } from "./taught-languages.ts";
import { isFormIn } from "./word-in-sentence.ts";

let lists: Awaited<ReturnType<typeof readLanguageEntries>>;
let editions: StarterContent;

beforeAll(async () => {
  lists = await readLanguageEntries();
  editions = (await buildStarterWords()).filter(({ language }) => language !== "en");
});

describe("the words of languages beside English", () => {
  it("break no rule", () => {
    const faults = lists.flatMap(([taught, entries]) => languageFaults(taught, entries));
    expect(faults).toEqual([]);
  });

  it("have two books each, whose texts learners tell apart", () => {
    for (const { language } of TAUGHT_LANGUAGES) {
      const ours = editions.filter((edition) => edition.language === language);
      const books = ours.flatMap((edition) => edition.books);
      expect(books).toHaveLength(2);
      expect(Math.max(...books.map(({ wordTexts }) => wordTexts.length))).toBe(TAUGHT_WORDS);
      for (const { words } of ours) {
        expect(new Set(words.map(({ text }) => text.toLowerCase())).size).toBe(words.length);
        expect(new Set(words.map(({ meaning }) => meaning)).size).toBe(words.length);
      }
    }
  });

  it("are explained, and their examples translated, in the language of the book", () => {
    for (const { meaningLanguage, words } of editions) {
      const texts = words.flatMap(({ meaning, exampleMeanings }) => [meaning, ...exampleMeanings]);
      expect(texts).toHaveLength(3 * words.length);
      expect(texts.filter((text) => hasHan(text) !== (meaningLanguage === "zh"))).toEqual([]);
    }
  });

  it("show how they are read", () => {
    for (const { language, words } of editions) {
      const silent = words.filter((word) => word.pronunciation === null && word.reading === null);
      // Japanese words in kana are their own reading.
      const unread = silent.filter(({ text }) => language !== "ja" || hasHan(text));
      expect(unread.map(({ text }) => text)).toEqual([]);
    }
  });
});

describe("languageFaults", () => {
  const GERMAN = TAUGHT_LANGUAGES.find(({ language }) => language === "de");
  const entry: LanguageEntry = {
    ...{ text: "der Tisch", partOfSpeech: "noun (m)", sound: "tɪʃ", shared: "table" },
    ...{ english: "table", chinese: "桌子" },
    examples: [
      { text: "Der Tisch ist groß.", forms: [], english: "The table is big.", chinese: "桌子大。" },
    ],
  };
  const [example] = entry.examples;
  const faultsWith = (
    change: Partial<LanguageEntry>,
    taught: Partial<TaughtLanguage> = {},
  ): string => {
    if (GERMAN === undefined) throw new Error("German is not taught");
    const faults = languageFaults({ ...GERMAN, ...taught }, [{ ...entry, ...change }]);
    return faults.filter((fault) => fault.includes(change.text ?? entry.text)).join("\n");
  };
  const withExample = (change: object) => ({
    examples: example === undefined ? [] : [{ ...example, ...change }],
  });

  it("finds nothing in a good entry", () => {
    expect(faultsWith({})).toBe("");
  });

  it.each([
    [{ text: "die Tisch" }, /article and gender differ/],
    [{ text: "Tisch" }, /article and gender differ/],
    [{ partOfSpeech: "noun (f)" }, /article and gender differ/],
    [{ sound: "tisch!" }, /not IPA/],
    [{ text: "der Tu\u0308rke" }, /not in NFC/],
    [{ text: "der  Tisch" }, /stray spaces/],
    [{ english: "桌子" }, /meaning is not English/],
    [{ chinese: "table" }, /meaning is not Chinese/],
    [withExample({ text: "Er ist groß." }), /not in "Er ist groß\."/],
    [withExample({ text: "der Tisch" }), /not a sentence/],
    [withExample({ text: `Der Tisch ${"ist ".repeat(20)}.` }), /example of \d+ characters/],
    [withExample({ english: "桌子大。" }), /not an English sentence/],
    [withExample({ chinese: "The table is big." }), /no sentence/],
    [withExample({ chinese: "桌子 big。" }), /partly not Chinese/],
  ])("finds %j", (change, fault) => {
    expect(faultsWith(change)).toMatch(fault);
  });

  it.each([
    ["ja", "kana", { text: "水", sound: "mizu" }, /not its kana/],
    ["ja", "kana", { text: "ここ", sound: "ここ" }, /not its kana/],
    ["zh-Hans", "pinyin", { text: "桌子", sound: "zhuo1zi5" }, /not its pinyin/],
    ["zh-Hans", "pinyin", { text: "桌子", sound: "zhuō" }, /not its pinyin/],
    ["ko", "romanization", { text: "물", sound: "물" }, /not a romanization/],
  ] as const)("finds a wrong reading in %s: %s %j", (language, sound, change, fault) => {
    expect(faultsWith({ ...change, partOfSpeech: "noun" }, { language, sound })).toMatch(fault);
  });

  it("finds sets that are incomplete, and what two words share", () => {
    if (GERMAN === undefined) throw new Error("German is not taught");
    const faults = languageFaults(GERMAN, [entry, { ...entry, text: "der Esstisch" }]).join("\n");
    expect(faults).toMatch(/2 words/);
    expect(faults).toMatch(/days: missing Monday/);
    expect(faults).toMatch(/share the meaning "table"/);
    expect(faults).toMatch(/share the Chinese meaning "桌子"/);
    expect(faults).toMatch(/share the example/);
  });
});

describe("parseLanguage", () => {
  const meanings = "table|桌子|The table is big.|桌子很大。|I have a table.|我有桌子。";
  const german = { sound: "ipa" } as const;

  it("joins a word with the shared meaning, and takes marks off its forms", () => {
    const line = "table|der Tisch|m|tɪʃ|Der Tisch ist groß.|Ich *habe* einen Tisch.";
    const [entry] = parseLanguage(german, `# remark\n${line}\n`, meanings);
    expect(entry).toMatchObject({ english: "table", chinese: "桌子", shared: "table" });
    expect(entry?.examples[1]).toEqual({
      ...{ text: "Ich habe einen Tisch.", forms: ["habe"] },
      ...{ english: "I have a table.", chinese: "我有桌子。" },
    });
  });

  it("takes the Chinese sentences as the examples of a Chinese word", () => {
    const [entry] = parseLanguage({ sound: "pinyin" }, "table|桌子|noun|zhuōzi", meanings);
    expect(entry?.examples[0]).toMatchObject({ text: "桌子很大。", english: "The table is big." });
  });

  it.each([
    "chair|der Stuhl|m|ʃtuːl|a|b",
    "table|der Tisch|x|tɪʃ|a|b",
    "table|der Tisch|m|tɪʃ|a",
    "+|der Tisch|m|tɪʃ|table|桌子|a|b|c|d|e",
  ])("refuses %s", (line) => {
    expect(() => parseLanguage(german, line, meanings)).toThrow(RangeError);
  });
});

describe("isFormIn", () => {
  it.each([
    ["spielen", "Die Kinder spielen.", true],
    ["der Apfel", "Ich esse Äpfel.", false],
    ["guten Morgen", "Guten Morgen, Mama!", true],
    ["食べる", "りんごを食べます。", true],
    ["가다", "학교에 가요.", true],
    ["行く", "来ます。", false],
    ["마시다", "물을 마셔요.", true],
    ["마시다", "물을 먹어요.", false],
  ])("%s in %s: %s", (headword, sentence, expected) => {
    expect(isFormIn(headword, sentence)).toBe(expected);
  });
});

describe("isPinyinOf", () => {
  it.each([
    ["nǐ hǎo", "你好", true],
    ["xī'ān", "西安", true],
    ["yīdiǎnr", "一点儿", true],
    ["nǚ'ér", "女儿", true],
    ["xiǎng", "想", true],
    ["xiǎng", "西昂", false],
    ["hǎo", "你好", false],
    ["zhuō zi x", "桌子", false],
  ])("%s for %s: %s", (pinyin, text, expected) => {
    expect(isPinyinOf(pinyin, text)).toBe(expected);
  });
});
