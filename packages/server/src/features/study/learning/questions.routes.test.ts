import { describe, expect } from "vitest";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { amasRoutes } from "../../adaptation/amas/amas.routes.ts";
import { recordsRoutes } from "../records/records.routes.ts";
import { questionsRoutes } from "./questions.routes.ts";

const routes = [questionsRoutes, recordsRoutes, amasRoutes];
const refused = (code: string) => ({ success: false, code });
const unreadable = { status: 400, body: refused("INVALID_REQUEST_BODY") } as const;
const absent = { status: 404, body: refused("NOT_FOUND") } as const;
const many = (count: number) => Array.from({ length: count }, (_, n) => `w${n + 1}`);

describe("POST /api/learning/adjust-words", () => {
  const send = (userState: unknown, recentPerformance: unknown) =>
    ["POST", "/api/learning/adjust-words", { userState, recentPerformance }] as const;
  const initial = { difficulty: 0.5, batchSize: 10, newRatio: 0.3, reviewMode: false };
  const strategyOf = (body: { data: { adjustedStrategy: typeof initial } }) =>
    body.data.adjustedStrategy;
  const harder = (_: ScenarioApp, { body }: { body: Parameters<typeof strategyOf>[0] }) => {
    expect(strategyOf(body).difficulty).toBeGreaterThan(0.5);
    expect(strategyOf(body).newRatio).toBeGreaterThan(0.3);
  };
  const easier = (_: ScenarioApp, { body }: { body: Parameters<typeof strategyOf>[0] }) => {
    expect(strategyOf(body).difficulty).toBeLessThan(0.5);
    expect(strategyOf(body).batchSize).toBeLessThan(10);
  };
  const rising = ["focused", "engaged", "confident"].map(
    (state) =>
      [
        `raises difficulty and new words for a ${state} learner`,
        { as: "learner", send: send(state, 0.7), status: 200, after: harder },
      ] as const,
  );
  const falling = ["tired", "fatigued", "frustrated", "distracted"].map(
    (state) =>
      [
        `lowers difficulty and batch size for a ${state} learner`,
        { as: "learner", send: send(state, 0.7), status: 200, after: easier },
      ] as const,
  );
  scenarios(routes, {
    ...Object.fromEntries([...rising, ...falling]),
    "switches to reviews": {
      as: "learner",
      send: send("review", 1),
      status: 200,
      body: { data: { adjustedStrategy: { reviewMode: true, newRatio: 0 } } },
    },
    "raises the share of new words in a sprint": {
      as: "learner",
      send: send("sprint", 0.7),
      status: 200,
      after: (_, { body }) => expect(strategyOf(body).newRatio).toBeGreaterThan(0.3),
    },
    "changes nothing for an unknown user state": {
      as: "learner",
      send: send("peckish", 0.7),
      status: 200,
      body: { data: { adjustedStrategy: initial } },
    },
    "uses the performance even with an unknown user state": {
      as: "learner",
      send: send("peckish", 0),
      status: 200,
      after: (_, { body }) => expect(strategyOf(body).difficulty).toBeLessThan(0.5),
    },
    "accepts a performance of 1": { as: "learner", send: send("", 1), status: 200 },
    "stores nothing": {
      as: "learner",
      send: send("tired", 0),
      status: 200,
      after: async (app) => {
        const { headers } = app.u1;
        const { body } = await app.send("GET", "/api/amas/strategy", { headers });
        expect(body.data).toMatchObject(initial);
      },
    },
    "accepts a performance of 0": { as: "learner", send: send("", 0), status: 200 },
    "refuses a performance above 1": {
      as: "learner",
      send: send("tired", 1.01),
      status: 400,
      body: refused("LEARNING_INVALID_RECENT_PERFORMANCE"),
    },
    "refuses a performance below 0": {
      as: "learner",
      send: send("tired", -0.01),
      status: 400,
      body: refused("LEARNING_INVALID_RECENT_PERFORMANCE"),
    },
    "refuses an infinite performance": {
      as: "learner",
      send: [
        "POST",
        "/api/learning/adjust-words",
        '{"userState": "tired", "recentPerformance": 1e999}',
      ],
      status: 400,
      body: refused("LEARNING_INVALID_RECENT_PERFORMANCE"),
    },
    "refuses a performance that is not a number": {
      as: "learner",
      send: send("tired", "good"),
      ...unreadable,
    },
    "refuses a missing state": { as: "learner", send: send(undefined, 0.5), ...unreadable },
  });
});

