import { describe, expect } from "vitest";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { sendDictionary } from "../../../testing/rows/dictionary-samples.ts";
import { dictionaryZip, ECDICT, term } from "@wordloom/testing/content/dictionary-zip";
import { createOwnWord } from "../own-words/own-words.service.ts";
import { createWord } from "../words/words.service.ts";
import { dictionariesRoutes } from "./dictionaries.routes.ts";

const learner = { as: "learner" } as const;

const ask = (text: string, more = "language=en"): Scenario["send"] => [
  "GET",
  `/api/dictionary?text=${encodeURIComponent(text)}&${more}`,
];

const ROWS = [
  "run,rʌn,,v. 跑,v:90,,,zk,200,100,,,",
  "ran,ræn,,v. 跑了,,,,,,,0:run/1:p,,",
  "Polish,ˈpəʊlɪʃ,,a. 波兰的,,,,,,,,,",
  "polish,ˈpɒlɪʃ,,v. 擦亮,,,,,,,,,",
  "house,haʊs,,n. 房子,,,,,,,,,",
];

const english = (app: ScenarioApp) =>
  sendDictionary(app, `${ECDICT}${ROWS.join("\n")}\n`, "ecdict.csv");

const german = (app: ScenarioApp, title = "Deutsch", meaning = "to go") => {
  const index = { title, attribution: "CC BY-SA", sourceLanguage: "de", targetLanguage: "en" };
  const terms = [term("gehen", [meaning], { tags: "v" }), term("ging", [["gehen", ["past"]]])];
  return sendDictionary(app, dictionaryZip(terms, index));
};

const set = (app: ScenarioApp, id: string, body: object) => async () => {
  const { headers } = await app.admin();
  await app.send("PATCH", `/api/admin/dictionaries/${id}`, { body, headers });
};

const shows =
  (status: object[]): NonNullable<Scenario["after"]> =>
  (_, { body }) => {
    expect(body.data.entries).toMatchObject(status);
    expect(body.data.entries).toHaveLength(status.length);
  };

