import { describe, expect, it } from "vitest";
import { readStarterEntries } from "../../library/starter-words/starter-entries.ts";
import { kitOptions, optionPool } from "./kit-options.ts";

const entries = (await readStarterEntries()).filter(({ partOfSpeech }) =>
  ["pronoun", "determiner"].includes(partOfSpeech),
);

const glossed = (meaningLanguage: "en" | "zh") =>
  entries.map((entry, at) => ({
    id: `w${at}`,
    text: entry.text,
    language: "en",
    meaning: meaningLanguage === "en" ? entry.english : entry.chinese,
    meaningLanguage,
    partOfSpeech: entry.partOfSpeech,
    difficulty: 0.1,
  }));

/** Right and wrong meanings of all words, with several seeds. */
function asked(meaningLanguage: "en" | "zh") {
  const words = glossed(meaningLanguage);
  const pool = optionPool(words);
  return words.flatMap((word) =>
    [1, 7, 30, 2_000].flatMap((seed) => {
      const { options, otherOptions } = kitOptions(word, [], seed, pool);
      return [options, otherOptions].flatMap(({ "word-to-meaning": made }) => {
        if (made === null) return [];
        const wrong = made.options.toSpliced(made.correctIndex, 1);
        return [{ text: word.text, right: made.options[made.correctIndex] ?? "", wrong }];
      });
    }),
  );
}

describe("wrong meanings of pronouns in a kit", () => {
  it("are not all definitions of one pattern beside another right one", () => {
    for (const { right, wrong } of asked("en")) {
      const isForm = (meaning: string) => meaning.startsWith("the form of");
      if (!isForm(right)) expect(wrong.filter(isForm).length).toBeLessThan(2);
    }
  });

  it("do not name the word", () => {
    for (const { text, wrong } of asked("en")) {
      expect(wrong.filter((meaning) => meaning.includes(`"${text}"`))).toEqual([]);
    }
  });

  it("do not all have the ending of a possessive that the right one lacks", () => {
    for (const { right, wrong } of asked("zh")) {
      const isPossessive = (meaning: string) => meaning.endsWith("的");
      if (!isPossessive(right)) expect(wrong.filter(isPossessive).length).toBeLessThan(2);
    }
  });
});
