import { defaultParameters } from "@wordloom/engine";
import type { HeavyRequest } from "./heavy-bodies.ts";

/** The largest legal requests about the engine's configuration and figures. */
export function heavyTuning(): Readonly<Record<string, readonly HeavyRequest[]>> {
  const config = defaultParameters();
  const unknown = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`p${n}`, n]));
  const patch = { "memoryModel.w[2]": 3, "memoryModel.baseDesiredRetention": 0.88 };
  const days = [{ query: "days=90" }];
  const primaryMetric = "day7_retention";
  const forceUserIds = Array.from({ length: 1_000 }, (_, n) => `learner-${n}`);
  const canary = { versionHash: "none", percent: 100, forceUserIds, webOnly: true };
  return {
    replaceEngineConfig: [{ body: config, query: `note=${"n".repeat(1_000)}` }, { body: unknown }],
    previewEngineConfig: [{ body: { config } }, { body: { config: unknown } }, { body: { patch } }],
    listEngineVersions: [{ query: "limit=500" }, { query: "limit=500&offset=1000000000" }],
    restoreEngineVersion: [{ params: { hash: "none" }, body: { note: "n".repeat(1_000) } }],
    storeEngineTrial: [{ body: config, query: `note=${"n".repeat(1_000)}` }, { body: unknown }],
    startEngineCanary: [{ body: canary }],
    previewEngineCanary: [{ body: { ...canary, minAccountAgeDays: 0, preferActive: true } }],
    readEngineTimeseries: days,
    readEngineKpi: days,
    readEngineCalibration: days,
    readEngineAnomalies: [{ query: "days=30" }],
    readUserStateDistribution: [{ query: "days=30&bins=100" }],
    compareEngineVersions: [{ query: "versionA=none&versionB=none" }],
    listEngineEvents: [{ query: "limit=500" }],
    listExperiments: [{}, { query: "status=running" }],
    startExperiment: [{ body: { name: "n".repeat(200), treatmentPatch: patch, primaryMetric } }],
    planExperiment: [{ body: { primaryMetric, mde: 0.0001 } }],
    concludeExperiment: [{ params: { id: "none" }, body: { adopt: true } }],
  };
}
