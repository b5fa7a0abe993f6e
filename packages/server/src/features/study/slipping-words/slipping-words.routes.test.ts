import { describe, expect } from "vitest";
import { giveAnswers, type PastAnswer } from "@wordloom/testing/content/give-answers";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { wordsRoutes } from "../../library/words/words.routes.ts";
import { manualStatesRoutes } from "../manual-states/manual-states.routes.ts";
import { slippingWordsRoutes } from "./slipping-words.routes.ts";

// The clock starts at noon on 1 May 2026, UTC; a list of seven days begins on 25 April.

const routes = [slippingWordsRoutes, manualStatesRoutes, wordsRoutes];
const path = "/api/study/slipping";
const give = (app: ScenarioApp, ...answers: PastAnswer[]) => giveAnswers(app.deps, answers);
const missed = (day: number, wordId: string, more: PastAnswer[2] = {}): PastAnswer => [
  `2026-04-${day}T10:00:00Z`,
  wordId,
  { isCorrect: false, ...more },
];
const right = (day: number, wordId: string): PastAnswer => [`2026-04-${day}T11:00:00Z`, wordId];

interface Entry {
  readonly word: { readonly id: string };
  readonly misses: number;
}
const listed = (words: readonly Entry[]) => words.map(({ word, misses }) => [word.id, misses]);
const list = async (app: ScenarioApp, query = "") => {
  const reply = await app.send("GET", `${path}${query}`, { headers: app.u1.headers });
  return listed(reply.body.data.words);
};
const dismiss = (app: ScenarioApp, wordId: string) =>
  app.send("DELETE", `${path}/${wordId}`, { headers: app.u1.headers });

describe("GET /api/study/slipping", () => {
  scenarios(routes, {
    "is empty without a miss": {
      as: "learner",
      given: async (app) => {
        await app.word();
        await give(app, right(30, "w1"));
      },
      send: ["GET", path],
      status: 200,
      text: /"data":\{"words":\[\],"total":0,"leavesAfter":3\}/,
    },
    "reports the misses of each word": {
      as: "learner",
      given: async (app) => {
        await app.words([{}, {}]);
        await give(app, missed(28, "w1", { confusedWith: "w2" }), right(29, "w1"));
      },
      send: ["GET", path],
      status: 200,
      after: (_, { body }) => {
        const [entry] = body.data.words;
        expect(entry).toMatchObject({
          word: { id: "w1", text: "text w1" },
          misses: 1,
          lastMissedAt: "2026-04-28T10:00:00.000Z",
          rightSince: 1,
          lapses: 1,
          confusedWith: [{ wordId: "w2", word: "text w2", times: 1 }],
        });
        expect(entry.recall).toBeGreaterThan(0);
        expect(entry.recall).toBeLessThan(1);
      },
    },
    "lists the most missed first, then the latest missed": {
      as: "learner",
      given: async (app) => {
        await app.words([{}, {}, {}]);
        await give(app, missed(26, "w1"), missed(27, "w2"), missed(28, "w3"), missed(29, "w1"));
      },
      send: ["GET", path],
      status: 200,
      after: (_, { body }) =>
        expect(listed(body.data.words)).toEqual([
          ["w1", 2],
          ["w3", 1],
          ["w2", 1],
        ]),
    },
    "leaves out a word after three right answers in a row, not after two": {
      as: "learner",
      given: async (app) => {
        await app.words([{}, {}]);
        await give(app, missed(26, "w1"), right(26, "w1"), right(27, "w1"), right(28, "w1"));
        await give(app, right(25, "w2"), missed(26, "w2"), right(27, "w2"), right(28, "w2"));
      },
      send: ["GET", path],
      status: 200,
      after: (_, { body }) => {
        expect(listed(body.data.words)).toEqual([["w2", 1]]);
        expect(body.data.total).toBe(1);
      },
    },
    "counts right answers at the same moment": {
      as: "learner",
      given: async (app) => {
        await app.word();
        const again: PastAnswer = ["2026-04-28T10:00:00Z", "w1"];
        await give(app, missed(28, "w1"), again, again, again);
      },
      send: ["GET", path],
      status: 200,
      body: { data: { total: 0 } },
    },
    "counts misses within the requested days of the learner's calendar": {
      as: "learner",
      given: async (app) => {
        await app.words([{}, {}]);
        const row = { user_id: "u1", time_zone: "Asia/Tokyo", day_start_hour: 3 };
        await app.deps.database.insertInto("preferences").values(row).execute();
        const miss = (at: string, wordId: string): PastAnswer => [at, wordId, { isCorrect: false }];
        // 03:00 on 1 May in Tokyo is 18:00 UTC on the day before.
        await give(app, miss("2026-04-30T17:59:59Z", "w1"), miss("2026-04-30T18:00:00Z", "w2"));
      },
      send: ["GET", `${path}?days=1`],
      status: 200,
      after: async (app, { body }) => {
        expect(listed(body.data.words)).toEqual([["w2", 1]]);
        expect(await list(app, "?days=2")).toHaveLength(2);
      },
    },
    "counts words beyond the limit": {
      as: "learner",
      given: async (app) => {
        await app.words([{}, {}, {}]);
        await give(app, missed(26, "w1"), missed(27, "w2"), missed(28, "w3"));
      },
      send: ["GET", `${path}?limit=2`],
      status: 200,
      after: (_, { body }) => {
        expect(listed(body.data.words)).toEqual([
          ["w3", 1],
          ["w2", 1],
        ]);
        expect(body.data.total).toBe(3);
      },
    },
    "names the three existing words most often confused with it": {
      as: "learner",
      given: async (app) => {
        await app.words([{}, {}, {}, {}, {}]);
        const taken = ["w5", "w4", "w5", "w3", "w2", "w4", "w5", "gone", "w1", "w2"];
        await give(app, ...taken.map((confusedWith) => missed(28, "w1", { confusedWith })));
        // In another week, and confused with another word.
        await give(app, missed(20, "w1", { confusedWith: "w3" }));
        await give(app, missed(28, "w2", { confusedWith: "w3" }));
      },
      send: ["GET", path],
      status: 200,
      after: (_, { body }) => {
        const [first] = body.data.words;
        expect(first.word.id).toBe("w1");
        expect(first.confusedWith.map((other: { wordId: string }) => other.wordId)).toEqual([
          "w5",
          "w2",
          "w4",
        ]);
        expect(first.confusedWith[0].times).toBe(3);
      },
    },
    "leaves out words that are marked as known, reset or deleted": {
      as: "learner",
      given: async (app) => {
        await app.words([{}, {}, {}, {}]);
        await give(app, ...["w1", "w2", "w3", "w4"].map((id) => missed(28, id)));
        const { headers } = app.u1;
        await app.send("POST", "/api/word-states/w1/mark-mastered", { headers });
        await app.send("POST", "/api/word-states/w2/reset", { headers });
        const admin = await app.admin();
        await app.send("DELETE", "/api/words/w3", { headers: admin.headers });
      },
      send: ["GET", path],
      status: 200,
      after: (_, { body }) => expect(listed(body.data.words)).toEqual([["w4", 1]]),
    },
    "does not show other learners' misses": {
      as: "learner",
      given: async (app) => {
        await app.word();
        await give(app, missed(28, "w1", { userId: "u2" }), right(28, "w1"));
      },
      send: ["GET", path],
      status: 200,
      body: { data: { total: 0 } },
    },
  });
});

