import { describe, expect } from "vitest";
import { giveAnswers } from "@wordloom/testing/content/give-answers";
import type { TestReply } from "@wordloom/testing/service/build-test-app";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import {
  KIT_PATH,
  kitRoutes,
  MINUTE_MS,
  TEXTS,
  started,
  call,
  idsOf,
  kindsOf,
  wordOf,
} from "../../../testing/rows/study-kit.ts";

/** Ways to say that words are not to be asked: what is sent, and the words concerned. */
const SETTLED: readonly (readonly [string, path: string, wordIds: readonly string[]])[] = [
  ["a due word is suspended", "/api/word-states/w1/suspend", ["w1"]],
  ["a due word is buried", "/api/word-states/w2/bury", ["w2"]],
  ["a due word is marked as mastered", "/api/word-states/w3/mark-mastered", ["w3"]],
  ["a new word is suspended", "/api/word-states/w6/suspend", ["w6"]],
  ["a new word is marked as mastered", "/api/word-states/w5/mark-mastered", ["w5"]],
  ["new words are left out as known", "/api/study/leave-out", ["w5", "w6", "w7", "w8"]],
];

describe("GET /api/study/kit with If-None-Match", () => {
  const again = async (app: ScenarioApp, meanwhile: () => unknown) => {
    const { etag } = (await call(app, "GET", KIT_PATH)).headers;
    await meanwhile();
    return ["GET", KIT_PATH, undefined, { "if-none-match": String(etag) }] as const;
  };
  /** Expects a different kit after `meanwhile`. */
  const renewed = (meanwhile: (app: ScenarioApp) => unknown) => ({
    as: "learner" as const,
    given: started,
    send: (app: ScenarioApp) => again(app, () => meanwhile(app)),
    status: 200,
  });
  scenarios(kitRoutes, {
    "is 304 when only the time has changed": {
      ...renewed((app) => app.clock.advance(59 * MINUTE_MS)),
      status: 304,
      text: /^$/,
      headers: { etag: /^"[\w-]{22}\.[0-9a-z]+"$/ },
    },
    "accepts a list of tags, including weak ones": {
      as: "learner",
      given: started,
      send: async (app) => {
        const [method, path, body, headers] = await again(app, () => undefined);
        const tags = `"other", W/${headers["if-none-match"]}`;
        return [method, path, body, { "if-none-match": tags }];
      },
      status: 304,
    },
    "is 200 after an hour": {
      ...renewed((app) => app.clock.advance(61 * MINUTE_MS)),
      body: { data: { generatedAt: "2026-05-01T13:01:00.000Z" } },
    },
    "is 200 on the next day": {
      ...renewed((app) => app.clock.advance(31 * MINUTE_MS)),
      given: async (app) => {
        app.clock.setTo("2026-05-01T23:30:00.000Z");
        await started(app);
      },
    },
    "is 200 after an answer": renewed(async (app) => {
      app.clock.advance(MINUTE_MS);
      await giveAnswers(app.deps, [["2026-05-01T12:00:30.000Z", "w1"]]);
    }),
    "is 200 after an answer dated earlier": renewed((app) =>
      giveAnswers(app.deps, [["2026-05-01T10:00:00.000Z", "w1"]]),
    ),
    "is 200 after a note": {
      ...renewed((app) => call(app, "POST", "/api/word-notes", { wordId: "w1", content: "n" })),
      after: (_, { body }) => expect(wordOf(body.data, "w1").note?.content).toBe("n"),
    },
    ...Object.fromEntries(
      SETTLED.map(([what, path, wordIds]) => [
        `is 200, and without the words, when ${what}`,
        {
          ...renewed((app) => {
            app.clock.advance(MINUTE_MS);
            return call(app, "POST", path, { wordIds });
          }),
          after: (_: ScenarioApp, { body }: TestReply) => {
            const left = TEXTS.map((_text, n) => `w${n + 1}`).filter((id) => !wordIds.includes(id));
            expect(idsOf(body.data.words).toSorted()).toEqual(left);
          },
        },
      ]),
    ),
    "is 200 when a word has become due meanwhile, which the kit held as ahead": {
      ...renewed((app) => app.clock.advance(10 * MINUTE_MS)),
      given: async (app) => {
        await started(app);
        const dueAt = { next_review_at_ms: app.clock.nowMs() + 9 * MINUTE_MS };
        const query = app.deps.database.updateTable("word_states").set(dueAt);
        await query.where("word_id", "=", "w4").execute();
      },
      after: (_, { body }) => expect(kindsOf(body.data).w4).toBe("due"),
    },
    "is 200 for a foreign tag": {
      as: "learner",
      given: started,
      send: [
        "GET",
        KIT_PATH,
        undefined,
        { "if-none-match": '"aaaaaaaaaaaaaaaaaaaaaa.zzzzzzzzzz"' },
      ],
      status: 200,
    },
    "is 200 for another number of minutes": {
      as: "learner",
      given: started,
      send: async (app) => {
        const [method, path, body, headers] = await again(app, () => undefined);
        return [method, `${path}?minutes=30`, body, headers];
      },
      status: 200,
    },
  });
});
