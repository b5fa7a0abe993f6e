import { describe, expect } from "vitest";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { readAll, sendDictionary } from "../../../testing/rows/dictionary-samples.ts";
import { dictionaryZip, ECDICT, term } from "@wordloom/testing/content/dictionary-zip";
import { dictionariesRoutes } from "./dictionaries.routes.ts";
import { workOnDictionaries } from "./dictionary-work.service.ts";

const PATH = "/api/admin/dictionaries";
const admin = { as: "admin" } as const;
const refused = (code: string) => ({ success: false, code });
const octets = { "content-type": "application/octet-stream" };

const file = (query: string, content: string | Uint8Array, headers = {}): Scenario["send"] => [
  "POST",
  `${PATH}?${query}`,
  Buffer.from(content),
  { ...octets, ...headers },
];

/** What is stored, by table. */
async function rows({ deps: { database } }: ScenarioApp) {
  const count = async (table: "dictionaries" | "dictionary_parts" | "dictionary_entries") =>
    (await database.selectFrom(table).selectAll().execute()).length;
  return {
    dictionaries: await count("dictionaries"),
    parts: await count("dictionary_parts"),
    entries: await count("dictionary_entries"),
  };
}

const nothingStored = async (app: ScenarioApp) => {
  await readAll(app);
  expect(await rows(app)).toEqual({ dictionaries: 0, parts: 0, entries: 0 });
};

const list = async ({ a1, send }: ScenarioApp) =>
  (await send("GET", PATH, { headers: a1.headers })).body.data.dictionaries;

const job = async ({ a1, send }: ScenarioApp, id: string) =>
  (await send("GET", `${PATH}/jobs/${id}`, { headers: a1.headers })).body.data;

/** Three dictionaries with the titles One, Two and Three. */
async function three(app: ScenarioApp): Promise<string[]> {
  const ids: string[] = [];
  for (const title of ["One", "Two", "Three"])
    ids.push(await sendDictionary(app, dictionaryZip([term("猫", ["cat"])], { title })));
  return ids;
}

const titles = async (app: ScenarioApp) =>
  (await list(app)).map(({ title, position }: { title: string; position: number }) => [
    title,
    position,
  ]);

const change = (path: string, body: object): Scenario["send"] => ["PATCH", path, body];

describe("POST /api/admin/dictionaries", () => {
  scenarios(dictionariesRoutes, {
    "stores the file and says that it is being read": {
      ...admin,
      send: file("name=JMdict.zip", dictionaryZip([term("猫", ["cat"])])),
      status: 202,
      body: {
        data: {
          name: "JMdict.zip",
          kind: "dictionary",
          state: "reading",
          preview: null,
          error: null,
        },
      },
      after: async (app, { body }) => {
        expect(await list(app)).toEqual([]);
        await readAll(app);
        expect(await job(app, body.data.id)).toMatchObject({ state: "done", progress: 1 });
        expect(await rows(app)).toEqual({ dictionaries: 1, parts: 0, entries: 1 });
      },
    },

    "takes the languages that the administrator states": {
      ...admin,
      send: file(
        "name=a.zip&language=ZH-hans&meaningLanguage=EN",
        dictionaryZip([term("猫", ["cat"])]),
      ),
      status: 202,
      after: async (app) => {
        await readAll(app);
        expect(await list(app)).toMatchObject([{ language: "zh-Hans", meaningLanguage: "en" }]);
      },
    },

    "reads a file of several parts": {
      ...admin,
      send: file("name=ecdict.csv", ECDICT + "loom,luːm,,n. 织机,,,,,,,,,\n".repeat(40_000)),
      status: 202,
      after: async (app) => {
        expect((await rows(app)).parts).toBe(3);
        await readAll(app);
        expect(await list(app)).toMatchObject([{ entries: 40_000, kinds: ["words"] }]);
      },
    },

    "refuses an empty file and stores nothing": {
      ...admin,
      send: file("name=a.csv", ""),
      status: 400,
      body: refused("DICTIONARY_INVALID"),
      after: nothingStored,
    },

    "refuses a picture with a sentence, and stores nothing": {
      ...admin,
      send: file("name=a.zip", Buffer.from("\x89PNG\r\n\x1a\n", "latin1")),
      status: 400,
      body: { ...refused("DICTIONARY_INVALID"), message: "This is a picture or a recording." },
      after: nothingStored,
    },

    "refuses a file over the limit before its content, and stores nothing": {
      ...admin,
      settings: { LIMITS_MAX_DICTIONARY_BYTES: "20" },
      send: file("name=a.zip", Buffer.concat([Buffer.from("\x89PNG"), Buffer.alloc(600_000)])),
      status: 413,
      body: refused("PAYLOAD_TOO_LARGE"),
      after: nothingStored,
    },

    "refuses a malformed language and stores nothing": {
      ...admin,
      send: file("name=a.zip&language=no_such_language", dictionaryZip([])),
      status: 400,
      body: refused("INVALID_LANGUAGE"),
      after: nothingStored,
    },

    "refuses a malformed language of meanings": {
      ...admin,
      send: file("name=a.zip&meaningLanguage=-", dictionaryZip([])),
      status: 400,
      body: refused("INVALID_LANGUAGE"),
    },

    "refuses a file without a name": {
      ...admin,
      send: file("name=", "word,meaning\n"),
      status: 400,
      body: refused("INVALID_REQUEST_BODY"),
      after: nothingStored,
    },

    "refuses a form": {
      ...admin,
      send: file("name=a.csv", "x", { "content-type": "multipart/form-data; boundary=x" }),
      status: 415,
      body: refused("UNSUPPORTED_MEDIA_TYPE"),
    },
  });
});

