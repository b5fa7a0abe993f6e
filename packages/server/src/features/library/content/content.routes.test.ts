import { describe, expect } from "vitest";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { audited, auditedStates } from "../../../testing/rows/administration.ts";
import { deleteWord } from "../words/words.service.ts";
import { contentRoutes } from "./content.routes.ts";

const refused = (code: string) => ({ success: false, code });
const unauthorized = { status: 401, body: refused("AUTH_UNAUTHORIZED") } as const;
const unreadable = { status: 400, body: refused("INVALID_REQUEST_BODY") } as const;
const absent = { status: 404, body: refused("NOT_FOUND") } as const;

const given = (app: ScenarioApp) =>
  app.words([
    { id: "w1", text: "Inspection", examples: ["The inspection was short."] },
    { id: "w2", text: "快乐", meaning: "happy" },
  ]);

const at = (what: string, wordId: string) => ["GET", `/api/content/${what}/${wordId}`] as const;

for (const what of ["etymology", "word-contexts", "morphemes"]) {
  describe(`GET /api/content/${what}/:wordId`, () => {
    scenarios(contentRoutes, {
      "asks for sign-in": { given, send: at(what, "w1"), ...unauthorized },
      "answers a learner": { as: "learner", given, send: at(what, "w1"), status: 200 },
      "answers an administrator": { as: "admin", given, send: at(what, "w1"), status: 200 },
      "does not find an unknown word": { as: "learner", send: at(what, "w9"), ...absent },
      "does not find an invalid id": { as: "learner", send: at(what, "%00"), ...absent },
    });
  });
}

describe("GET /api/content/etymology/:wordId", () => {
  scenarios(contentRoutes, {
    "explains a word from its parts": {
      as: "learner",
      given,
      send: at("etymology", "w1"),
      status: 200,
      after: (_, { body }) =>
        expect(body.data).toEqual({
          wordId: "w1",
          word: "Inspection",
          etymology:
            '"Inspection" is made of in- (in, into; Latin), spect (look; Latin), ' +
            "and -ion (act, state; Latin).",
          roots: ["spect"],
          generated: false,
          source: "rule_based_fallback",
        }),
    },
    "reports that no parts are known": {
      as: "learner",
      given,
      send: at("etymology", "w2"),
      status: 200,
      body: { data: { word: "快乐", roots: [], generated: false, source: "rule_based_fallback" } },
      after: (_, { body }) => expect(body.data.etymology).toContain("快乐"),
    },
    "uses the stored meaning of a part that is a word": {
      as: "learner",
      given: (app) =>
        app.words([
          { id: "w1", text: "careless", meaning: "粗心的" },
          { id: "w2", text: "Care", meaning: "关心; 介意; 小心" },
        ]),
      send: at("etymology", "w1"),
      status: 200,
      body: {
        data: {
          etymology:
            '"careless" is made of care (关心; 介意; 小心) and -less (without; Old English).',
          roots: ["care"],
        },
      },
    },
    "uses the parts stored by an administrator": {
      as: "admin",
      given: async (app) => {
        await given(app);
        const morphemes = [
          { text: "快", type: "root", meaning: "quick" },
          { text: "乐", type: "root", meaning: "" },
        ];
        await app.send("POST", "/api/content/morphemes/w2", {
          body: { morphemes },
          headers: app.a1.headers,
        });
      },
      send: at("etymology", "w2"),
      status: 200,
      body: { data: { etymology: '"快乐" is made of 快 (quick) and 乐.', roots: ["快", "乐"] } },
    },
  });
});

describe("GET /api/content/word-contexts/:wordId", () => {
  scenarios(contentRoutes, {
    "returns the examples of the word": {
      as: "learner",
      given,
      send: at("word-contexts", "w1"),
      status: 200,
      after: (_, { body }) =>
        expect(body.data).toEqual({
          wordId: "w1",
          word: "Inspection",
          examples: ["The inspection was short."],
          contexts: [{ id: "w1:e1", sentence: "The inspection was short.", source: "example" }],
        }),
    },
    "is empty without examples": {
      as: "learner",
      given,
      send: at("word-contexts", "w2"),
      status: 200,
      body: { data: { examples: [], contexts: [] } },
    },
  });
});

