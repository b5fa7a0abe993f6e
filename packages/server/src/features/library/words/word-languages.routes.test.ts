import { describe } from "vitest";
import { scenarios } from "../../../testing/app/scenarios.ts";
import { wordsRoutes } from "./words.routes.ts";

const wei = { text: "放弃", meaning: "to give up" };
const refused = (code: string) => ({ status: 400, body: { success: false, code } }) as const;
const tooMuch = refused("WORDS_INVALID_PAYLOAD");
const noLanguage = refused("INVALID_LANGUAGE");

describe("POST /api/words with the fields of a language", () => {
  const post = (word: object) => ({ as: "admin", send: ["POST", "/api/words", word] }) as const;
  scenarios(wordsRoutes, {
    "keeps them, with canonical tags": {
      ...post({
        ...wei,
        language: "ZH-hans",
        meaningLanguage: "EN-gb",
        reading: " fàngqì ",
        examples: ["他放弃了。", "别放弃！"],
        exampleMeanings: ["He gave up."],
        audioUrl: "https://example.com/a.mp3",
      }),
      status: 201,
      body: {
        data: {
          language: "zh-Hans",
          meaningLanguage: "en-GB",
          reading: "fàngqì",
          exampleMeanings: ["He gave up.", ""],
          audioUrl: "https://example.com/a.mp3",
          ownerId: null,
          ownFields: [],
          basedOn: null,
        },
      },
    },
    "takes English with an English meaning for granted": {
      ...post({ text: "loom", meaning: "a frame" }),
      status: 201,
      body: { data: { language: "en", meaningLanguage: "en", reading: null, exampleMeanings: [] } },
    },
    "takes a meaning with a Chinese character for Chinese": {
      ...post({ text: "loom", meaning: "n. 织机" }),
      status: 201,
      body: { data: { language: "en", meaningLanguage: "zh" } },
    },
    "accepts a recording of this service": {
      ...post({ ...wei, audioUrl: "/api/media/m1" }),
      status: 201,
      body: { data: { audioUrl: "/api/media/m1" } },
    },
    "refuses a malformed tag": { ...post({ ...wei, language: "deutsch!" }), ...noLanguage },
    "refuses an empty tag": { ...post({ ...wei, meaningLanguage: "" }), ...noLanguage },
    "refuses a reading of 201 characters": {
      ...post({ ...wei, reading: "r".repeat(201) }),
      ...tooMuch,
    },
    "refuses a recording at a plain address": {
      ...post({ ...wei, audioUrl: "http://example.com/a.mp3" }),
      ...tooMuch,
    },
  });
});

describe("PUT /api/words/{id} with the fields of a language", () => {
  const german = { text: "Gift", meaning: "poison", language: "de", examples: ["Das ist Gift."] };
  const change = (word: object) => async (app: Parameters<typeof given>[0]) => {
    const { id } = await given(app);
    return ["PUT", `/api/words/${id}`, { text: "", meaning: "", ...word }] as const;
  };
  const given = async (app: { words: (drafts: object[]) => Promise<{ id: string }[]> }) => {
    const [word] = await app.words([{ ...german, exampleMeanings: ["That is poison."] }]);
    return word ?? { id: "" };
  };
  scenarios(wordsRoutes, {
    "keeps what it does not name": {
      as: "admin",
      send: change({ reading: "gɪft" }),
      status: 200,
      body: { data: { language: "de", meaningLanguage: "en", reading: "gɪft" } },
    },
    "lets the language of a meaning follow the meaning": {
      as: "admin",
      send: change({ meaning: "毒药" }),
      status: 200,
      body: { data: { meaningLanguage: "zh" } },
    },
    "keeps the translation of an example that stays": {
      as: "admin",
      send: change({ examples: ["Gift!", "Das ist Gift."] }),
      status: 200,
      body: { data: { exampleMeanings: ["", "That is poison."] } },
    },
    "removes a reading with an empty one": {
      as: "admin",
      send: change({ reading: "", exampleMeanings: [] }),
      status: 200,
      body: { data: { reading: null, exampleMeanings: [] } },
    },
    "refuses a malformed tag": { as: "admin", send: change({ language: "?" }), ...noLanguage },
  });
});

describe("GET /api/words in some languages", () => {
  const library = [
    { text: "gift", meaning: "a present", language: "en" },
    { text: "Gift", meaning: "poison", language: "de" },
    { text: "礼物", meaning: "gift", language: "zh-Hans" },
    { text: "gift", meaning: "赠品", language: "en" },
  ];
  const get = (query: string) => async (app: { words: (drafts: object[]) => Promise<unknown> }) => {
    await app.words(library);
    return ["GET", `/api/words?${query}`] as const;
  };
  const texts = (...list: string[]) => ({
    status: 200 as const,
    body: { data: { total: list.length, data: list.map((text) => ({ text })) } },
  });
  scenarios(wordsRoutes, {
    "searches in one": { as: "learner", send: get("search=gift&languages=de"), ...texts("Gift") },
    "searches in several, and in those that begin with a tag": {
      as: "learner",
      send: get("search=gift&languages=zh,en&meaningLanguage=en"),
      ...texts("gift", "礼物"),
    },
    "lists and counts one": { as: "learner", send: get("languages=de"), ...texts("Gift") },
    "lists each text of a language once": {
      as: "learner",
      send: get("languages=en,de&meaningLanguage=en"),
      ...texts("gift", "Gift"),
    },
    "finds a text by a meaning in another language than the reader's": {
      as: "learner",
      send: get(`search=${encodeURIComponent("赠")}&languages=en&meaningLanguage=en`),
      ...texts("gift"),
    },
    "refuses a malformed tag": { as: "learner", send: get("languages=d!"), ...noLanguage },
  });
});