const failing = (content: string | Uint8Array, message: RegExp, name = "a.zip"): Scenario => ({
  ...admin,
  send: async (app) => ["GET", `${PATH}/jobs/${await sendDictionary(app, content, name)}`],
  status: 200,
  body: { data: { state: "failed", error: { code: "DICTIONARY_INVALID" } } },
  after: async (app, { body }) => {
    expect(body.data.error.message).toMatch(message);
    expect(await list(app)).toEqual([]);
    expect(await rows(app)).toEqual({ dictionaries: 1, parts: 0, entries: 0 });
  },
});

const good = Array.from({ length: 1_500 }, (_, at) => term(`猫${at}`, ["cat"]));

describe("GET /api/admin/dictionaries/jobs/{id}", () => {
  scenarios(dictionariesRoutes, {
    "says why a table cannot be read": failing("Haus,house\n", /^line 1: .*columns/, "a.csv"),
    "says that an archive is no dictionary": failing(dictionaryZip(undefined), /no Yomitan/),
    "says where a bank is broken, and keeps nothing of those before": failing(
      dictionaryZip(good, {}, '[["a", "", "", "", 0, ["x"'),
      /^term_bank_2\.json/,
    ),
    "says that nothing can be used, and why": failing(
      dictionaryZip([["猫"]]),
      /no entry.*term_bank_1\.json entry 1/,
    ),
    "asks for a language that the file does not show": failing(
      dictionaryZip([term("123", ["cat"])]),
      /in which language its words are\. Choose it/,
    ),
    "asks for the language of meanings": failing(
      dictionaryZip([term("猫", ["123"])], { sourceLanguage: "ja" }),
      /in which language its meanings are/,
    ),

    "names the entries that were left out": {
      ...admin,
      send: async (app) => {
        const terms = [term("猫", ["cat"]), term("x".repeat(201), ["y"]), ["z"]];
        return ["GET", `${PATH}/jobs/${await sendDictionary(app, dictionaryZip(terms))}`];
      },
      status: 200,
      body: {
        data: {
          state: "done",
          problemCount: 2,
          problems: [
            { where: "term_bank_1.json entry 2", code: "long_text" },
            { where: "term_bank_1.json entry 3", code: "invalid_item" },
          ],
        },
      },
    },

    "begins anew what a killed process has half read": {
      ...admin,
      send: async (app) => {
        const id = await sendDictionary(app, dictionaryZip(good), "a.zip", { isRead: false });
        const stop = new AbortController();
        let moves = 0;
        // The first one removes what an earlier attempt left, the second one stores entries.
        await workOnDictionaries(app.deps, stop.signal, () => {
          if ((moves += 1) === 2) stop.abort();
        });
        const { entries: before } = await rows(app);
        expect(before).toBeGreaterThan(0);
        expect(before).toBeLessThan(1_500);
        expect(await list(app)).toEqual([]);
        await readAll(app);
        expect((await rows(app)).entries).toBe(1_500);
        return ["GET", `${PATH}/jobs/${id}`];
      },
      status: 200,
      body: { data: { state: "done" } },
      after: async (app) => expect(await list(app)).toMatchObject([{ entries: 1_500 }]),
    },

    "forgets a failure after seven days": {
      ...admin,
      send: async (app) => {
        const id = await sendDictionary(app, "Haus,house\n", "a.csv");
        app.clock.advance(7 * 86_400_000 + 1);
        await readAll(app);
        return ["GET", `${PATH}/jobs/${id}`];
      },
      status: 404,
      body: refused("NOT_FOUND"),
      after: nothingStored,
    },

    "forgets a failure of a clock that was ahead": {
      ...admin,
      send: async (app) => {
        const today = new Date(app.clock.nowMs()).toISOString();
        app.clock.advance(365 * 86_400_000);
        const id = await sendDictionary(app, "Haus,house\n", "a.csv");
        app.clock.setTo(today);
        await readAll(app);
        return ["GET", `${PATH}/jobs/${id}`];
      },
      status: 404,
      body: refused("NOT_FOUND"),
      after: nothingStored,
    },

    "knows no job of another id": {
      ...admin,
      send: ["GET", `${PATH}/jobs/x`],
      status: 404,
      body: refused("NOT_FOUND"),
    },
  });
});

