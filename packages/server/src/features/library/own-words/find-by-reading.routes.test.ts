import { describe, expect } from "vitest";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { wordsRoutes } from "../words/words.routes.ts";
import { ownWordsRoutes } from "./own-words.routes.ts";

const routes = [ownWordsRoutes, wordsRoutes];

const school = { id: "school", text: "学校", meaning: "school", language: "ja" };
const LIBRARY = [
  { ...school, reading: "がっこう" },
  { id: "coffee", text: "コーヒー", meaning: "coffee", language: "ja" },
  { id: "sushi", text: "回転寿司", meaning: "sushi", language: "ja", reading: "かいてんずし" },
  { ...school, id: "xuexiao", language: "zh-Hans", reading: "xuéxiào" },
  { id: "woman", text: "女", meaning: "woman", language: "zh", reading: "nü3" },
  { id: "cream", text: "crème", meaning: "Sahne für Kaffee", language: "fr" },
  { id: "site", text: "site", meaning: "a place", language: "en" },
] as const;

const asked = (path: string, query: string) => `${path}?search=${encodeURIComponent(query)}`;
const idsOf = ({ data }: { data: { data: { id: string }[] } }) => data.data.map(({ id }) => id);

describe("GET /api/words by a reading", () => {
  const finds = (query: string, ids: readonly string[]): Scenario => ({
    as: "learner",
    given: (app) => app.words([...LIBRARY]),
    send: ["GET", asked("/api/words", query)],
    status: 200,
    body: { data: { total: ids.length } },
    after: (_, { body }) => expect(idsOf(body)).toEqual(ids),
  });
  scenarios(routes, {
    "finds a reading in kana by romaji": finds("gakkou", ["school"]),
    "finds it without the marks of long vowels": finds("GAKKO", ["school"]),
    "finds it by the other kana": finds("ガッコウ", ["school"]),
    "finds it in letters of full width": finds("ｇａｋｋｏ", ["school"]),
    "finds part of a reading": finds("zushi", ["sushi"]),
    "finds a text in kana by romaji": finds("kōhī", ["coffee"]),
    "finds pinyin without tones": finds("xuexiao", ["xuexiao"]),
    "finds pinyin with numbers and spaces": finds("xue2 xiao4", ["xuexiao"]),
    "finds ü by v": finds("nv", ["woman"]),
    "finds a text without its accents": finds("creme", ["cream"]),
    "finds a meaning without its accents": finds("fur kaff", ["cream"]),
    "finds a text by other accents": finds("crémè", ["cream"]),
    "lists readings that begin with the query first": finds("ka", ["sushi", "cream"]),
    "finds no English word by a romaji spelling": finds("shite", []),
    "finds nothing by a syllable that is elsewhere": finds("gakki", []),
  });
});

describe("a search by the learner's own reading", () => {
  const own = async (app: ScenarioApp) => {
    await app.words([...LIBRARY]);
    const { headers } = app.u1;
    const body = { text: "猫", meaning: "cat", language: "ja", reading: "ねこ" };
    await app.send("POST", "/api/own-words", { body, headers });
    const change = (id: string, fields: object) =>
      app.send("PATCH", `/api/own-words/${id}`, { body: fields, headers });
    await change("school", { reading: "まなびや" });
    await change("sushi", { reading: "" });
    await change("xuexiao", { meaning: "École" });
  };
  const finds = (path: string, query: string, texts: readonly string[]): Scenario => ({
    as: "learner",
    given: own,
    send: ["GET", asked(path, query)],
    status: 200,
    body: { data: { data: texts.map((text) => ({ text })), total: texts.length } },
  });
  scenarios(routes, {
    "finds an own word": finds("/api/words", "neko", ["猫"]),
    "finds an own word among one's own": finds("/api/own-words", "neko", ["猫"]),
    "finds an own version": finds("/api/words", "manabi", ["学校"]),
    "finds an own version among one's own": finds("/api/own-words", "manabi", ["学校"]),
    "does not find the reading that it replaces": finds("/api/words", "gakkou", []),
    "does not find it among one's own": finds("/api/own-words", "gakkou", []),
    "does not find a reading that was taken away": finds("/api/words", "kaiten", []),
    "finds an own meaning without its accents": finds("/api/words", "ecole", ["学校"]),
    "finds the library's reading beside an own meaning": finds("/api/words", "xuexiao", ["学校"]),
    "finds nothing of it for others": {
      ...finds("/api/words", "", []),
      body: {},
      after: async (app) => {
        const { headers } = await app.learner();
        const find = async (query: string) =>
          idsOf((await app.send("GET", asked("/api/words", query), { headers })).body);
        expect(await find("neko")).toEqual([]);
        expect(await find("manabi")).toEqual([]);
        expect(await find("gakkou")).toEqual(["school"]);
      },
    },
  });
});

describe("a word that changes", () => {
  const change = (body: object): Scenario => ({
    as: "admin",
    given: (app) => app.words([...LIBRARY]),
    send: ["PUT", "/api/words/school", { text: "学校", meaning: "school", ...body }],
    status: 200,
    after: async (app) => {
      const { headers } = app.u1;
      const find = async (query: string) =>
        idsOf((await app.send("GET", asked("/api/words", query), { headers })).body);
      expect([await find("gakkou"), await find("manabi")]).toEqual([[], ["school"]]);
    },
  });
  scenarios(routes, {
    "is found by its new reading only": change({ reading: "まなびや" }),
    "is found by its new text only": change({ text: "マナビヤ", reading: "" }),
  });
});
