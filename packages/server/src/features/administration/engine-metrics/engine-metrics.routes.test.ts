import { describe, expect } from "vitest";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { answerWord, storeDecisions } from "@wordloom/testing/content/engine-decisions";
import { addPlainLearners } from "@wordloom/testing/content/plain-learners";
import { parametersInForce } from "../../adaptation/engine-config/engine-config.service.ts";
import { saveGoal } from "../../adaptation/schedule/learner-goals.service.ts";
import { engineMetricsFeature } from "./engine-metrics.feature.ts";

const ROOT = "/api/admin/amas";
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const zone = "Pacific/Kiritimati"; // 14 hours ahead: 12:00 UTC of May 1 is May 2 there.

const reads = (path: string, data: object, given?: Scenario["given"]): Scenario => ({
  as: "admin",
  send: ["GET", `${ROOT}${path}`],
  status: 200,
  body: { data },
  ...(given && { given }),
});

const answered = async (app: ScenarioApp) => {
  await app.word();
  await answerWord(app);
  await answerWord(app, "u1", false);
};

const violating = (...fields: string[]) => ({
  is_anomaly: 1,
  event_json: JSON.stringify({
    invariantViolations: fields.map((field) => ({ field, value: "NaN", expectedRange: "0..1" })),
  }),
});

describe("GET /api/admin/amas/metrics", () => {
  scenarios(engineMetricsFeature, {
    "is empty at first": {
      ...reads("/metrics", {}),
      after: (_, { body }) => expect(body.data).toEqual({}),
    },
    "adds up calls of all days, including the latest": {
      ...reads("/metrics", { mastery: { callCount: 7, totalLatencyUs: 10, errorCount: 1 } }),
      given: async (app) => {
        const row = { algorithm: "mastery", total_us: 5, errors: 0 };
        const rows = [
          { ...row, day: "2026-01-01", calls: 3 },
          { ...row, day: "2026-05-01", calls: 4, errors: 1 },
        ];
        await app.deps.database.insertInto("engine_counters").values(rows).execute();
      },
    },
    "includes counts that this process has not written": {
      ...reads("/metrics", { rating: { errorCount: 0 } }, answered),
      after: (_, { body }) => expect(body.data.rating.callCount).toBeGreaterThan(0),
    },
  });
});

const counted = async ({ deps }: ScenarioApp) => {
  const row = { total_us: 30, errors: 0 };
  const rows = [
    { ...row, day: "2026-04-24", algorithm: "head", calls: 100 },
    { ...row, day: "2026-04-25", algorithm: "head", calls: 6, errors: 2 },
    { ...row, day: "2026-05-01", algorithm: "swd", calls: 0 },
    { ...row, day: "2026-05-01", algorithm: "head", calls: 4 },
  ];
  await deps.database.insertInto("engine_counters").values(rows).execute();
};

describe("GET /api/admin/amas/metrics/timeseries", () => {
  scenarios(engineMetricsFeature, {
    "lists the latest seven days, oldest first": {
      ...reads("/metrics/timeseries", {}, counted),
      after: (_, { body }) =>
        expect(body.data).toEqual([
          { date: "2026-04-25", algorithm: "head", callCount: 6, avgLatencyUs: 5, errorCount: 2 },
          { date: "2026-05-01", algorithm: "head", callCount: 4, avgLatencyUs: 7.5, errorCount: 0 },
          { date: "2026-05-01", algorithm: "swd", callCount: 0, avgLatencyUs: 0, errorCount: 0 },
        ]),
    },
    "clamps the days": {
      ...reads("/metrics/timeseries?days=0", {}, counted),
      after: (_, { body }) => expect(body.data).toHaveLength(2),
    },
    "refuses a word": {
      as: "admin",
      send: ["GET", `${ROOT}/metrics/timeseries?days=all`],
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
    },
  });
});

describe("GET /api/admin/amas/metrics/algorithm-distribution", () => {
  scenarios(engineMetricsFeature, {
    "divides all calls, the most frequent first": {
      ...reads("/metrics/algorithm-distribution", {}),
      given: async ({ deps }) => {
        const row = { day: "2026-01-01", total_us: 1, errors: 0 };
        const rows = [
          { ...row, algorithm: "head", calls: 25 },
          { ...row, algorithm: "swd", calls: 75 },
        ];
        await deps.database.insertInto("engine_counters").values(rows).execute();
      },
      after: (_, { body }) =>
        expect(body.data).toEqual([
          { algorithm: "swd", count: 75, pct: 75 },
          { algorithm: "head", count: 25, pct: 25 },
        ]),
    },
  });
});

