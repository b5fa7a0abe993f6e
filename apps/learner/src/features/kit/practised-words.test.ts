import { describe, expect, it } from "vitest";
import { practisedEntries, withOptions } from "./practised-words.ts";
import { studyWord } from "../study-session/testing/study-words.ts";

type Word = ReturnType<typeof studyWord>["word"];

/** A word of which only the library entry is known. */
const chosen = (id: string, more: Partial<Word> = {}) => {
  const { word } = studyWord(id, {});
  return { word: { ...word, text: `word${id}`, ...more }, recall: 0.3, lapses: 1 };
};
const unreachable = () => Promise.reject(new Error("offline"));
const senses = ["apple", "table", "river", "horse", "stone", "cloud", "ladder", "window"];
const plain = senses.map((meaning, at) => chosen(`${at}`, { meaning }));

describe("practice of chosen words", () => {
  it("asks them with the entries of the service, in the order chosen", async () => {
    const entries = [studyWord("2", {}), studyWord("1", {})];
    const [first, second] = plain.slice(1);
    const words = await practisedEntries([first!, second!], [], async (ids) => {
      expect(ids).toEqual(["1", "2"]);
      return entries;
    });
    expect(words).toEqual([entries[1], entries[0]]);
  });

  it("asks them with those of the stored kit where the service has none", async () => {
    const kept = studyWord("1", {});
    const words = await practisedEntries([plain[1]!], [kept], unreachable);
    expect(words).toEqual([kept]);
  });

  it("offers words and meanings of one language, none of them right as well", async () => {
    const all = [
      ...plain.slice(0, 5),
      chosen("same", { meaning: "fruit; apple" }),
      chosen("de", { language: "de", meaning: "ladder" }),
      chosen("zh", { meaningLanguage: "zh", meaning: "窗户" }),
      chosen("ja", { language: "ja", text: "まど", meaning: "window" }),
      chosen("none", { meaning: "n." }),
    ];
    const [apple] = await practisedEntries(all, [], unreachable);
    for (const mode of ["word-to-meaning", "meaning-to-word"] as const) {
      const ids = apple?.options[mode]?.wordIds ?? [];
      expect(ids).toHaveLength(4);
      expect(["0", "1", "2", "3", "4"]).toEqual(expect.arrayContaining(ids));
    }
  });

  it("offers meanings without labels of parts of speech", async () => {
    const labeled = senses.map((meaning, at) => chosen(`${at}`, { meaning: `n. ${meaning}` }));
    const [apple] = await practisedEntries(labeled, [], unreachable);
    const shown = apple?.options["word-to-meaning"]?.options ?? [];
    expect(shown[0]).toBe("apple");
    expect(senses).toEqual(expect.arrayContaining(shown));
  });

  it("offers meanings that are fair beside each other", async () => {
    const forms = ["he", "we", "she", "I", "who"].map(
      (text) => `the form of "${text}" after a verb`,
    );
    const fair = forms.map((meaning, at) => chosen(`form${at}`, { meaning }));
    const words = await practisedEntries([...plain, ...fair], [], unreachable);
    for (const { options, otherOptions } of words.slice(0, plain.length)) {
      for (const made of [options, otherOptions]) {
        const shown = made["word-to-meaning"]?.options ?? [];
        expect(shown.filter((meaning) => forms.includes(meaning)).length).toBeLessThan(2);
      }
    }
  });

  it("has other wrong options for the second asking, or none with too few words", async () => {
    const [apple] = await practisedEntries(plain, [], unreachable);
    const ids = [apple?.options, apple?.otherOptions].flatMap(
      (options) => options?.["meaning-to-word"]?.wordIds ?? [],
    );
    expect(ids.filter((id) => id === "0")).toHaveLength(2);
    expect(new Set(ids).size).toBe(7);
    const [alone] = await practisedEntries(plain.slice(0, 4), [], unreachable);
    expect(alone?.options["word-to-meaning"]).not.toBeNull();
    expect(alone?.otherOptions["word-to-meaning"]).toBeNull();
  });

  it("leaves options as they are", () => {
    const words = [studyWord("a", {}), studyWord("b", {})];
    expect(withOptions(words, words)).toEqual(words);
  });
});
