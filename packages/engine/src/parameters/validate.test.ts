import { describe, expect, it } from "vitest";
import { crossRules } from "./cross-rules.ts";
import { parameterTable } from "./parameter-table.ts";
import { defaultParameters, parameterAt, withParameters } from "./parameters.ts";
import { crossFaults, validateParameters } from "./validate.ts";

// What we check: every leaf at, inside and beyond its bounds; every cross-field rule violated once;
// and that a refusal names all faults. How: copies of the defaults with one change.
const rows = parameterTable();
const numbers = rows.filter((row) => row.bounds !== null);
const defaults = defaultParameters();

type Changes = Record<string, number | boolean>;

function faultsOf(x: unknown): { path: string; value: unknown; rule: string }[] {
  const checked = validateParameters(x);
  return checked.ok ? [] : checked.faults;
}

function pathsOf(x: unknown): string[] {
  return faultsOf(x).map((fault) => fault.path);
}

/** A copy of the defaults with an arbitrary value at one path. */
function withValue(path: string, value: unknown): unknown {
  const copy = structuredClone(defaults) as unknown;
  const steps = path.replaceAll("]", "").split(/[.[]/);
  const last = steps.pop()!;
  let place = copy as Record<string, unknown>;
  for (const step of steps) place = place[step] as Record<string, unknown>;
  place[last] = value;
  return copy;
}

describe("validateParameters accepts", () => {
  it("the defaults, as an equal frozen copy", () => {
    const checked = validateParameters(defaults);
    expect(checked).toEqual({ ok: true, value: defaults, dropped: [] });
    expect(checked.ok && Object.isFrozen(checked.value.memoryModel.w)).toBe(true);
  });

  it("missing values, as their defaults", () => {
    const checked = validateParameters({ elo: { kFactor: 40 }, ssp: { costParams: {} } });
    const expected = withParameters(defaults, { "elo.kFactor": 40 });
    expect(checked).toEqual({ ok: true, value: expected, dropped: [] });
  });

  it("both bounds of every number, unless a cross-field rule excludes one", () => {
    const tried = numbers.flatMap(({ path, bounds }) => [
      ...faultsOf(withValue(path, bounds!.min)),
      ...faultsOf(withValue(path, bounds!.max)),
    ]);
    const known = new Set(crossRules.map((cross) => cross.rule));
    expect(tried.filter((fault) => !known.has(fault.rule))).toEqual([]);
  });

  it("minus zero, as zero", () => {
    const checked = validateParameters(withValue("ssp.costParams.recallSCoeff", -0));
    expect(checked.ok && Object.is(checked.value.ssp.costParams.recallSCoeff, 0)).toBe(true);
  });
});

describe("validateParameters refuses", () => {
  it("every number below and above its bounds, and nothing else", () => {
    for (const { path, bounds } of numbers) {
      for (const value of [bounds!.min - 0.001, bounds!.max + 0.001]) {
        expect(pathsOf(withValue(path, value))).toEqual([path]);
      }
    }
  });

  it("a fraction for every integer", () => {
    for (const { path, bounds } of rows.filter((row) => row.kind === "integer")) {
      expect(pathsOf(withValue(path, bounds!.min + 0.5))).toEqual([path]);
    }
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, "0.5", null, [], {}])("%s anywhere", (value) => {
    for (const { path } of rows) expect(pathsOf(withValue(path, value))).toEqual([path]);
  });

  it("a number for a switch", () => {
    expect(pathsOf(withValue("ssp.dualGridEnabled", 1))).toEqual(["ssp.dualGridEnabled"]);
  });

  it.each([undefined, null, 1, "{}", []])("%s as a whole", (x) => {
    expect(faultsOf(x)).toEqual([{ path: "", value: x ?? null, rule: "an object" }]);
  });

  it.each([
    ["a key at the top", "evm", {}],
    ["a key of a section", "featureFlags.mdmEnabled", true],
    ["a key of a nested group", "ssp.costParams.other", 0],
    ["a value instead of a section", "elo", 3],
    ["an array instead of a section", "elo", []],
    ["too few weights", "memoryModel.w", [1, 2]],
    ["too many probabilities", "ssp.reviewRatingProbs", [0.2, 0.6, 0.1, 0.1]],
    ["a missing weight", "memoryModel.w[4]", undefined],
  ])("%s", (_name, path, value) => {
    expect(pathsOf(withValue(path, value))).toEqual([path]);
  });

  it("a key that refers to the prototype", () => {
    expect(pathsOf(JSON.parse('{"__proto__": {"elo": 1}}'))).toEqual(["__proto__"]);
    expect(pathsOf({ elo: JSON.parse('{"constructor": 1}') })).toEqual(["elo.constructor"]);
  });

  it("with every fault at once, each with path, value and rule", () => {
    const faults = faultsOf({
      elo: { kFactor: 0, unknown: 1 },
      grade: { easyZ: 0, hardZ: 0 },
      fit: { minReviews: 4.5, fullFitReviews: 8 },
    });
    expect(faults).toEqual([
      { path: "elo.unknown", value: 1, rule: "a known parameter" },
      { path: "elo.kFactor", value: 0, rule: "a number from 1 to 200" },
      { path: "fit.minReviews", value: 4.5, rule: "a whole number from 4 to 1000" },
      { path: "grade.easyZ", value: 0, rule: "easyZ < hardZ" },
    ]);
  });
});

// A key that was removed from the configuration must not be accepted from an old file.
const removedKeys = [
  "featureFlags.mdmEnabled",
  "modeling.responseSpeedMaxMs",
  "modeling.engagementPausePenaltyMax",
  "modeling.engagementSwitchPenaltyMax",
  "modeling.engagementFocusLossPenaltyMax",
  "monitoring.metricsFlushIntervalSecs",
  "feature.qualityAccuracyWeight",
  "feature.qualitySpeedWeight",
  "feature.confidencePositiveSignal",
  "feature.confidenceNegativeSignal",
  "feature.temporalBoostBase",
  "feature.trustWeightBlend",
  "feature.incorrectQualityScale",
  "heuristic.lowMotivationDifficultyDrop",
  "heuristic.lowMotivationMaxBatch",
  "heuristic.confidenceDecayCap",
  "heuristic.confidenceMin",
  "ige.batchSize",
  "ige.intervalScale",
  "ige.defaultConfidence",
  "ige.pretrainedDifficultyRewards",
  "ige.pretrainedRatioRewards",
  "swd.similarityCacheTtlSecs",
  "memoryModel.halfLifeBaseEpsilon",
  "memoryModel.highAccuracyThreshold",
  "memoryModel.highAccuracyRetentionBoost",
  "memoryModel.highFatigueThreshold",
  "memoryModel.highFatigueRetentionDrop",
  "memoryModel.lowMotivationThreshold",
  "memoryModel.lowMotivationRetentionDrop",
  "wordSelector.optimalRecallCenter",
  "wordSelector.optimalRecallSigma",
  "learningStrategy.confidenceBoostThreshold",
  "learningStrategy.confidenceDifficultyBoost",
  "learningStrategy.motivationRatioThreshold",
  "learningStrategy.motivationRatioBoost",
  "learningStrategy.fatigueReductionThreshold",
  "ssp.difficultyOffsetOnLapse",
  "evm",
  "classifier",
];

describe("a removed key", () => {
  it.each(removedKeys)("%s is unknown", (path) => {
    expect(parameterAt(defaults, path)).toBeUndefined();
    expect(pathsOf(withValue(path, 0.5))).toEqual([path]);
  });
});

// Each row violates one rule. Some cannot be violated inside the current ranges; they are checked
// with values outside these, because ranges may be widened.
const violations: [rule: string, changes: Changes][] = [
  ["the three base weights sum to 1 within 0.01", { "ensemble.baseWeightSwd": 0.27 }],
  ["three times minWeight is at most 1", { "ensemble.minWeight": 0.34 }],
  ["the five objective weights sum to 0.95..1.05", { "objectiveWeights.speed": 0.21 }],
  ["the rating probabilities sum to 1 within 0.01", { "ssp.reviewRatingProbs[0]": 0.24 }],
  ["w has 21 numbers and w[0] <= w[1] <= w[2] <= w[3]", { "memoryModel.w[2]": 1.2 }],
  ["alphaMin <= alphaMax", { "memoryModel.alphaMax": 0.9 }],
  [
    "retentionMin < retentionMax",
    {
      "memoryModel.retentionMin": 0.9,
      "memoryModel.retentionMax": 0.9,
      "memoryModel.baseDesiredRetention": 0.9,
    },
  ],
  [
    "baseDesiredRetention lies between retentionMin and retentionMax",
    { "memoryModel.baseDesiredRetention": 0.76, "memoryModel.retentionMin": 0.77 },
  ],
  [
    "forgettingCurveFloor < retentionMin",
    { "memoryModel.forgettingCurveFloor": 0.5, "memoryModel.retentionMin": 0.5 },
  ],
  [
    "minIntervalSecs is at most gspIntervalCapDays when that cap is on",
    { "memoryModel.gspIntervalCapDays": 0.5, "memoryModel.minIntervalSecs": 43_201 },
  ],
  [
    "gspGraduationFloorDays <= gspIntervalCapDays when both are on",
    { "memoryModel.gspIntervalCapDays": 29, "memoryModel.gspGraduationStreak": 2 },
  ],
  [
    "masteryCompositeThreshold > 0, or no word could ever be below it",
    { "memoryModel.masteryCompositeThreshold": 0 },
  ],
  [
    "reviewingThreshold > 0, or no word could ever be below it",
    { "memoryModel.reviewingThreshold": 0 },
  ],
  [
    "forgettingThreshold < 1, or every word would be forgotten",
    { "memoryModel.forgettingThreshold": 1 },
  ],
  ["minElo < defaultElo < maxElo", { "elo.minElo": 1200 }],
  ["kMinFactor <= 1 <= kMaxFactor", { "elo.kMaxFactor": 0.9 }],
  [
    "decayStartThresholdSecs < fullResetThresholdSecs",
    { "fatigueDecay.decayStartThresholdSecs": 1800 },
  ],
  ["temporalBoostMin <= 1 <= temporalBoostMax", { "feature.temporalBoostMin": 1.1 }],
  ["classifyToExploreEvents < exploreToExploitEvents", { "coldStart.classifyToExploreEvents": 80 }],
  [
    "crossSessionMediumAccuracy < crossSessionHighAccuracy",
    { "learningStrategy.crossSessionMediumAccuracy": 0.8 },
  ],
  ["sessionDropAccuracy < sessionBoostAccuracy", { "learningStrategy.sessionDropAccuracy": 0.8 }],
  ["trendAlpha < trendFastAlpha", { "modeling.trendAlpha": 0.2 }],
  ["rMin + rStep <= rMax", { "ssp.rMin": 0.98, "ssp.rStep": 0.02 }],
  ["minIndex < maxIndex", { "ssp.minIndex": 200, "ssp.maxIndex": 200 }],
  [
    "dualGridThresholdDays < targetStabilityDays",
    { "ssp.dualGridThresholdDays": 40, "ssp.targetStabilityDays": 40 },
  ],
  [
    "base ^ maxIndex reaches targetStabilityDays, or the dual grid is on",
    { "ssp.dualGridEnabled": false, "ssp.maxIndex": 120 },
  ],
  ["bufferLevelFailure <= bufferLevelSuccess", { "shortTerm.bufferLevelFailure": 0.98 }],
  ["encodeFirstFailure <= encodeFirstSuccess", { "shortTerm.encodeFirstFailure": 1 }],
  ["easyZ < hardZ", { "grade.easyZ": 0, "grade.hardZ": 0 }],
  ["slip plus the larger guess is below 1", { "mastery.slip": 0.5, "mastery.guessTyped": 0.5 }],
  ["minReviews <= fullFitReviews", { "fit.minReviews": 257 }],
];

describe("a cross-field rule", () => {
  it.each(violations)("%s: is violated alone", (rule, changes) => {
    const faults = crossFaults(withParameters(defaults, changes));
    expect(faults.map((fault) => fault.rule)).toEqual([rule]);
  });

  it("is reported at its first path with the value there", () => {
    const patched = withParameters(defaults, { "fit.minReviews": 257 });
    const faults = [{ path: "fit.minReviews", value: 257, rule: "minReviews <= fullFitReviews" }];
    expect(validateParameters(patched)).toEqual({ ok: false, faults });
  });

  it("is tested here, for all of them", () => {
    expect(violations.map(([rule]) => rule)).toEqual(crossRules.map((rule) => rule.rule));
  });

  it.each([
    ["rounding errors", { "ssp.rMin": 0.7, "ssp.rStep": 0.1, "ssp.rMax": 0.8 }],
    ["a sum of shares that is off by 0.01", { "ensemble.baseWeightSwd": 0.26 }],
    ["objective weights at the edge", { "objectiveWeights.speed": 0.2 }],
    ["weights that are equal", { "memoryModel.w[1]": 0.212 }],
    ["a cap with graduation off", { "memoryModel.gspIntervalCapDays": 7 }],
  ] as [string, Changes][])("tolerates %s", (_name, changes) => {
    expect(crossFaults(withParameters(defaults, changes))).toEqual([]);
  });
});

describe("validateParameters with a given leniency", () => {
  const complete = { missing: "refused" } as const;

  it("takes a configuration with every parameter", () => {
    expect(validateParameters(defaults, complete)).toMatchObject({ ok: true, value: defaults });
  });

  it("lists every parameter that is missing, with all other faults", () => {
    const { w: _weights, ...memoryModel } = defaults.memoryModel;
    const { credit: _credit, ...others } = defaults;
    const { sampleRate: _rate, ...monitoring } = defaults.monitoring;
    const given = { ...others, memoryModel, monitoring: { ...monitoring, eceAlert: 9 }, mine: 1 };
    const checked = validateParameters(given, complete);
    const faults = checked.ok ? [] : checked.faults;
    expect(faults.map(({ path, rule }) => [path, rule])).toEqual([
      ["mine", "a known parameter"],
      ["monitoring.sampleRate", "given"],
      ["monitoring.eceAlert", "a number from 0.01 to 0.5"],
      ["memoryModel.w", "given"],
      ["credit.horizonDays", "given"],
      ["credit.reviewShare", "given"],
    ]);
  });

  it("reports a group of another type once", () => {
    const faults = [{ path: "credit", value: 3, rule: "an object" }];
    expect(validateParameters({ ...defaults, credit: 3 }, complete)).toEqual({ ok: false, faults });
    expect(validateParameters(null, complete)).toMatchObject({ faults: [{ path: "" }] });
  });

  it("drops unknown values, and names them", () => {
    const given = { ...defaults, old: { a: 1 }, credit: { ...defaults.credit, gone: 1 } };
    const checked = validateParameters(given, { unknown: "dropped" });
    expect(checked).toEqual({ ok: true, value: defaults, dropped: ["old", "credit.gone"] });
  });
});