describe("GET /api/admin/dictionaries", () => {
  scenarios(dictionariesRoutes, {
    "is empty at first": {
      ...admin,
      send: ["GET", PATH],
      status: 200,
      body: { data: { dictionaries: [] } },
    },

    "says what each dictionary states and holds": {
      ...admin,
      given: (app) => {
        const index = {
          title: "Katzen",
          revision: "7",
          attribution: "CC BY-SA 4.0",
          sourceLanguage: "jpn",
          targetLanguage: "de",
        };
        const terms = [term("猫", ["Katze"]), term("猫ちゃん", [["猫", ["dim"]]])];
        const figures = [["猫", "freq", 12]];
        return sendDictionary(app, dictionaryZip(terms, index, undefined, figures));
      },
      send: ["GET", PATH],
      status: 200,
      body: {
        data: {
          dictionaries: [
            {
              title: "Katzen",
              revision: "7",
              attribution: "CC BY-SA 4.0",
              language: "ja",
              meaningLanguage: "de",
              entries: 3,
              kinds: ["words", "forms", "frequency"],
              enabled: true,
              position: 0,
            },
          ],
        },
      },
    },
  });
});

describe("PATCH /api/admin/dictionaries/{id}", () => {
  scenarios(dictionariesRoutes, {
    "disables a dictionary and corrects its languages": {
      ...admin,
      send: async (app) => {
        const [id] = await three(app);
        const body = { enabled: false, language: "zh-hant", meaningLanguage: "en-gb" };
        return change(`${PATH}/${id}`, body) as never;
      },
      status: 200,
      body: {
        data: { enabled: false, language: "zh-Hant", meaningLanguage: "en-GB", position: 0 },
      },
    },

    "moves a dictionary to the front": {
      ...admin,
      send: async (app) => change(`${PATH}/${(await three(app))[2]}`, { position: 0 }) as never,
      status: 200,
      body: { data: { title: "Three", position: 0 } },
      after: async (app) =>
        expect(await titles(app)).toEqual([
          ["Three", 0],
          ["One", 1],
          ["Two", 2],
        ]),
    },

    "moves a dictionary to the end for a place beyond it": {
      ...admin,
      send: async (app) => change(`${PATH}/${(await three(app))[0]}`, { position: 99 }) as never,
      status: 200,
      body: { data: { title: "One", position: 2 } },
    },

    "refuses a malformed language and changes nothing": {
      ...admin,
      send: async (app) =>
        change(`${PATH}/${(await three(app))[0]}`, { enabled: false, language: "?" }) as never,
      status: 400,
      body: refused("INVALID_LANGUAGE"),
      after: async (app) => expect((await list(app))[0]).toMatchObject({ enabled: true }),
    },

    "refuses a place below zero": {
      ...admin,
      send: async (app) => change(`${PATH}/${(await three(app))[0]}`, { position: -1 }) as never,
      status: 400,
      body: refused("INVALID_REQUEST_BODY"),
    },

    "knows no dictionary that failed": {
      ...admin,
      send: async (app) =>
        change(`${PATH}/${await sendDictionary(app, "a,b\n", "a.csv")}`, {}) as never,
      status: 404,
      body: refused("NOT_FOUND"),
    },
  });
});

describe("DELETE /api/admin/dictionaries/{id}", () => {
  scenarios(dictionariesRoutes, {
    "hides a dictionary at once and removes it in the background": {
      ...admin,
      send: async (app) => ["DELETE", `${PATH}/${(await three(app))[0]}`],
      status: 200,
      body: { data: { deleted: true } },
      after: async (app) => {
        expect(await titles(app)).toEqual([
          ["Two", 0],
          ["Three", 1],
        ]);
        await readAll(app);
        expect(await rows(app)).toEqual({ dictionaries: 2, parts: 0, entries: 2 });
      },
    },

    "stops one that is being read": {
      ...admin,
      send: async (app) => {
        const zip = dictionaryZip(good);
        const id = await sendDictionary(app, zip, "a.zip", { isRead: false });
        return ["DELETE", `${PATH}/${id}`];
      },
      status: 200,
      after: nothingStored,
    },

    "knows no dictionary of another id": {
      ...admin,
      send: ["DELETE", `${PATH}/x`],
      status: 404,
      body: refused("NOT_FOUND"),
    },
  });
});
