import { describe, expect } from "vitest";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { learningRoutes } from "../learning/learning.routes.ts";
import { todayRoutes } from "../today/today.routes.ts";
import { studyConfigRoutes } from "./study-config.routes.ts";

const routes = [studyConfigRoutes, learningRoutes, todayRoutes];

/** Library words of four languages; the learner learns German and Chinese, and has no book. */
async function given(app: ScenarioApp): Promise<void> {
  await app.words([
    { text: "loom" },
    { text: "Haus", language: "de" },
    { text: "dela", language: "del" },
    { text: "织机", language: "zh-Hans" },
    { text: "Jause", language: "de-AT" },
  ]);
  const body = { learningLanguages: ["de", "zh"] };
  await app.send("PUT", "/api/study-config", { body, headers: app.u1.headers });
}

const textsOf = (words: readonly { text: string }[]) => words.map(({ text }) => text).toSorted();
const LEARNED = ["Haus", "Jause", "织机"];

const shows = (send: Scenario["send"]): Scenario => ({
  as: "learner",
  given,
  send,
  status: 200,
  after: (_, { body }) => expect(textsOf(body.data.words)).toEqual(LEARNED),
});

describe("a learner of some languages without a book", () => {
  scenarios(routes, {
    "gets words of these languages and their regions today": shows([
      "GET",
      "/api/study-config/today-words",
    ]),
    "gets batches of them": shows(["POST", "/api/learning/study-words", {}]),
    "learns how many of its words are new": {
      as: "learner",
      given,
      send: ["GET", "/api/study/today"],
      status: 200,
      body: { data: { new: 3 } },
    },
  });
});