describe("GET /api/dictionary", () => {
  scenarios(dictionariesRoutes, {
    "says all that the dictionary says, with its source": {
      ...learner,
      given: english,
      send: ask("run"),
      status: 200,
      body: {
        data: {
          entries: [
            {
              text: "run",
              reading: null,
              pronunciation: "rʌn",
              partOfSpeech: "v",
              meanings: ["v. 跑"],
              examples: [],
              level: "zk",
              frequencyRank: 100,
              source: {
                title: "ecdict",
                attribution: "ECDICT, github.com/skywind3000/ECDICT (MIT License)",
              },
            },
          ],
        },
      },
    },

    "shows the same spelling before another one, and base forms last": {
      ...learner,
      given: english,
      send: ask("ran"),
      status: 200,
      after: shows([{ text: "ran" }, { text: "run" }]),
    },

    "shows the same case first": {
      ...learner,
      given: english,
      send: ask("polish"),
      status: 200,
      after: shows([{ text: "polish" }, { text: "Polish" }]),
    },

    "finds a base form by the rules of English": {
      ...learner,
      given: english,
      send: ask("HOUSES"),
      status: 200,
      after: shows([{ text: "house", meanings: ["n. 房子"] }]),
    },

    "finds a base form that an entry names": {
      ...learner,
      given: (app) => german(app),
      send: ask("ging", "language=de"),
      status: 200,
      after: shows([{ text: "gehen", partOfSpeech: "v" }]),
    },

    "applies no rules of English to other languages": {
      ...learner,
      given: (app) => {
        const index = { sourceLanguage: "de", targetLanguage: "en" };
        return sendDictionary(app, dictionaryZip([term("Haus", ["house"])], index));
      },
      send: ask("Hauss", "language=de"),
      status: 200,
      after: shows([]),
    },

    "finds words of a region in the dictionary of the language": {
      ...learner,
      given: (app) => german(app),
      send: ask("gehen", "language=de-AT&meaningLanguage=en-GB"),
      status: 200,
      after: shows([{ text: "gehen" }]),
    },

    "shows nothing of another language": {
      ...learner,
      given: (app) => german(app),
      send: ask("gehen", "language=nl"),
      status: 200,
      after: shows([]),
    },

    "shows only meanings in the language asked for": {
      ...learner,
      given: async (app) => {
        await german(app);
        const index = { title: "汉", sourceLanguage: "de", targetLanguage: "zh" };
        await sendDictionary(app, dictionaryZip([term("gehen", ["走"])], index));
      },
      send: ask("gehen", "language=de&meaningLanguage=zh"),
      status: 200,
      after: shows([{ meanings: ["走"] }]),
    },

    "asks dictionaries in their order, and none that is disabled": {
      ...learner,
      given: async (app) => {
        await german(app, "One", "one");
        const two = await german(app, "Two", "two");
        const three = await german(app, "Three", "three");
        await set(app, three, { position: 0 })();
        await set(app, two, { enabled: false })();
      },
      send: ask("gehen", "language=de"),
      status: 200,
      after: shows([{ meanings: ["three"] }, { meanings: ["one"] }]),
    },

    "shows no deleted dictionary": {
      ...learner,
      given: async (app) => {
        const id = await german(app);
        const { headers } = await app.admin();
        await app.send("DELETE", `/api/admin/dictionaries/${id}`, { headers });
      },
      send: ask("gehen", "language=de"),
      status: 200,
      after: shows([]),
    },

    "shows words of the library first": {
      ...learner,
      given: async (app) => {
        await english(app);
        await createWord(app.deps, { text: "run", meaning: "to move fast\nto flow" });
      },
      send: ask("run"),
      status: 200,
      after: shows([
        { meanings: ["to move fast", "to flow"], source: { id: "library", title: "Wordloom" } },
        { meanings: ["v. 跑"] },
      ]),
    },

    "shows nobody's own words": {
      ...learner,
      given: (app) =>
        createOwnWord(
          app.deps,
          { kind: "learner", id: app.u1.id, sessionId: "" },
          {
            text: "zzdiary",
            meaning: "mine",
          },
        ),
      send: ask("zzdiary"),
      status: 200,
      after: shows([]),
    },

    "adds rank and accent of other dictionaries, by reading": {
      ...learner,
      given: async (app) => {
        const index = { sourceLanguage: "ja", targetLanguage: "en" };
        const terms = [
          term("角", ["corner"], { reading: "かど", score: 2 }),
          term("角", ["horn"], { reading: "つの", score: 1 }),
        ];
        await sendDictionary(app, dictionaryZip(terms, index));
        const figures = [
          ["角", "freq", { reading: "つの", frequency: 4000 }],
          ["角", "pitch", { reading: "かど", pitches: [{ position: 1 }] }],
        ];
        await sendDictionary(
          app,
          dictionaryZip(undefined, { sourceLanguage: "ja" }, undefined, figures),
        );
      },
      send: ask("角", "language=ja"),
      status: 200,
      after: shows([
        { meanings: ["corner"], pronunciation: "[1]", frequencyRank: null },
        { meanings: ["horn"], pronunciation: null, frequencyRank: 4000 },
      ]),
    },

    "shows as many as asked for": {
      ...learner,
      given: english,
      send: ask("polish", "language=en&limit=1"),
      status: 200,
      after: shows([{ text: "polish" }]),
    },

    "refuses a malformed language": {
      ...learner,
      send: ask("run", "language=-"),
      status: 400,
      body: { success: false, code: "INVALID_LANGUAGE" },
    },

    "refuses a malformed language of meanings": {
      ...learner,
      send: ask("run", "language=en&meaningLanguage=-"),
      status: 400,
      body: { success: false, code: "INVALID_LANGUAGE" },
    },

    "refuses an empty word": {
      ...learner,
      send: ask(" "),
      status: 400,
      body: { success: false, code: "INVALID_REQUEST_BODY" },
    },
  });
});
