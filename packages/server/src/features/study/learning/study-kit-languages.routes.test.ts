import { describe, expect } from "vitest";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { KIT_PATH, SENSES, kitRoutes, wordOf } from "../../../testing/rows/study-kit.ts";

/** Four words of each language, with meanings that have nothing in common. */
const bilingual = (app: ScenarioApp) =>
  app.words([
    ...["Haus", "Gift", "Wald", "Licht", "Stein", "Vogel"].map((text, at) => ({
      text,
      language: "de-AT",
      meaning: SENSES[at] ?? "",
      meaningLanguage: "en",
    })),
    ...["present", "lantern", "thicket", "warbler"].map((text, at) => ({
      text,
      language: "en",
      meaning: ["Geschenk", "Laterne", "Dickicht", "Sänger"][at] ?? "",
      meaningLanguage: "de",
    })),
  ]);

describe("GET /api/study/kit in several languages", () => {
  scenarios(kitRoutes, {
    "offers words of one language, with meanings of one language": {
      as: "learner",
      given: bilingual,
      send: ["GET", KIT_PATH],
      status: 200,
      after: (_, { body }) => {
        for (const wordId of ["w1", "w2", "w6"]) {
          const shown = wordOf(body.data, wordId).options["meaning-to-word"];
          expect(shown?.options).toHaveLength(4);
          expect(shown?.options).not.toContain("present");
          expect(shown?.options.every((text) => /^[A-Z]/u.test(text))).toBe(true);
        }
      },
    },
    "offers no word of grammar beside another that stands for the same": {
      as: "learner",
      given: (app) =>
        app.words([
          { text: "once", meaning: "一次；曾经" },
          { text: "ago", meaning: "以前" },
          { text: "previously", meaning: "先前；以前" },
          ...["苹果", "桌子", "河流", "石头", "云"].map((meaning, n) => ({
            text: `word${n}`,
            meaning,
          })),
        ]),
      send: ["GET", KIT_PATH],
      status: 200,
      after: (_, { body }) => {
        for (const wordId of ["w1", "w2", "w3"]) {
          const { options, otherOptions } = wordOf(body.data, wordId);
          const offered = [...Object.values(options), ...Object.values(otherOptions)];
          const rivals = offered.flatMap((shown) => shown?.wordIds ?? []);
          expect(rivals.filter((id) => ["w1", "w2", "w3"].includes(id ?? ""))).toEqual(
            rivals.filter((id) => id === wordId),
          );
        }
      },
    },
    "offers no meaning that the judge takes for the right one": {
      as: "learner",
      given: (app) =>
        app.words([
          { text: "Farbe", language: "de", meaning: "colour", meaningLanguage: "en" },
          { text: "Tönung", language: "de", meaning: "the color; tint", meaningLanguage: "en" },
          ...SENSES.slice(0, 5).map((meaning, n) => ({
            text: `Wort${n}`,
            language: "de",
            meaning,
            meaningLanguage: "en",
          })),
        ]),
      send: ["GET", KIT_PATH],
      status: 200,
      after: (_, { body }) => {
        const { options } = wordOf(body.data, "w1");
        for (const shown of Object.values(options)) expect(shown?.wordIds).not.toContain("w2");
      },
    },
    "knows parts, origins and dictionaries of English words only": {
      as: "learner",
      given: (app) =>
        app.words([
          { text: "inspection", language: "en" },
          { text: "inspection", language: "fr" },
          { text: "dessert", language: "fr" },
          { text: "color", language: "en" },
        ]),
      send: ["GET", KIT_PATH],
      status: 200,
      after: (_, { body }) => {
        const contentOf = (wordId: string) => wordOf(body.data, wordId).content;
        expect(contentOf("w1").morphemes).not.toEqual([]);
        expect(contentOf("w2")).toMatchObject({ morphemes: [], etymology: null });
        expect(contentOf("w3").lookalikes).toEqual([]);
        expect(contentOf("w4").lookalikes).not.toContain("colour");
      },
    },
    "names look-alikes in other alphabets": {
      as: "learner",
      given: (app) =>
        app.words(
          [
            ["собака", "ru"],
            ["собаки", "ru"],
            ["собаку", "uk"],
            ["مدرسة", "ar"],
            ["الكتاب", "ar"],
            ["الكتان", "ar"],
          ].map(([text = "", language = ""]) => ({ text, language })),
        ),
      send: ["GET", KIT_PATH],
      status: 200,
      after: (_, { body }) => {
        const of = (wordId: string) => wordOf(body.data, wordId).content.lookalikes;
        expect([of("w1"), of("w5")]).toEqual([["собаки"], ["الكتان"]]);
      },
    },
  });
});
