import { describe, expect } from "vitest";
import { scenarios } from "../../../testing/app/scenarios.ts";
import { wordsRoutes } from "./words.routes.ts";

const apple = { text: "apple", meaning: "a fruit" };
const refused = (code: string) => ({ success: false, code });
const unreadable = { status: 400, body: refused("INVALID_REQUEST_BODY") } as const;
const unusable = { status: 400, body: refused("WORDS_INVALID_PAYLOAD") } as const;

describe("POST /api/words/batch", () => {
  const many = (length: number) =>
    Array.from({ length }, (_, index) => ({ ...apple, text: `a${index}` }));
  scenarios(wordsRoutes, {
    "adds words and reports the skipped ones": {
      as: "admin",
      send: [
        "POST",
        "/api/words/batch",
        { words: [{ text: " ", meaning: "x" }, apple, { text: "x", meaning: "" }] },
      ],
      status: 201,
      body: { data: { count: 1, skipped: [0, 2], items: [apple] } },
    },
    "adds 500 words": {
      as: "admin",
      send: ["POST", "/api/words/batch", { words: many(500) }],
      status: 201,
      body: { data: { count: 500, skipped: [] } },
    },
    "refuses 501 words": {
      as: "admin",
      send: ["POST", "/api/words/batch", { words: many(501) }],
      status: 400,
      body: refused("BATCH_TOO_LARGE"),
    },
    "refuses an empty batch": {
      as: "admin",
      send: ["POST", "/api/words/batch", { words: [] }],
      ...unreadable,
    },
    "refuses the whole batch if one word exceeds a limit": {
      as: "admin",
      send: ["POST", "/api/words/batch", { words: [apple, { ...apple, text: "t".repeat(201) }] }],
      ...unusable,
      after: async ({ send, a1 }) => {
        const reply = await send("GET", "/api/words/count", { headers: a1.headers });
        expect(reply.body.data.total).toBe(0);
      },
    },
    "refuses the whole batch for a malformed language": {
      as: "admin",
      send: ["POST", "/api/words/batch", { words: [apple, { ...apple, language: "-" }] }],
      status: 400,
      body: refused("INVALID_LANGUAGE"),
      after: async ({ send, a1 }) => {
        const reply = await send("GET", "/api/words/count", { headers: a1.headers });
        expect(reply.body.data.total).toBe(0);
      },
    },
    "refuses the whole batch if an id occurs twice": {
      as: "admin",
      send: [
        "POST",
        "/api/words/batch",
        {
          words: [
            { ...apple, id: "x" },
            { ...apple, id: "x" },
          ],
        },
      ],
      status: 409,
      body: refused("CONFLICT"),
    },
  });
});

describe("POST /api/words/batch-get", () => {
  const path = "/api/words/batch-get";
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`);
  scenarios(wordsRoutes, {
    "keeps the order and omits unknown words": {
      as: "learner",
      given: (app) => app.words([{}, {}, {}]),
      send: ["POST", path, { ids: ["w3", "nope", "w1"] }],
      status: 200,
      body: { success: true, data: [{ id: "w3" }, { id: "w1" }] },
      after: (_, { body }) => expect(body.data).toHaveLength(2),
    },
    "accepts 500 ids": { as: "learner", send: ["POST", path, { ids: ids(500) }], status: 200 },
    "refuses 501 ids": {
      as: "learner",
      send: ["POST", path, { ids: ids(501) }],
      status: 400,
      body: refused("BATCH_TOO_LARGE"),
    },
    "refuses an empty list": { as: "learner", send: ["POST", path, { ids: [] }], ...unreadable },
    "refuses a missing list": { as: "learner", send: ["POST", path], ...unreadable },
  });
});
