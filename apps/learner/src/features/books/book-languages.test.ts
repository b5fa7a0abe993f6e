import { describe, expect, it } from "vitest";
import type { Wordbook } from "@wordloom/contract";
import { languageOptions, spokenLanguages, suits, withReadableMeanings } from "./book-languages.ts";

const book = (language?: string | null, meaningLanguage?: string | null) =>
  ({ id: `${language} ${meaningLanguage}`, language, meaningLanguage }) as unknown as Wordbook;
const books = [book("en", "en"), book("en", "zh"), book("de", "en"), book(null, null)];

describe("the languages of the books of the first run", () => {
  it("are proposed in the language of the app", () => {
    expect(spokenLanguages(books, {}, "zh")).toEqual({
      languages: ["en", "de"],
      meaningLanguages: ["en", "zh"],
      language: "en",
      meaningLanguage: "zh",
    });
  });

  it("follow the choice, and offer only meanings that the chosen language has", () => {
    const chosen = { language: "de", meaningLanguage: "zh" };
    expect(spokenLanguages(books, chosen, "zh")).toMatchObject({
      meaningLanguages: ["en"],
      language: "de",
      meaningLanguage: "en",
    });
  });

  it("are none with a service that does not tell them", () => {
    const spoken = spokenLanguages([book(), book()], {}, "en");
    expect(spoken.languages).toEqual([]);
    expect(suits(book(), spoken)).toBe(true);
  });

  it("leave out books of other languages, and keep those of several", () => {
    const spoken = spokenLanguages(books, {}, "zh");
    expect(books.map((one) => suits(one, spoken))).toEqual([false, true, false, true]);
  });
});

describe("the books with meanings that a learner reads", () => {
  const idsFor = (appLanguage: string) =>
    withReadableMeanings(books, appLanguage).map(({ id }) => id);

  it("leave out the others, as long as the language has one of them", () => {
    expect(idsFor("zh")).toEqual(["en zh", "de en", "null null"]);
  });

  it("are those of the first language where none is the learner's", () => {
    expect(idsFor("fr")).toEqual(["en en", "de en", "null null"]);
  });
});

describe("the names of languages to choose from", () => {
  const namesOf = (tags: readonly string[], reader: string) =>
    languageOptions(tags, reader).map(({ label }) => label);

  it("tell the script only where two are offered, so that Chinese has one name on a screen", () => {
    expect(namesOf(["en", "zh-Hans"], "zh")).toEqual(["英语", "中文"]);
    expect(namesOf(["zh"], "zh")).toEqual(["中文"]);
    expect(namesOf(["zh-Hans", "zh-Hant"], "zh")).toEqual(["简体中文", "繁体中文"]);
    expect(namesOf(["zh-Hans", "de"], "en")).toEqual(["Chinese", "German"]);
  });
});
