import { describe, expect } from "vitest";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { ownWordsRoutes } from "./own-words.routes.ts";

const PATH = "/api/own-words/tags";
const learner = { as: "learner" } as const;
const invalid = { status: 400, body: { success: false, code: "WORDS_INVALID_PAYLOAD" } } as const;

/** Four own words of u1, an own version of a library word, and a word of somebody else. */
async function tagged(app: ScenarioApp): Promise<void> {
  await app.words([{ text: "reluctant", tags: ["library"] }, {}]);
  const own = [
    { text: "das Bad", meaning: "bath", tags: ["house", "A1"] },
    { text: "der Herd", meaning: "stove", tags: ["house"] },
    { text: "der Hof", meaning: "yard", tags: ["House", 'say "house"'] },
    { text: "der Baum", meaning: "tree", examples: ["house"] },
  ];
  for (const body of own)
    await app.send("POST", "/api/own-words", { body, headers: app.u1.headers });
  const version = { headers: app.u1.headers, body: { tags: ["house"], examples: ["A1"] } };
  await app.send("PATCH", "/api/own-words/w1", version);
  const { headers } = await app.learner();
  const theirs = { text: "das Amt", meaning: "office", tags: ["house"] };
  await app.send("POST", "/api/own-words", { body: theirs, headers });
}

async function textsWith(app: ScenarioApp, tag: string): Promise<string[]> {
  const path = `/api/own-words?tag=${encodeURIComponent(tag)}`;
  const { body } = await app.send("GET", path, { headers: app.u1.headers });
  expect(body.data.total).toBe(body.data.data.length);
  return body.data.data.map(({ text }: { text: string }) => text);
}

const tagsOf = async (app: ScenarioApp) =>
  (await app.send("GET", PATH, { headers: app.u1.headers })).body.data.tags;

describe("GET /api/own-words/tags", () => {
  scenarios(ownWordsRoutes, {
    "counts the words of each tag that the caller gave": {
      ...learner,
      send: async (app) => {
        await tagged(app);
        return ["GET", PATH];
      },
      status: 200,
      body: {
        data: {
          tags: [
            { tag: "A1", count: 1 },
            { tag: "house", count: 3 },
            { tag: "House", count: 1 },
            { tag: 'say "house"', count: 1 },
          ],
        },
      },
      after: async (app) => {
        expect(await textsWith(app, "house")).toEqual(["das Bad", "der Herd", "reluctant"]);
        expect(await textsWith(app, "A1")).toEqual(["das Bad"]);
        expect(await textsWith(app, 'say "house"')).toEqual(["der Hof"]);
        expect(await textsWith(app, "library")).toEqual([]);
      },
    },
  });
});

describe("POST /api/own-words/tags", () => {
  const rename = (body: object) => ({
    ...learner,
    send: async (app: ScenarioApp): Promise<["POST", string, object]> => {
      await tagged(app);
      return ["POST", PATH, body];
    },
  });
  scenarios(ownWordsRoutes, {
    "renames a tag in own words and own versions, and nobody else's": {
      ...rename({ tag: "house", to: " Haus " }),
      status: 200,
      body: { data: { changed: 3 } },
      after: async (app) => {
        expect(await textsWith(app, "Haus")).toEqual(["das Bad", "der Herd", "reluctant"]);
        expect(await textsWith(app, "house")).toEqual([]);
        const { database } = app.deps;
        const all = await database.selectFrom("words").select(["text", "tags_json"]).execute();
        const tags = Object.fromEntries(all.map((row) => [row.text, row.tags_json]));
        expect(tags).toMatchObject({ "das Amt": '["house"]', reluctant: '["library"]' });
      },
    },

    "merges it with one that a word has already": {
      ...rename({ tag: "house", to: "A1" }),
      status: 200,
      body: { data: { changed: 3 } },
      after: async (app) => {
        expect(await tagsOf(app)).toMatchObject([{ tag: "A1", count: 3 }, {}, {}]);
        const { body } = await app.send("GET", "/api/own-words", { headers: app.u1.headers });
        expect(body.data.data[0]).toMatchObject({ text: "das Bad", tags: ["A1"] });
      },
    },

    "removes it": {
      ...rename({ tag: "house", to: null }),
      status: 200,
      body: { data: { changed: 3 } },
      after: async (app) => expect(await tagsOf(app)).toHaveLength(3),
    },

    "changes nothing for a tag that no word has, or the same name": {
      ...rename({ tag: "nothing", to: "house" }),
      status: 200,
      body: { data: { changed: 0 } },
      after: async (app) => {
        const same = { headers: app.u1.headers, body: { tag: "house", to: "house" } };
        expect((await app.send("POST", PATH, same)).body.data).toEqual({ changed: 0 });
        expect(await textsWith(app, "house")).toHaveLength(3);
      },
    },

    "refuses a name that is too long": {
      ...rename({ tag: "house", to: "x".repeat(65) }),
      ...invalid,
      after: async (app) => expect(await textsWith(app, "house")).toHaveLength(3),
    },

    "refuses an empty name": { ...rename({ tag: "house", to: "  " }), ...invalid },
  });
});
