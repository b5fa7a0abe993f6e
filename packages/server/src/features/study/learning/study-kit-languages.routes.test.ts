import { describe, expect } from "vitest";
import { giveAnswers } from "@wordloom/testing/content/give-answers";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { KIT_PATH, SENSES, call, kitRoutes, wordOf } from "../../../testing/rows/study-kit.ts";

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
    "has options in the language of a few words among many of another": {
      as: "learner",
      given: async (app) => {
        const kana = ["りんご", "つくえ", "かわ", "うま", "いし", "くも", "はしご", "まど"];
        await app.words([
          ...kana.map((text, at) => ({ text, language: "ja", meaning: SENSES[at] ?? "" })),
          ...Array.from({ length: 200 }, (_, at) => ({ text: `word${100 + at}` })),
        ]);
        await giveAnswers(app.deps, [
          ["2026-03-01T09:00:00.000Z", "w150"],
          ["2026-03-01T09:01:00.000Z", "w1"],
        ]);
        await call(app, "PUT", "/api/study-config", { dailyWordCount: 1 });
      },
      send: ["GET", KIT_PATH],
      status: 200,
      after: (_, { body }) => {
        const { options, otherOptions } = wordOf(body.data, "w1");
        for (const shown of [options, otherOptions].map((two) => two["meaning-to-word"])) {
          expect(shown?.options.every((text) => /\p{Script=Hiragana}/u.test(text))).toBe(true);
        }
      },
    },
    "has no options rather than words of another language": {
      as: "learner",
      given: (app) =>
        app.words([
          { text: "りんご", language: "ja", meaning: "apple" },
          { text: "つくえ", language: "ja", meaning: "table" },
          ...SENSES.map((meaning, n) => ({ text: `word${n}`, meaning })),
        ]),
      send: ["GET", KIT_PATH],
      status: 200,
      after: (_, { body }) => {
        const none = { "word-to-meaning": null, "meaning-to-word": null };
        expect(wordOf(body.data, "w1")).toMatchObject({ options: none, otherOptions: none });
        expect(wordOf(body.data, "w3").options["word-to-meaning"]?.options).toHaveLength(4);
      },
    },
    "offers no meaning beside an English synonym of it": {
      as: "learner",
      given: (app) =>
        app.words(
          [
            ["beginnen", "to begin"],
            ["starten", "start"],
            ["schnell", "adj. fast; swift"],
            ["rasch", "quick"],
            ["froh", "happy"],
            ["fröhlich", "glad"],
            ...SENSES.slice(0, 5).map((meaning, n) => [`Wort${n}`, meaning]),
          ].map(([text = "", meaning = ""]) => {
            return { text, language: "de", meaning, meaningLanguage: "en" };
          }),
        ),
      send: ["GET", KIT_PATH],
      status: 200,
      after: (_, { body }) => {
        const offered = (wordId: string) => {
          const { options, otherOptions } = wordOf(body.data, wordId);
          const all = [...Object.values(options), ...Object.values(otherOptions)];
          expect(options["word-to-meaning"]).not.toBeNull();
          return all.flatMap((shown) => shown?.wordIds ?? []);
        };
        expect(offered("w1")).not.toContain("w2");
        expect(offered("w4")).not.toContain("w3");
        expect(offered("w5")).not.toContain("w6");
      },
    },
    "has no label of a part of speech in an option, even where a meaning has two parts": {
      as: "learner",
      given: (app) =>
        app.words(
          ["adv. kindly; v. make happy", "n. table", "v. ride", "stone", "cloud"].map(
            (meaning) => ({ meaning }),
          ),
        ),
      send: ["GET", KIT_PATH],
      status: 200,
      after: (_, { body }) => {
        const shown = wordOf(body.data, "w1").options["word-to-meaning"];
        expect(shown?.options).toContain("kindly; make happy");
        expect(shown?.options.join()).not.toMatch(/\b(?:adv|n|v)\./);
        expect(wordOf(body.data, "w1").word.meaning).toBe("adv. kindly; v. make happy");
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
    "names look-alikes of the library and the learner's own, and no one else's": {
      as: "learner",
      given: async (app) => {
        const other = await app.learner();
        await app.words([
          { text: "zm100" },
          { text: "angles" },
          { text: "schön", language: "de" },
          { text: "café", meaning: "coffee house" },
          ...Array.from({ length: 200 }, (_, at) => ({ text: `zm${101 + at}` })),
          { text: "angels" },
          { text: "schon", language: "de" },
          { text: "cafe", meaning: "coffee house" },
          { text: "bangles", id: "mine" },
          { text: "jangles", id: "theirs" },
          { text: "angües", language: "es" },
        ]);
        const own = (id: string, owner_id: string) =>
          app.deps.database.updateTable("words").set({ owner_id }).where("id", "=", id).execute();
        await own("mine", app.u1.id);
        await own("theirs", other.id);
        await giveAnswers(
          app.deps,
          ["w1", "w2", "w3", "w4"].map((id, at) => [`2026-03-01T09:0${at}:00.000Z`, id] as const),
        );
        await call(app, "PUT", "/api/study-config", { studyMode: "review" });
      },
      send: ["GET", KIT_PATH],
      status: 200,
      after: (_, { body }) => {
        const of = (wordId: string) => wordOf(body.data, wordId).content.lookalikes;
        // English words in use are known without the library.
        expect(of("w2")).toEqual(["angels", "angle", "bangles"]);
        expect(of("w3")).toEqual(["schon"]);
        expect(of("w4")).toEqual([]);
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