describe("DELETE /api/study/slipping/:wordId", () => {
  const slip = async (app: ScenarioApp) => {
    await app.words([{}, {}]);
    await give(app, missed(28, "w1"), missed(27, "w2"));
  };
  scenarios(routes, {
    "takes only this word off the list": {
      as: "learner",
      given: slip,
      send: ["DELETE", `${path}/w1`],
      twice: true,
      status: 200,
      body: { data: { deleted: true } },
      after: async (app) => expect(await list(app)).toEqual([["w2", 1]]),
    },
    "affects only the caller": {
      as: "learner",
      given: async (app) => {
        await slip(app);
        const other = await app.learner();
        await give(app, missed(28, "w1", { userId: other.id }));
        await app.send("DELETE", `${path}/w1`, { headers: other.headers });
      },
      send: ["GET", path],
      status: 200,
      body: { data: { total: 2 } },
    },
    "lists the word again after another miss": {
      as: "learner",
      given: async (app) => {
        await slip(app);
        await dismiss(app, "w1");
        expect(await list(app)).toEqual([["w2", 1]]);
        app.clock.advance(60_000);
        await give(app, ["2026-05-01T12:01:00Z", "w1", { isCorrect: false }]);
      },
      send: ["GET", path],
      status: 200,
      after: (_, { body }) =>
        expect(listed(body.data.words)).toEqual([
          ["w1", 2],
          ["w2", 1],
        ]),
    },
    "does not find a word that does not exist": {
      as: "learner",
      send: ["DELETE", `${path}/w1`],
      status: 404,
      body: { success: false, code: "NOT_FOUND" },
    },
    "leaves no row behind when the word is deleted": {
      as: "learner",
      given: async (app) => {
        await slip(app);
        await dismiss(app, "w1");
      },
      send: async (app) => ["DELETE", "/api/words/w1", undefined, (await app.admin()).headers],
      status: 200,
      after: async (app) => {
        const left = await app.deps.database.selectFrom("slip_dismissals").selectAll().execute();
        expect(left).toEqual([]);
      },
    },
  });
});

describe("PUT /api/study/slipping/:wordId", () => {
  const takenOff = async (app: ScenarioApp) => {
    await app.words([{}, {}]);
    await give(app, missed(28, "w1"), missed(27, "w2"));
    await dismiss(app, "w1");
  };
  scenarios(routes, {
    "puts the word back on the list": {
      as: "learner",
      given: takenOff,
      send: ["PUT", `${path}/w1`],
      status: 200,
      body: { data: { restored: true } },
      after: async (app) =>
        expect(await list(app)).toEqual([
          ["w1", 1],
          ["w2", 1],
        ]),
    },
    "affects only the caller": {
      as: "learner",
      given: async (app) => {
        await takenOff(app);
        const other = await app.learner();
        await app.send("PUT", `${path}/w1`, { headers: other.headers });
      },
      send: ["GET", path],
      status: 200,
      body: { data: { total: 1 } },
    },
    "changes nothing for a word that was not dismissed": {
      as: "learner",
      given: takenOff,
      send: ["PUT", `${path}/w2`],
      status: 200,
      body: { data: { restored: false } },
    },
  });
});
