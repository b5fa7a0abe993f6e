import { describe, expect } from "vitest";
import { giveAnswers, type PastAnswer } from "@wordloom/testing/content/give-answers";
import { addPlainLearners } from "@wordloom/testing/content/plain-learners";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { analyticsAdminFeature } from "./analytics-admin.feature.ts";

// The clock starts at noon on Friday, 1 May 2026, UTC.

const PATH = "/api/admin/analytics";

const asked = (part: string) =>
  ({ as: "admin", send: ["GET", `${PATH}/${part}`], status: 200 }) satisfies Partial<Scenario>;
const give = (app: ScenarioApp, ...answers: PastAnswer[]) => giveAnswers(app.deps, answers);
const by = (userId: string) => ({ userId });

/** Creates accounts at these times. */
async function register(app: ScenarioApp, made: Readonly<Record<string, string>>): Promise<void> {
  await addPlainLearners(app.deps.database, Object.keys(made));
  for (const [id, at] of Object.entries(made)) {
    const created_at_ms = Date.parse(at);
    const { database } = app.deps;
    await database.updateTable("users").set({ created_at_ms }).where("id", "=", id).execute();
  }
}

describe("GET /api/admin/analytics/retention-cohort", () => {
  const part = "retention-cohort";
  scenarios(analyticsAdminFeature, {
    "follows the accounts of each week, with null for a week without any": {
      ...asked(`${part}?weeks=3`),
      given: async (app) => {
        await app.word();
        await register(app, {
          n1: "2026-04-13T00:00:00Z",
          n2: "2026-04-19T23:59:59Z",
          n3: "2026-04-27T00:00:00Z",
          n4: "2026-04-12T23:59:59Z",
        });
        await give(
          app,
          ["2026-04-13T10:00:00Z", "w1", by("n1")],
          ["2026-04-14T10:00:00Z", "w1", by("n1")],
          ["2026-04-27T10:00:00Z", "w1", by("n1")],
          ["2026-05-01T10:00:00Z", "w1", by("n2")],
          ["2026-04-20T10:00:00Z", "w1", by("n4")],
        );
      },
      body: {
        data: {
          cohorts: [
            { cohortStart: "2026-04-13", size: 2, cells: [0.5, 0, 1] },
            { cohortStart: "2026-04-20", size: 0, cells: [null, null] },
            // Includes u1, whose account was created today.
            { cohortStart: "2026-04-27", size: 2, cells: [0] },
          ],
        },
      },
    },
    "follows eight weeks by default": {
      ...asked(part),
      after: (_app, { body }) => expect(body.data.cohorts).toHaveLength(8),
    },
    "goes back at most 26 weeks": {
      ...asked(`${part}?weeks=27`),
      after: (_app, { body }) => expect(body.data.cohorts).toHaveLength(26),
    },
    "has at least one week": {
      ...asked(`${part}?weeks=0`),
      after: (_app, { body }) => expect(body.data.cohorts).toHaveLength(1),
    },
    "refuses weeks that are not a number": {
      ...asked(`${part}?weeks=many`),
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
    },
  });
});

describe("GET /api/admin/analytics/kpi-summary", () => {
  const part = "kpi-summary";
  scenarios(analyticsAdminFeature, {
    "refuses another number of days": {
      ...asked(`${part}?days=31`),
      status: 400,
      body: { code: "INVALID_RANGE" },
    },
    "has no shares and no changes without answers": {
      ...asked(`${part}?from=2026-01-01&to=2026-01-02`),
      body: {
        data: {
          days: 2,
          rangeStart: "2026-01-01",
          rangeEnd: "2026-01-02",
          activeLearners: { value: 0, prevValue: 0, deltaPct: null },
          accuracy: { value: null, prevValue: null, deltaPct: null },
          answersPerLearner: { value: null, prevValue: null, deltaPct: null },
          day1Retention: { value: null, prevValue: null, deltaPct: null },
        },
      },
    },
    "compares with the same number of preceding days": {
      ...asked(`${part}?days=7`),
      given: async (app) => {
        await app.words([{}, {}]);
        await register(app, {
          n1: "2026-04-23T10:00:00Z",
          n2: "2026-04-25T10:00:00Z",
          n3: "2026-04-30T23:00:00Z",
          n4: "2026-05-01T01:00:00Z",
        });
        await give(
          app,
          ["2026-04-23T11:00:00Z", "w1", by("n1")],
          ["2026-04-24T11:00:00Z", "w1", { isCorrect: false, userId: "n1" }],
          // The seventh day after.
          ["2026-04-30T11:00:00Z", "w1", by("n1")],
          ["2026-04-26T11:00:00Z", "w1", by("n2")],
          ["2026-04-26T11:01:00Z", "w2", by("n2")],
        );
      },
      after: (_app, { body }) => {
        expect(body.data).toMatchObject({
          activeLearners: { value: 2, prevValue: 1, deltaPct: 100 },
          answers: { value: 3, prevValue: 2, deltaPct: 50 },
          accuracy: { value: 1, prevValue: 0.5, deltaPct: 100 },
          masteredWords: { value: 0, prevValue: 0, deltaPct: null },
          answersPerLearner: { value: 1.5, prevValue: 2, deltaPct: -25 },
          // n2 came back and n3 has not so far. For n4, the day after is tomorrow.
          day1Retention: { value: 0.5, prevValue: 1, deltaPct: -50 },
          day7Retention: { value: null, prevValue: 1, deltaPct: null },
        });
        // Includes u1, whose account was created today.
        expect(body.data.newUsers).toEqual({ value: 4, prevValue: 1, deltaPct: 300 });
      },
    },
  });
});

