import { describe, expect } from "vitest";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { sendDictionary } from "../../../testing/rows/dictionary-samples.ts";
import { dictionaryZip, term } from "@wordloom/testing/content/dictionary-zip";
import { dictionariesRoutes } from "../dictionaries/dictionaries.routes.ts";
import { dictionariesWorker } from "../dictionaries/dictionaries.worker.ts";
import { importsRoutes } from "../imports/imports.routes.ts";
import { importsWorker } from "../imports/imports.worker.ts";
import { wordListsRoutes } from "../word-lists/word-lists.routes.ts";
import { wordbooksRoutes } from "../wordbooks/wordbooks.routes.ts";
import { createBook } from "../wordbooks/wordbooks.service.ts";
import { createWord } from "../words/words.service.ts";
import { ownWordsRoutes } from "./own-words.routes.ts";

const routes = [
  dictionariesRoutes,
  importsRoutes,
  ownWordsRoutes,
  wordbooksRoutes,
  wordListsRoutes,
];
const learner = { as: "learner" } as const;
const never = new AbortController().signal;

const SOURCE = { title: "Japanisch", attribution: "EDRDG, CC BY-SA 4.0" };

const CONTENT = {
  type: "structured-content",
  content: [
    {
      tag: "ul",
      content: [
        { tag: "li", content: "to eat" },
        { tag: "li", content: "to live on" },
      ],
    },
    {
      tag: "div",
      data: { content: "example-sentence" },
      content: [
        { tag: "div", content: "魚を食べる。" },
        { tag: "div", content: "I eat fish." },
      ],
    },
  ],
};

const japanese = (app: ScenarioApp) => {
  const index = {
    title: "Japanisch",
    attribution: "EDRDG, CC BY-SA 4.0",
    sourceLanguage: "ja",
    targetLanguage: "en",
  };
  const terms = [
    term("食べる", [CONTENT], { reading: "たべる", tags: "v1" }),
    term("食べた", [["食べる", ["past"]]], { reading: "たべた" }),
  ];
  const figures = [["食べる", "pitch", { reading: "たべる", pitches: [{ position: 2 }] }]];
  return sendDictionary(app, dictionaryZip(terms, index, undefined, figures));
};

const paste =
  (text: string, more: object = {}): Scenario["send"] =>
  async (app) => {
    const draft = { name: "Mine", description: "", tags: [], userId: app.u1.id };
    const { id } = await createBook(app.deps, app.deps.database, draft);
    const body = { text, mode: "add", language: "ja", meaningLanguage: "en", ...more };
    return ["POST", `/api/wordbooks/${id}/words/text`, body];
  };

const ownWords = async ({ send, u1 }: ScenarioApp) =>
  (await send("GET", "/api/own-words", { headers: u1.headers })).body.data.data;

/** What the pages of the learner's words name as their sources. */
async function sources(app: ScenarioApp) {
  const named: unknown[] = [];
  for (const { id } of await ownWords(app)) {
    const path = `/api/own-words/${id as string}`;
    const { source } = (await app.send("GET", path, { headers: app.u1.headers })).body.data;
    if (source !== null) named.push(source);
  }
  return named;
}

describe("a bare word", () => {
  scenarios(routes, {
    "in a pasted list is filled from a dictionary, which stays its source": {
      ...learner,
      given: japanese,
      send: paste("食べる"),
      status: 200,
      body: { data: { rows: [{ outcome: "filled", meaning: "to eat; to live on" }] } },
      after: async (app) => {
        expect(await ownWords(app)).toMatchObject([
          {
            text: "食べる",
            meaning: "to eat; to live on",
            meaningLanguage: "en",
            reading: "たべる",
            pronunciation: "[2]",
            partOfSpeech: "v1",
            examples: ["魚を食べる。"],
            exampleMeanings: ["I eat fish."],
          },
        ]);
        expect(await sources(app)).toMatchObject([SOURCE]);
      },
    },

    "in another form is filled from its base form, without its sound": {
      ...learner,
      given: japanese,
      send: paste("食べた"),
      status: 200,
      body: { data: { rows: [{ outcome: "filled", meaning: "to eat; to live on" }] } },
      after: async (app) =>
        expect(await ownWords(app)).toMatchObject([
          { text: "食べた", reading: null, pronunciation: null, partOfSpeech: "v1" },
        ]),
    },

    "stays unknown where meanings are wanted in another language": {
      ...learner,
      given: japanese,
      send: paste("食べる", { meaningLanguage: "de" }),
      status: 200,
      body: { data: { rows: [{ outcome: "unknown" }], added: 0 } },
    },

    "stays unknown to a dictionary that is disabled": {
      ...learner,
      given: async (app) => {
        const id = await japanese(app);
        const { headers } = await app.admin();
        const body = { enabled: false };
        await app.send("PATCH", `/api/admin/dictionaries/${id}`, { body, headers });
      },
      send: paste("食べる"),
      status: 200,
      body: { data: { rows: [{ outcome: "unknown" }] } },
    },

    "takes the library's word first": {
      ...learner,
      given: async (app) => {
        await japanese(app);
        await createWord(app.deps, { text: "食べる", meaning: "eat", language: "ja" });
      },
      send: paste("食べる"),
      status: 200,
      body: { data: { rows: [{ outcome: "found", meaning: "eat" }] } },
    },

    "keeps its own meaning where it has one": {
      ...learner,
      given: japanese,
      send: paste("食べる;mampfen"),
      status: 200,
      body: { data: { rows: [{ outcome: "own", meaning: "mampfen" }] } },
      after: async (app) => expect(await sources(app)).toEqual([]),
    },

    "in a file is filled, and keeps what the file says": {
      ...learner,
      given: japanese,
      send: async (app) => {
        const { headers } = app.u1;
        const file = await app.send("POST", "/api/imports?name=list.csv", {
          body: Buffer.from("word,meaning,part of speech\n食べる,,Verb\n犬,dog,\n"),
          headers: { ...headers, "content-type": "text/csv" },
        });
        const path = `/api/imports/${file.body.data.id as string}`;
        await importsWorker.run(app.deps, never);
        const body = { language: "ja", meaningLanguage: "en" };
        await app.send("POST", `${path}/run`, { body, headers });
        await importsWorker.run(app.deps, never);
        return ["GET", path];
      },
      status: 200,
      body: { data: { state: "done", counts: { words: 2, own: 1, filled: 1, unknown: 0 } } },
      after: async (app) => {
        expect(await ownWords(app)).toContainEqual(
          expect.objectContaining({ meaning: "to eat; to live on", partOfSpeech: "Verb" }),
        );
        expect(await sources(app)).toMatchObject([SOURCE]);
      },
    },

    "names its source after the dictionary is gone": {
      ...learner,
      given: japanese,
      send: paste("食べる"),
      status: 200,
      after: async (app) => {
        const { headers } = await app.admin();
        const path = "/api/admin/dictionaries";
        const [one] = (await app.send("GET", path, { headers })).body.data.dictionaries;
        await app.send("DELETE", `${path}/${one.id as string}`, { headers });
        await dictionariesWorker.run(app.deps, never);
        expect((await app.send("GET", path, { headers })).body.data.dictionaries).toEqual([]);
        expect(await sources(app)).toMatchObject([SOURCE]);
        const [word] = await ownWords(app);
        await app.send("DELETE", `/api/own-words/${word.id}`, { headers: app.u1.headers });
        const left = await app.deps.database.selectFrom("word_sources").selectAll().execute();
        expect(left).toEqual([]);
      },
    },
  });
});
