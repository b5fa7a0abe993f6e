import { describe, expect } from "vitest";
import { answerWord, storeDecisions } from "@wordloom/testing/content/engine-decisions";
import { scenarios, type Scenario } from "../../../testing/app/scenarios.ts";
import { engineMetricsFeature } from "./engine-metrics.feature.ts";

const ROOT = "/api/admin/amas";
const DAY_MS = 86_400_000;

const reads = (path: string, data: object, given?: Scenario["given"]): Scenario => ({
  as: "admin",
  send: ["GET", `${ROOT}${path}`],
  status: 200,
  body: { data },
  ...(given && { given }),
});

describe("GET /api/admin/amas/metrics/calibration", () => {
  const path = "/metrics/calibration";
  scenarios(engineMetricsFeature, {
    "has no figures at first": reads(path, {
      sampleSize: 0,
      logLoss: null,
      rmseBins: null,
      auc: null,
    }),
    "compares predictions with answers": {
      ...reads(`${path}?days=1`, { sampleSize: 4, auc: 1 }),
      given: (app) =>
        storeDecisions(app, [
          { predicted: 0.92, is_correct: 1 },
          { predicted: 0.94, is_correct: 1 },
          { predicted: 0.12, is_correct: 0 },
          { predicted: 1, is_correct: 1 },
          { predicted: null, is_correct: 0 },
          { predicted: 0.9, is_correct: 0, event_type: "quit" },
          { predicted: 0.9, is_correct: 0, created_at_ms: app.clock.nowMs() - DAY_MS - 1 },
        ]),
      after: (_, { body }) => {
        const { bins, rmseBins, logLoss } = body.data;
        expect(bins).toHaveLength(20);
        expect(bins[18]).toMatchObject({ from: 0.9, to: 0.95, observed: 1, count: 2 });
        expect(bins[18].predicted).toBeCloseTo(0.93, 12);
        expect(bins[19]).toMatchObject({ predicted: 1, observed: 1, count: 1 });
        expect(rmseBins).toBeCloseTo(Math.sqrt((2 * 0.07 ** 2 + 0.12 ** 2) / 4), 9);
        const loss = -(Math.log(0.92) + Math.log(0.94) + Math.log(0.88)) / 4;
        expect(logLoss).toBeCloseTo(loss, 4);
      },
    },
    "weights always-stored decisions like the others": {
      ...reads(path, { sampleSize: 21 }),
      settings: { AMAS_MONITOR_SAMPLE_RATE: "0.05" },
      given: (app) =>
        storeDecisions(app, [
          { predicted: 0.5, is_correct: 1 },
          ...Array.from({ length: 20 }, (_, n) => ({
            predicted: 0.5,
            is_correct: 0,
            ...(n % 2 === 0 ? { cold_start_phase: "Explore" } : { is_anomaly: 1 }),
          })),
        ]),
      after: (_, { body }) => expect(body.data.bins[10].observed).toBeCloseTo(0.5, 12),
    },
    "includes the predictions of real answers": {
      ...reads(path, {}),
      given: async (app) => {
        await app.word();
        for (let n = 0; n < 3; n += 1) {
          await answerWord(app);
          app.clock.advance(DAY_MS);
        }
      },
      after: (_, { body }) => expect(body.data.sampleSize).toBeGreaterThanOrEqual(2),
    },
  });
});