describe("GET /api/admin/analytics/retention-cohort and kpi-summary", () => {
  const inZone = async ({ deps }: ScenarioApp, user_id: string, time_zone: string) => {
    await deps.database.insertInto("preferences").values({ user_id, time_zone }).execute();
  };
  /** Learners who answered at once, and again on the next day of their own calendar. */
  const given = async (app: ScenarioApp) => {
    await app.word();
    // Monday 07:00 in Tokyo, Sunday 22:00 in UTC; Sunday 22:00 in Los Angeles.
    await register(app, { tokyo: "2026-04-26T22:00:00Z", la: "2026-04-27T05:00:00Z" });
    await inZone(app, "tokyo", "Asia/Tokyo");
    await inZone(app, "la", "America/Los_Angeles");
    await give(
      app,
      ["2026-04-26T22:05:00Z", "w1", by("tokyo")],
      ["2026-04-27T05:05:00Z", "w1", by("la")],
    );
  };
  const back = (app: ScenarioApp) => give(app, ["2026-04-27T16:00:00Z", "w1", by("la")]);

  scenarios(analyticsAdminFeature, {
    "count accounts by the learner's own week": {
      ...asked("retention-cohort?weeks=2"),
      given,
      body: {
        data: {
          cohorts: [
            // Los Angeles; Tokyo together with u1, whose account was created today.
            { cohortStart: "2026-04-20", size: 1, cells: [1, 0] },
            { cohortStart: "2026-04-27", size: 2, cells: [0.5] },
          ],
        },
      },
    },
    "do not count immediate answers as a return on the day after": {
      ...asked("kpi-summary?from=2026-04-26&to=2026-04-27"),
      given,
      body: { data: { day1Retention: { value: 0 } } },
    },
    "count answers on the learner's day after as a return": {
      ...asked("kpi-summary?from=2026-04-26&to=2026-04-27"),
      given: async (app) => {
        await given(app);
        await back(app);
      },
      body: { data: { day1Retention: { value: 0.5 } } },
    },
    "exclude learners whose day after has not come": {
      ...asked("kpi-summary?from=2026-05-01&to=2026-05-01"),
      given: async (app) => {
        await app.word();
        // Both on their own 1 May. It is already 2 May in Kiribati, and still 1 May in Niue.
        await register(app, { east: "2026-04-30T12:00:00Z", west: "2026-05-01T11:30:00Z" });
        await inZone(app, "east", "Pacific/Kiritimati");
        await inZone(app, "west", "Pacific/Niue");
        await give(app, ["2026-05-01T11:00:00Z", "w1", by("east")]);
      },
      body: { data: { day1Retention: { value: 1 } } },
    },
  });
});

describe("GET /api/admin/analytics/wordbook-rank", () => {
  const part = "wordbook-rank";
  const withBooks = async (app: ScenarioApp) => {
    await app.words([{}, {}, {}]);
    await addPlainLearners(app.deps.database, ["u1", "u2"]);
    const book = { tags_json: "[]", description: "", created_at_ms: 1, updated_at_ms: 1 };
    const { database } = app.deps;
    await database
      .insertInto("wordbooks")
      .values([
        { ...book, id: "b1", name: "System", type: "system", user_id: null },
        { ...book, id: "b2", name: "Mine", type: "user", user_id: "u1" },
        { ...book, id: "b3", name: "Empty", type: "system", user_id: null },
        { ...book, id: "b4", name: "Half there", type: "importing", user_id: null },
      ])
      .execute();
    const places = ["b1 w1", "b1 w2", "b2 w2", "b2 w3"].map((place, position) => {
      const [wordbook_id = "", word_id = ""] = place.split(" ");
      return { wordbook_id, word_id, position, added_at_ms: 1 };
    });
    await database.insertInto("wordbook_words").values(places).execute();
    await give(
      app,
      ["2026-04-30T08:00:00Z", "w1"],
      ["2026-04-30T08:01:00Z", "w1"],
      ["2026-04-30T08:02:00Z", "w2"],
      ["2026-04-30T08:03:00Z", "w2", by("u2")],
      // Before the range.
      ["2026-04-01T23:59:59Z", "w3"],
    );
    await database
      .updateTable("word_states")
      .set({ state: "mastered" })
      .where("user_id", "=", "u1")
      .where("word_id", "=", "w1")
      .execute();
  };
  scenarios(analyticsAdminFeature, {
    "refuses another number of days": {
      ...asked(`${part}?days=31`),
      status: 400,
      body: { code: "INVALID_RANGE" },
    },
    "ranks books by answers to their words, a learner's book by the owner's": {
      ...asked(part),
      given: withBooks,
      after: (_app, { body }) =>
        expect(body.data.rows).toEqual([
          {
            wordbookId: "b1",
            name: "System",
            type: "system",
            learners: 2,
            answers: 4,
            masteredPct: 33.3,
          },
          {
            wordbookId: "b2",
            name: "Mine",
            type: "user",
            learners: 1,
            answers: 1,
            masteredPct: 0,
          },
          {
            wordbookId: "b3",
            name: "Empty",
            type: "system",
            learners: 0,
            answers: 0,
            masteredPct: null,
          },
        ]),
    },
    "lists as many as asked for": {
      ...asked(`${part}?limit=1`),
      given: withBooks,
      after: (_app, { body }) => expect(body.data.rows).toMatchObject([{ wordbookId: "b1" }]),
    },
    "lists at least one": {
      ...asked(`${part}?limit=0`),
      given: withBooks,
      after: (_app, { body }) => expect(body.data.rows).toHaveLength(1),
    },
  });
});
