import { describe, expect } from "vitest";
import type { StarterSample } from "@wordloom/contract";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { forgetSystemSettings, storeSetting } from "../../accounts/settings/settings.service.ts";
import { listSystemBooks } from "../wordbooks/wordbooks.service.ts";
import { changeWord } from "../words/words.service.ts";
import { buildStarterWords } from "./build-starter-words.ts";
import { importStarterWords } from "./starter-import.service.ts";
import { starterWordsRoutes } from "./starter-words.routes.ts";

const PATH = "/api/starter-words/sample";
const settings = { STARTER_WORDBOOKS: "true" };

/** The first hundred words of each edition, in one book each. */
async function given({ deps }: ScenarioApp) {
  const content = (await buildStarterWords()).map((edition) => {
    const words = edition.words.slice(0, 100);
    const wordTexts = words.map(({ text }) => text);
    const book = { name: "First", description: "", formerDescriptions: [], wordTexts };
    return { ...edition, words, books: [book] };
  });
  await importStarterWords(deps, async () => content);
}

type SystemBook = Awaited<ReturnType<typeof listSystemBooks>>[number];

async function removeBooks({ deps }: ScenarioApp, isRemoved: (book: SystemBook) => boolean) {
  const books = (await listSystemBooks(deps.database)).filter(isRemoved);
  const ids = books.map(({ id }) => id);
  await deps.database.deleteFrom("wordbooks").where("id", "in", ids).execute();
}

const textsOf = ({ words }: StarterSample) => words.map(({ word }) => word.text);
const sampleOf = async (app: ScenarioApp): Promise<StarterSample> =>
  (await app.send("GET", PATH)).body.data;

describe("GET /api/starter-words/sample", () => {
  scenarios(starterWordsRoutes, {
    "gives visitors the ten most frequent words, with options that hold the answer once": {
      settings,
      given,
      send: ["GET", PATH],
      status: 200,
      headers: { "cache-control": "public, max-age=60" },
      body: { data: { language: "en", meaningLanguage: "en", registrationOpen: true } },
      after: (_, { body }) => {
        const { words }: StarterSample = body.data;
        expect(words).toHaveLength(10);
        const ranks = words.map(({ word }) => word.difficulty);
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
        for (const { word, options, otherOptions } of words) {
          const { "word-to-meaning": meanings, "meaning-to-word": texts } = options;
          const again = otherOptions["word-to-meaning"]?.options ?? [];
          expect(again.filter((one) => meanings?.options.includes(one))).toHaveLength(1);
          expect(new Set(meanings?.options).size).toBe(4);
          expect(meanings?.wordIds[meanings.correctIndex]).toBe(word.id);
          expect(texts?.options[texts.correctIndex]).toBe(word.text);
        }
      },
    },
    "gives the meanings in Chinese to who asks for any kind of Chinese": {
      settings,
      given,
      send: ["GET", `${PATH}?meaningLanguage=zh-Hans-CN`],
      status: 200,
      body: { data: { meaningLanguage: "zh" } },
      after: (_, { body }) => {
        for (const { word, options } of (body.data as StarterSample).words) {
          expect(word.meaning).toMatch(/\p{Script=Han}/u);
          for (const option of options["word-to-meaning"]?.options ?? []) {
            expect(option).toMatch(/\p{Script=Han}/u);
          }
        }
      },
    },
    "falls back to English meanings": {
      settings,
      given,
      send: ["GET", `${PATH}?meaningLanguage=de`],
      status: 200,
      body: { data: { meaningLanguage: "en" } },
    },
    "has no words of a language that the starter words do not teach": {
      settings,
      given,
      send: ["GET", `${PATH}?language=nl`],
      status: 200,
      body: { data: { language: "nl", words: [] } },
    },
    "gives words of the language to learn, with options of that language": {
      settings,
      given,
      send: ["GET", `${PATH}?language=de-AT&meaningLanguage=zh`],
      status: 200,
      body: { data: { language: "de", meaningLanguage: "zh" } },
      after: (_, { body }) => {
        const { words }: StarterSample = body.data;
        expect(words).toHaveLength(10);
        expect(textsOf(body.data)[0]).toBe("hallo");
        for (const { word, options } of words) {
          expect(word).toMatchObject({ language: "de", meaningLanguage: "zh" });
          expect(options["meaning-to-word"]?.options.join()).not.toContain("hello");
        }
      },
    },
    "names the languages that a visitor may choose among": {
      settings,
      given,
      send: ["GET", PATH],
      status: 200,
      body: { data: { languages: ["en", "de", "es", "fr", "zh-Hans", "ja", "ko"] } },
    },
    "offers no language whose books the operator removed": {
      settings,
      given: async (app) => {
        await given(app);
        await removeBooks(app, ({ language }) => language === "es");
      },
      send: ["GET", `${PATH}?language=es`],
      status: 200,
      body: { data: { words: [], languages: ["en", "de", "fr", "zh-Hans", "ja", "ko"] } },
    },
    "gives meanings in another language where the operator removed the books with these": {
      settings,
      given: async (app) => {
        await given(app);
        await removeBooks(app, ({ meaningLanguage }) => meaningLanguage === "zh");
      },
      send: ["GET", `${PATH}?language=ja&meaningLanguage=zh`],
      status: 200,
      body: { data: { language: "ja", meaningLanguage: "en" } },
      after: (_, { body }) => expect(body.data.words).toHaveLength(10),
    },
    "is empty in a service without starter words": {
      send: ["GET", PATH],
      status: 200,
      body: { data: { words: [], languages: [], registrationOpen: true } },
    },
    "leaves out what the operator took out of all books": {
      settings,
      given: async (app) => {
        await given(app);
        await removeBooks(app, () => true);
      },
      send: ["GET", PATH],
      status: 200,
      body: { data: { words: [] } },
    },
    "reports that registration is closed": {
      given: async ({ deps }) => {
        await storeSetting(deps.database, "registration_enabled", false, deps.clock.nowMs());
        forgetSystemSettings(deps);
      },
      send: ["GET", PATH],
      status: 200,
      body: { data: { registrationOpen: false } },
    },
    "shows a change of a word a minute later, and reads the database no sooner": {
      settings,
      given: async (app) => {
        await given(app);
        const [first] = (await sampleOf(app)).words;
        const id = first?.word.id ?? "";
        await changeWord(app.deps, id, { text: "changed", meaning: "another sense" });
        expect(textsOf(await sampleOf(app))).not.toContain("changed");
        app.clock.advance(60_000);
      },
      send: ["GET", PATH],
      status: 200,
      after: (_, { body }) => expect(textsOf(body.data)[0]).toBe("changed"),
    },
    "refuses a language tag that is longer than any": {
      send: ["GET", `${PATH}?language=${"e".repeat(36)}`],
      status: 400,
      body: { success: false, code: "INVALID_REQUEST_BODY" },
    },
    "counts visitors by their address like other calls without sign-in": {
      settings: { RATE_LIMIT_ANONYMOUS_MAX: "1" },
      twice: true,
      send: ["GET", PATH],
      status: 429,
      body: { success: false, code: "RATE_LIMITED" },
    },
  });
});