describe("GET /api/admin/amas/metrics/kpi", () => {
  scenarios(engineMetricsFeature, {
    "has no rates at first": reads("/metrics/kpi", {
      decisionTotal: 0,
      hitCount: 0,
      hitRate: null,
      avgLatencyMs: 0,
      fatigueTriggerCount: 0,
      fatigueTriggerRate: 0,
      fatigueThreshold: 0.9,
    }),
    "uses the decisions of the latest days": reads(
      "/metrics/kpi?days=1",
      {
        decisionTotal: 4,
        hitCount: 1,
        hitRate: 0.25,
        avgLatencyMs: 3,
        fatigueTriggerCount: 1,
        fatigueTriggerRate: 0.25,
      },
      (app) => {
        const nowMs = app.clock.nowMs();
        return storeDecisions(app, [
          { is_correct: 1, latency_ms: 6, fatigue: 0.95 },
          { is_correct: 0, fatigue: 0.9 },
          { is_correct: 0, fatigue: 0 },
          { is_correct: 0, fatigue: 0, created_at_ms: nowMs - DAY_MS },
          { is_correct: 1, fatigue: 1, created_at_ms: nowMs - DAY_MS - 1 },
        ]);
      },
    ),
    "includes decisions that wait to be written": reads(
      "/metrics/kpi",
      { decisionTotal: 2, hitCount: 1 },
      answered,
    ),
  });
});

describe("GET /api/admin/amas/anomalies", () => {
  const some = async (app: ScenarioApp) => {
    const nowMs = app.clock.nowMs();
    await storeDecisions(app, [
      { created_at_ms: nowMs, ...violating("attention", "fatigue") },
      { created_at_ms: nowMs - 1, ...violating("fatigue"), cold_start_phase: "Explore" },
      { created_at_ms: nowMs - 2, is_anomaly: 1 },
      { created_at_ms: nowMs - 13 * HOUR_MS, cold_start_phase: "Classify" },
      { created_at_ms: nowMs - 40 * DAY_MS, ...violating("reward") },
    ]);
  };
  scenarios(engineMetricsFeature, {
    "counts by day, and the violated invariants": {
      ...reads("/anomalies?days=2", {
        totalEvents: 4,
        anomalyCount: 3,
        violationCount: 3,
        coldStartExplore: 2,
        coldStartExploit: 2,
        byDay: [
          { date: "2026-04-30", total: 1, anomalies: 0, violations: 0 },
          { date: "2026-05-01", total: 3, anomalies: 3, violations: 3 },
        ],
        topViolationFields: [
          { field: "fatigue", count: 2 },
          { field: "attention", count: 1 },
        ],
      }),
      given: some,
    },
    "separates days by APP_TIMEZONE": {
      ...reads("/anomalies?days=2", {
        byDay: [
          { date: "2026-05-01", total: 1 },
          { date: "2026-05-02", total: 3 },
        ],
      }),
      settings: { APP_TIMEZONE: zone },
      given: some,
    },
    "lists every day, at most thirty": {
      ...reads("/anomalies?days=99", { totalEvents: 4 }, some),
      after: (_, { body }) => expect(body.data.byDay).toHaveLength(30),
    },
  });
});

describe("GET /api/admin/amas/goals", () => {
  const choose = (app: ScenarioApp, goal: "learn_fastest" | "own_recall") =>
    saveGoal(app.deps.database, { user_id: "u1", goal, updated_at_ms: app.clock.nowMs() });
  scenarios(engineMetricsFeature, {
    "names every goal, and all learners": {
      ...reads("/goals", {}, (app) => choose(app, "learn_fastest")),
      after: (_, { body }) =>
        expect(body.data.goals).toEqual([
          { goal: "remember_most", chosen: 0 },
          { goal: "balanced", chosen: 0 },
          { goal: "learn_fastest", chosen: 1 },
          { goal: "own_recall", chosen: 0 },
        ]),
    },
    "counts a learner's last choice alone": reads(
      "/goals",
      { learners: 1, goals: [{}, {}, { chosen: 0 }, { goal: "own_recall", chosen: 1 }] },
      async (app) => {
        await choose(app, "learn_fastest");
        await choose(app, "own_recall");
      },
    ),
  });
});

