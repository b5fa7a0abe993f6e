import { describe, expect } from "vitest";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { semanticSearchRoutes } from "./semantic-search.routes.ts";

const PATH = "/api/content/semantic/search";
const refused = (code: string) => ({ success: false, code });
const stranger = { status: 401, body: refused("AUTH_UNAUTHORIZED") } as const;
const unreadable = { status: 400, body: refused("INVALID_REQUEST_BODY") } as const;

const LIBRARY = [
  ["happy", "快乐的"],
  ["glad", "高兴的"],
  ["unhappy", "不快乐的"],
  ["happiness", "幸福"],
  ["automobile", "汽车"],
  ["car", "轿车；汽车"],
  ["motor vehicle", "机动车辆"],
  ["begin", "开始"],
  ["start", "启动"],
  ["苹果", "apple"],
  ["banana", "香蕉"],
] as const;

const given = (app: ScenarioApp) =>
  app.words(LIBRARY.map(([text, meaning]) => ({ text, meaning })));
const search = (query: string, rest = "") =>
  ["GET", `${PATH}?query=${encodeURIComponent(query)}${rest}`] as const;
const row = (query: string, rest = "") =>
  ({ as: "learner", given, send: search(query, rest), status: 200 }) as const;

interface Reply {
  readonly body: { data: { results: { text: string }[]; total: number } };
}
const texts = ({ body }: Reply) => body.data.results.map(({ text }) => text);
const finds = (query: string, first: string, others: readonly string[]) => ({
  ...row(query),
  after: (_: ScenarioApp, reply: Reply) => {
    expect(texts(reply)[0]).toBe(first);
    expect(texts(reply)).toEqual(expect.arrayContaining([...others]));
  },
});

describe("GET /api/content/semantic/search", () => {
  scenarios(semanticSearchRoutes, {
    "refuses a stranger": { given, send: search("happy"), ...stranger },
    "answers an administrator": { as: "admin", given, send: search("happy"), status: 200 },
    "reports that it searches by keyword": {
      ...row(" happy "),
      body: { success: true, data: { query: "happy", method: "keyword", degraded: true } },
    },
    "returns complete words": {
      ...row("banana"),
      after: (_, { body }) => {
        expect(body.data.total).toBe(1);
        expect(body.data.results[0]).toMatchObject({
          id: "w11",
          text: "banana",
          meaning: "香蕉",
          pronunciation: null,
          partOfSpeech: null,
          examples: [],
          tags: [],
        });
      },
    },
    "finds the word itself first, then synonyms": finds("happy", "happy", ["glad"]),
    "finds English words by a synonym that is not in the library": finds("auto", "automobile", [
      "car",
    ]),
    "finds broader terms": finds("car", "car", ["automobile", "motor vehicle"]),
    "finds English words by a phrase": finds("to begin something", "begin", ["start"]),
    "ignores a leading to": finds("to begin", "begin", ["start"]),
    "finds by an inflected form": finds("cars", "car", ["automobile"]),
    "finds by one Chinese character": finds("车", "automobile", ["motor vehicle", "car"]),
    "finds by a Chinese word, and words related to the matches": finds("快乐", "happy", [
      "unhappy",
      "glad",
    ]),
    "finds by parts of a Chinese phrase": finds("他很快乐", "happy", []),
    "finds by single characters of a Chinese word without matches": finds("快车", "happy", []),
    "returns ten words without a limit": {
      as: "learner",
      given: (app) =>
        app.words(Array.from({ length: 12 }, (_, n) => ({ text: `many ${n}`, meaning: "x" }))),
      send: search("many"),
      status: 200,
      after: (_, reply) => expect(texts(reply)).toHaveLength(10),
    },
    "finds Chinese words by their English meaning": finds("apple", "苹果", []),
    "finds nothing for an unrelated query": {
      ...row("qqqq"),
      body: { data: { results: [], total: 0 } },
    },
    "treats special characters literally": {
      ...row("%_\\'\"*()-- OR 1=1"),
      body: { success: true },
    },
    "respects the limit": {
      ...row("happy", "&limit=1"),
      after: (_, reply) => expect(texts(reply)).toEqual(["happy"]),
    },
    "raises a limit of 0 to 1": {
      ...row("happy", "&limit=0"),
      after: (_, reply) => expect(texts(reply)).toHaveLength(1),
    },
    "returns 10 words by default, and at most 50": {
      as: "learner",
      given: (app) => app.words(Array.from({ length: 60 }, (_, n) => ({ text: `sample ${n}` }))),
      send: search("sample"),
      status: 200,
      after: async (app, reply) => {
        expect(texts(reply)).toHaveLength(10);
        const [method, path] = search("sample", "&limit=51");
        const most = await app.send(method, path, { headers: app.u1.headers });
        expect(texts(most)).toHaveLength(50);
      },
    },
    "refuses a missing query": { as: "learner", send: ["GET", PATH], ...unreadable },
    "refuses an empty query": { as: "learner", send: search(""), ...unreadable },
    "refuses a blank query": { as: "learner", send: search("  "), ...unreadable },
    "accepts 200 characters": { ...row("x".repeat(200)), status: 200 },
    "refuses 201 characters": { as: "learner", send: search("x".repeat(201)), ...unreadable },
    "refuses a limit that is not a number": {
      as: "learner",
      send: search("a", "&limit=x"),
      ...unreadable,
    },
  });
});