describe("POST /api/learning/pick-next-word", () => {
  const send = (fields: object) =>
    [
      "POST",
      "/api/learning/pick-next-word",
      { activeWordIds: ["w1", "w2", "w3"], errorWordIds: [], ...fields },
    ] as const;
  const three = (app: ScenarioApp) => app.words([{}, {}, {}]);
  const picks = (id: string, priority = "normal") => ({
    status: 200,
    body: { data: { word: { id, text: `text ${id}` }, priority } },
  });
  scenarios(routes, {
    "follows the client's priorities": {
      as: "learner",
      given: three,
      send: send({ priorityMap: { w2: 5, w3: 4 } }),
      ...picks("w2"),
    },
    "does not repeat the word just shown": {
      as: "learner",
      given: three,
      send: send({ priorityMap: { w2: 5, w3: 4 }, lastShownMap: { w1: 1, w2: 2 } }),
      ...picks("w3"),
    },
    "repeats a failed word after others have been asked": {
      as: "learner",
      given: three,
      send: send({ errorWordIds: ["w1"], lastShownMap: { w1: 1, w2: 2, w3: 3 } }),
      ...picks("w1", "error_review"),
    },
    "repeats the word just shown if it is the only one": {
      as: "learner",
      given: three,
      send: send({ activeWordIds: ["w1"], lastShownMap: { w1: 9 } }),
      ...picks("w1"),
    },
    "picks a due word before one just answered": {
      as: "learner",
      given: async (app) => {
        await three(app);
        const draft = { isCorrect: true, responseTimeMs: 900 };
        const answer = (wordId: string) =>
          app.send("POST", "/api/records/batch", {
            body: { records: [{ ...draft, wordId }] },
            headers: app.u1.headers,
          });
        await answer("w1");
        app.clock.advance(5 * 24 * 3_600_000);
        await answer("w2");
      },
      send: send({ activeWordIds: ["w2", "w1"] }),
      ...picks("w1"),
    },
    "skips unknown words": {
      as: "learner",
      given: three,
      send: send({ activeWordIds: ["none", "w3", "w3"] }),
      ...picks("w3"),
    },
    "accepts a word whose id is the name of an inherited property": {
      as: "learner",
      given: (app) => app.words([{ id: "constructor" }, {}]),
      send: send({ activeWordIds: ["constructor", "w2"], priorityMap: { w2: 1 } }),
      ...picks("w2"),
    },
    "refuses a request with only unknown words": {
      as: "learner",
      send: send({ activeWordIds: ["none"] }),
      ...absent,
    },
    "refuses an empty list": {
      as: "learner",
      send: send({ activeWordIds: [] }),
      status: 400,
      body: refused("LEARNING_NO_ACTIVE_WORDS"),
    },
    "accepts 500 words": {
      as: "learner",
      given: three,
      send: send({ activeWordIds: many(500), priorityMap: { w1: 1 } }),
      ...picks("w1"),
    },
    "refuses 501 words": {
      as: "learner",
      send: send({ activeWordIds: many(501) }),
      status: 400,
      body: refused("LEARNING_TOO_MANY_IDS"),
    },
    "accepts the history of a long session": {
      as: "learner",
      given: three,
      send: send({
        errorWordIds: Array.from({ length: 5_000 }, () => "w1"),
        lastShownMap: Object.fromEntries(many(5_000).map((id, n) => [id, n])),
      }),
      ...picks("w1", "error_review"),
    },
    "refuses a request without errors": {
      as: "learner",
      send: send({ errorWordIds: undefined }),
      ...unreadable,
    },
    "refuses a priority that is not an integer": {
      as: "learner",
      send: send({ priorityMap: { w1: 0.5 } }),
      ...unreadable,
    },
    "refuses a time that is not a number": {
      as: "learner",
      send: send({ lastShownMap: { w1: "noon" } }),
      ...unreadable,
    },
  });
});