describe("GET /api/admin/amas/user-state/distribution", () => {
  const path = "/user-state/distribution";
  scenarios(engineMetricsFeature, {
    "has no means at first": reads(`${path}?bins=2`, {
      attention: {
        field: "attention",
        min: 0,
        max: 1,
        bins: [0, 0],
        mean: null,
        median: null,
        sampleSize: 0,
      },
      motivation: { min: -1, max: 1 },
      coldStartExplore: 0,
      coldStartExploit: 0,
    }),
    "divides the range of each figure into bins": reads(
      `${path}?bins=4`,
      {
        motivation: { bins: [1, 0, 1, 2], mean: 0.2, median: 0.4, sampleSize: 4 },
        fatigue: { bins: [2, 0, 0, 2], median: 0.5 },
        coldStartExplore: 1,
        coldStartExploit: 3,
      },
      (app) =>
        storeDecisions(app, [
          { motivation: -1, fatigue: 0, cold_start_phase: "Classify" },
          { motivation: 0, fatigue: 0.2 },
          { motivation: 0.8, fatigue: 0.8 },
          { motivation: 1, fatigue: 1 },
          { motivation: 1, created_at_ms: app.clock.nowMs() - DAY_MS - 1 },
        ]),
    ),
    "uses the middle value of an odd number": reads(path, { confidence: { median: 0.5 } }, (app) =>
      storeDecisions(app, [{ confidence: 0.9 }, { confidence: 0.5 }, { confidence: 0.1 }]),
    ),
    "has twenty bins by default": {
      ...reads(path, {}),
      after: (_, { body }) => expect(body.data.attention.bins).toHaveLength(20),
    },
    "clamps the bins": {
      ...reads(`${path}?bins=1000`, {}),
      after: (_, { body }) => expect(body.data.attention.bins).toHaveLength(100),
    },
  });
});

describe("GET /api/admin/amas/compare", () => {
  const comparing =
    (other?: string): Scenario["send"] =>
    ({ deps }) => {
      const { versionHash } = parametersInForce(deps);
      const versionB = other ?? versionHash;
      return ["GET", `${ROOT}/compare?versionA=${versionHash}&versionB=${versionB}`];
    };
  scenarios(engineMetricsFeature, {
    "uses the decisions of each version": {
      as: "admin",
      given: (app) =>
        storeDecisions(app, [
          { attention: 0.2, reward_value: -1, is_anomaly: 1 },
          { attention: 0.6, reward_value: 0, created_at_ms: app.clock.nowMs() - DAY_MS },
          { attention: 0.9, config_version: "another" },
        ]),
      send: comparing(),
      status: 200,
      body: {
        data: {
          a: {
            eventCount: 2,
            anomalyCount: 1,
            anomalyRate: 0.5,
            meanLatencyMs: 2,
            meanReward: -0.5,
            meanAttention: 0.4,
            firstEventAt: "2026-04-30T12:00:00.000Z",
            lastEventAt: "2026-05-01T12:00:00.000Z",
          },
        },
      },
      after: (_, { body }) => expect(body.data.b).toEqual(body.data.a),
    },
    "has no means without decisions": {
      as: "admin",
      send: comparing(),
      status: 200,
      body: {
        data: {
          b: {
            eventCount: 0,
            anomalyCount: 0,
            anomalyRate: null,
            meanLatencyMs: null,
            meanConfidence: null,
            firstEventAt: null,
            lastEventAt: null,
          },
        },
      },
    },
    "refuses an unknown version": {
      as: "admin",
      send: comparing("0123456789abcdef"),
      status: 404,
      body: { code: "NOT_FOUND" },
    },
    "refuses a single version": {
      as: "admin",
      send: ["GET", `${ROOT}/compare?versionA=x`],
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
    },
  });
});

describe("GET /api/admin/amas/monitoring", () => {
  scenarios(engineMetricsFeature, {
    "is empty at first": {
      ...reads("/monitoring", []),
      after: (_, { body }) => expect(body.data).toEqual([]),
    },
    "lists decisions with all details, the newest first": {
      ...reads("/monitoring", {}),
      given: async (app) => {
        await app.word();
        await addPlainLearners(app.deps.database, ["u2"]);
        await answerWord(app);
        app.clock.advance(1_000);
        await answerWord(app, "u2", false);
      },
      after: ({ deps }, { body }) => {
        const [newest, older] = body.data;
        const timestamp = "2026-05-01T12:00:01.000Z";
        expect(body.data).toHaveLength(2);
        expect(newest).toMatchObject({ timestamp, eventType: "answer" });
        expect(newest.data).toMatchObject({
          userId: "u2",
          sessionId: "u2-session",
          eventType: "answer",
          timestamp,
          isAnomaly: false,
          invariantViolations: [],
          coldStartPhase: "Classify",
          configVersion: parametersInForce(deps).versionHash,
        });
        expect(newest.data.reward.value).toBe(newest.data.rewardValue);
        expect(newest.data.userState.lastActiveAt).toBe(timestamp);
        expect(newest.data.strategy.batchSize).toBeGreaterThan(0);
        expect(older.data.userId).toBe("u1");
      },
    },
    "clamps the limit": {
      ...reads("/monitoring?limit=0", {}, answered),
      after: (_, { body }) => expect(body.data).toHaveLength(1),
    },
  });
});
