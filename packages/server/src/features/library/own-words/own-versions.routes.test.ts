import { describe, expect } from "vitest";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { favoritesRoutes } from "../favorites/favorites.routes.ts";
import { wordsRoutes } from "../words/words.routes.ts";
import { ownWordsRoutes } from "./own-words.routes.ts";

const routes = [ownWordsRoutes, wordsRoutes, favoritesRoutes];
const PATH = "/api/own-words";
const refused = (status: number, code: string) =>
  ({ status, body: { success: false, code } }) as const;

const library = (app: ScenarioApp) =>
  app.words([
    {
      text: "loom",
      meaning: "a frame",
      pronunciation: "/luːm/",
      examples: ["At the loom.", "Looms stand."],
      exampleMeanings: ["Am Webstuhl.", ""],
    },
  ]);

async function own(app: ScenarioApp): Promise<string> {
  const body = { text: "zzdiary", meaning: "clinic", reading: "r" };
  const reply = await app.send("POST", PATH, { body, headers: app.u1.headers });
  return reply.body.data.id as string;
}

const change = (fields: object): Pick<Scenario, "as" | "given" | "send"> => ({
  as: "learner",
  given: library,
  send: ["PATCH", `${PATH}/w1`, fields],
});

const changeOwn = (fields: object): Pick<Scenario, "as" | "send"> => ({
  as: "learner",
  send: async (app) => ["PATCH", `${PATH}/${await own(app)}`, fields],
});

const patch = (app: ScenarioApp, fields: object) =>
  app.send("PATCH", `${PATH}/w1`, { body: fields, headers: app.u1.headers });

const wordFor = async (app: ScenarioApp, headers: object = app.u1.headers) => {
  const reply = await app.send("GET", "/api/words/w1", { headers: { ...headers } });
  return reply.body.data as Record<string, unknown>;
};

describe("PATCH /api/own-words/{id} of a library word", () => {
  scenarios(routes, {
    "makes an own version, and changes nothing for others": {
      ...change({ meaning: "Webstuhl", tags: ["craft"] }),
      status: 200,
      body: { data: { id: "w1", meaning: "Webstuhl", ownFields: ["meaning", "tags"] } },
      after: async (app) => {
        expect(await wordFor(app)).toMatchObject({ meaning: "Webstuhl", tags: ["craft"] });
        const others = await wordFor(app, (await app.learner()).headers);
        expect(others).toMatchObject({ meaning: "a frame", ownFields: [] });
        const find = async (search: string, { headers } = app.u1) =>
          (await app.send("GET", `/api/words?search=${search}`, { headers })).body.data.total;
        expect([await find("webstuhl"), await find("frame")]).toEqual([1, 0]);
        const bob = await app.learner();
        expect([await find("webstuhl", bob), await find("frame", bob)]).toEqual([0, 1]);
      },
    },
    "keeps own fields when the library changes, and follows it in the others": {
      ...change({ meaning: "Webstuhl" }),
      status: 200,
      after: async (app) => {
        const body = { text: "loom", meaning: "a machine", pronunciation: "/lum/" };
        const { headers } = await app.admin();
        await app.send("PUT", "/api/words/w1", { body, headers });
        const word = await wordFor(app);
        expect(word).toMatchObject({ meaning: "Webstuhl", pronunciation: "/lum/" });
      },
    },
    "returns to the library's value with null": {
      as: "learner",
      given: async (app) => {
        await library(app);
        await patch(app, { meaning: "Webstuhl", reading: "luum" });
      },
      send: ["PATCH", `${PATH}/w1`, { meaning: null }],
      status: 200,
      body: { data: { meaning: "a frame", reading: "luum", ownFields: ["reading"] } },
    },
    "keeps the translations of examples that stay": {
      ...change({ examples: ["Own.", "At the loom."] }),
      status: 200,
      body: { data: { exampleMeanings: ["", "Am Webstuhl."], ownFields: ["examples"] } },
    },
    "refuses another text": {
      ...change({ text: "room" }),
      ...refused(400, "WORDS_INVALID_PAYLOAD"),
    },
    "refuses another language": {
      ...change({ language: "de" }),
      ...refused(400, "WORDS_INVALID_PAYLOAD"),
    },
    "refuses a meaning of 2001 characters, and changes nothing": {
      ...change({ meaning: "m".repeat(2001) }),
      ...refused(400, "WORDS_INVALID_PAYLOAD"),
      after: async (app) => expect(await wordFor(app)).toMatchObject({ ownFields: [] }),
    },
    "refuses nothing to change": { ...change({}), ...refused(400, "INVALID_REQUEST_BODY") },
  });
});