describe("GET /api/content/morphemes/:wordId", () => {
  scenarios(contentRoutes, {
    "finds the parts by rules": {
      as: "learner",
      given,
      send: at("morphemes", "w1"),
      status: 200,
      after: (_, { body }) =>
        expect(body.data).toEqual({
          wordId: "w1",
          morphemes: [
            { text: "in-", type: "prefix", meaning: "in, into" },
            { text: "spect", type: "root", meaning: "look" },
            { text: "-ion", type: "suffix", meaning: "act, state" },
          ],
        }),
    },
    "is empty when no parts are found": {
      as: "learner",
      given,
      send: at("morphemes", "w2"),
      status: 200,
      body: { data: { wordId: "w2", morphemes: [] } },
    },
  });
});

describe("POST /api/content/morphemes/:wordId", () => {
  const PATH = "/api/content/morphemes/w1";
  const part = { text: " in- ", type: "prefix", meaning: "not", extra: 1 };
  const write = (morphemes: unknown) => ["POST", PATH, { morphemes }] as const;
  const many = (count: number) => write(Array.from({ length: count }, () => part));
  const row = (send: ReturnType<typeof write>) => ({ as: "admin", given, send }) as const;
  scenarios(contentRoutes, {
    "asks for sign-in": { given, send: write([part]), ...unauthorized },
    "refuses a learner": { as: "learner", given, send: write([part]), ...unauthorized },
    "stores them trimmed and replies like GET": {
      ...row(write([part, { text: "x", type: "whatever", meaning: "" }])),
      status: 200,
      after: async (app, { body }) => {
        const expected = {
          wordId: "w1",
          morphemes: [
            { text: "in-", type: "prefix", meaning: "not" },
            { text: "x", type: "whatever", meaning: "" },
          ],
        };
        expect(body.data).toEqual(expected);
        const read = await app.send("GET", PATH, { headers: app.u1.headers });
        expect(read.body.data).toEqual(expected);
      },
    },
    "is audited, with the parts before and after": {
      ...row(write([part])),
      twice: true,
      status: 200,
      after: async (app) => {
        const entry = { by: "a1", action: "word.set_morphemes", target: "w1" };
        expect(await audited(app)).toMatchObject([entry, entry]);
        const morphemes = [{ text: "in-", type: "prefix", meaning: "not" }];
        expect(await auditedStates(app)).toEqual([
          { before: { morphemes: null }, after: { morphemes } },
          { before: { morphemes }, after: { morphemes } },
        ]);
      },
    },
    "replaces the stored parts": {
      ...row(write([part])),
      twice: true,
      status: 200,
      body: { data: { morphemes: [{ text: "in-" }] } },
    },
    "accepts an empty list, which means that the word has no parts": {
      ...row(write([])),
      status: 200,
      after: async (app) => {
        const read = await app.send("GET", PATH, { headers: app.u1.headers });
        expect(read.body.data.morphemes).toEqual([]);
      },
    },
    "takes 20": { ...row(many(20)), status: 200 },
    "refuses 21": { ...row(many(21)), status: 400, body: refused("BATCH_TOO_LARGE") },
    "refuses an empty text": { ...row(write([{ ...part, text: "  " }])), ...unreadable },
    "refuses a text of 65 characters": {
      ...row(write([{ ...part, text: "x".repeat(65) }])),
      ...unreadable,
    },
    "refuses a missing type": { ...row(write([{ text: "a", meaning: "b" }])), ...unreadable },
    "refuses a number as meaning": { ...row(write([{ ...part, meaning: 1 }])), ...unreadable },
    "refuses a missing list": { ...row(write(undefined)), ...unreadable },
    "refuses a value that is not a list": { ...row(write("in-")), ...unreadable },
    "does not find an unknown word": { as: "admin", send: write([part]), ...absent },
    "is removed with the word": {
      ...row(write([part])),
      status: 200,
      after: async ({ deps }) => {
        await deleteWord(deps, "w1");
        expect(await deps.database.selectFrom("word_morphemes").selectAll().execute()).toEqual([]);
      },
    },
  });
});