describe("PATCH /api/own-words/{id} of an own word", () => {
  scenarios(routes, {
    "changes it, and clears a field with null": {
      ...changeOwn({ text: "zzdiaries", language: "de", reading: null, difficulty: 0.9 }),
      status: 200,
      body: {
        data: {
          text: "zzdiaries",
          meaning: "clinic",
          language: "de",
          reading: null,
          difficulty: 0.9,
        },
      },
    },
    "refuses an empty text": {
      ...changeOwn({ text: "" }),
      ...refused(400, "WORDS_INVALID_PAYLOAD"),
    },
    "refuses a malformed language": {
      ...changeOwn({ language: "?" }),
      ...refused(400, "INVALID_LANGUAGE"),
    },
    "does not find another learner's word": {
      as: "learner",
      send: async (app) => {
        const { headers } = await app.learner();
        const body = { text: "zzdiary", meaning: "clinic" };
        const reply = await app.send("POST", PATH, { body, headers });
        return ["PATCH", `${PATH}/${reply.body.data.id}`, { meaning: "x" }];
      },
      ...refused(404, "NOT_FOUND"),
    },
  });
});

describe("DELETE /api/own-words/{id}", () => {
  scenarios(routes, {
    "deletes an own word with the rows about it": {
      as: "learner",
      send: async (app) => {
        const id = await own(app);
        const { headers } = app.u1;
        await app.send("POST", `/api/word-favorites/${id}`, { body: {}, headers });
        return ["DELETE", `${PATH}/${id}`];
      },
      status: 200,
      body: { data: { deleted: true } },
      after: async (app, { body }) => {
        const { headers } = app.u1;
        const reply = await app.send("GET", `/api/words/${body.data.id}`, { headers });
        expect(reply.status).toBe(404);
        const rows = await app.deps.database.selectFrom("word_favorites").selectAll().execute();
        expect(rows).toEqual([]);
      },
    },
    "drops an own version": {
      as: "learner",
      given: async (app) => {
        await library(app);
        await patch(app, { meaning: "Webstuhl" });
      },
      send: ["DELETE", `${PATH}/w1`],
      status: 200,
      body: { data: { deleted: true, id: "w1" } },
      after: async (app) =>
        expect(await wordFor(app)).toMatchObject({ meaning: "a frame", ownFields: [] }),
    },
    "does not delete a library word": {
      as: "learner",
      given: library,
      send: ["DELETE", `${PATH}/w1`],
      ...refused(404, "NOT_FOUND"),
      after: async (app) => expect(await wordFor(app)).toMatchObject({ text: "loom" }),
    },
    "does not find a word that is not there": {
      as: "learner",
      send: ["DELETE", `${PATH}/none`],
      ...refused(404, "NOT_FOUND"),
    },
  });
});

describe("GET /api/own-words/{id}", () => {
  scenarios(routes, {
    "shows the library's value beside an own version": {
      as: "learner",
      given: async (app) => {
        await library(app);
        await patch(app, { meaning: "Webstuhl" });
      },
      send: ["GET", `${PATH}/w1`],
      status: 200,
      body: {
        data: {
          word: { meaning: "Webstuhl", ownFields: ["meaning"] },
          library: { id: "w1", meaning: "a frame", ownFields: [] },
        },
      },
    },
    "shows the library word beside which an own word was made": {
      as: "learner",
      given: library,
      send: async (app) => {
        const body = { text: "loom", meaning: "to appear" };
        const { headers } = app.u1;
        const { id } = (await app.send("POST", PATH, { body, headers })).body.data;
        return ["GET", `${PATH}/${id as string}`];
      },
      status: 200,
      body: {
        data: { word: { meaning: "to appear", basedOn: "w1" }, library: { meaning: "a frame" } },
      },
    },
    "shows no library word where there is none": {
      as: "learner",
      send: async (app) => ["GET", `${PATH}/${await own(app)}`],
      status: 200,
      body: { data: { word: { text: "zzdiary" }, library: null } },
    },
    "knows no word of another learner": {
      as: "learner",
      send: async (app) => {
        const { headers } = await app.learner();
        const body = { text: "zzdiary", meaning: "clinic" };
        const { id } = (await app.send("POST", PATH, { body, headers })).body.data;
        return ["GET", `${PATH}/${id as string}`];
      },
      ...refused(404, "NOT_FOUND"),
    },
  });
});
