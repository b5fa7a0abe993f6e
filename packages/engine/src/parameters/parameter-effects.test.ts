import { describe, expect, it } from "vitest";
import {
  answers,
  batches,
  credits,
  fits,
  optimalIntervals,
  type Probe,
  tools,
} from "../testing/parameter-probes.ts";
import { type ParameterRow, parameterTable } from "./parameter-table.ts";
import {
  defaultParameters,
  type EngineParameters,
  type ParameterValue,
  withParameters,
} from "./parameters.ts";
import { validateParameters } from "./validate.ts";

// What we check: that every parameter has an effect. How: for every row of the table some other
// valid value must change some public output, with companion settings if its feature is off.
type Changes = Record<string, ParameterValue>;

/** On a coarse grid, because solving the default one takes half a second each time. */
const sspOn: Changes = {
  "featureFlags.sspEnabled": true,
  "ssp.base": 2,
  "ssp.linearStepDays": 60,
  "ssp.rStep": 0.07,
};
const earlyFit: Changes = { "fit.minReviews": 16, "fit.fullFitReviews": 64 };
const isolationOn: Changes = { "featureFlags.confusionIsolationEnabled": true };
const retirementOn: Changes = {
  "memoryModel.gspGraduationStreak": 2,
  "memoryModel.gspRetireAfterReviews": 1,
  "memoryModel.gspRetireMinStreak": 2,
};

/** Settings under which a parameter has an effect, by path prefix. */
const COMPANIONS: readonly [prefix: string, changes: Changes][] = [
  ["elo.kTrend", { "elo.kDynamicEnabled": true }],
  ["elo.kMinFactor", { "elo.kDynamicEnabled": true, "elo.kTrendDamp": 0.9 }],
  ["elo.kMaxFactor", { "elo.kDynamicEnabled": true, "elo.kTrendGain": 10 }],
  ["elo.parallelEloRefreshGames", { "elo.parallelEloEnabled": true }],
  ["ssp.maxIndex", { ...sspOn, "ssp.dualGridEnabled": false }],
  ["ssp.", sspOn],
  ["featureFlags.sspEnabled", sspOn],
  ["memoryModel.alphaM", { "memoryModel.alphaScale": 0.3, "memoryModel.alphaMin": 0.1 }],
  ["memoryModel.alphaScale", { "memoryModel.alphaMin": 0.1 }],
  ["memoryModel.alphaRampStart", { "memoryModel.alphaRampTau": 3 }],
  ["memoryModel.gspGraduationFloorDays", { "memoryModel.gspGraduationStreak": 2 }],
  ["memoryModel.gspYoungRetention", { "memoryModel.gspMaturityBandDays": 14 }],
  ["memoryModel.gspMatureRetention", { "memoryModel.gspMaturityBandDays": 2 }],
  [
    "memoryModel.gspMaturityBandDays",
    { "memoryModel.gspYoungRetention": 0.8, "memoryModel.gspMatureRetention": 0.93 },
  ],
  ["memoryModel.gspRetire", retirementOn],
  ["memoryModel.difficultyLogitRef", { "memoryModel.difficultyLogitWeight": 0.1 }],
  ["memoryModel.coldStartLen", { "memoryModel.coldStartDLenWeight": 0.5 }],
  ["memoryModel.coldStartExtdRef", { "memoryModel.coldStartDExtdWeight": 0.5 }],
  [
    "memoryModel.retentionM",
    {
      "memoryModel.gspMaturityBandDays": 14,
      "memoryModel.gspYoungRetention": 0.7,
      "memoryModel.gspMatureRetention": 0.98,
    },
  ],
  ["wordSelector.confusion", { ...isolationOn, "wordSelector.confusionIsolationDampen": 0.3 }],
  ["featureFlags.confusionIsolationEnabled", { "wordSelector.confusionIsolationDampen": 0.01 }],
  ["fit.maxIterations", { ...earlyFit, "fit.shrinkage": 0.01 }],
  ["fit.growthRatio", earlyFit],
  ["trace.", { "featureFlags.multiTraceEnabled": true }],
];

/** The probes that show the effect of a parameter, by path prefix. */
const PROBES: readonly [prefix: string, probes: Probe[]][] = [
  ["ssp.", [optimalIntervals]],
  ["featureFlags.sspEnabled", [optimalIntervals]],
  ["featureFlags.personalWeightsEnabled", [fits]],
  ["featureFlags.ensembleEnabled", [credits]],
  ["featureFlags", [answers, batches]],
  ["fit.", [fits, answers]],
  ["ensemble.", [credits]],
  ["swd.", [credits, batches]],
  ["ige.", [credits, batches]],
  ["credit.", [credits]],
  ["feature.trustBaseLearningRate", [credits]],
  ["heuristic.", [batches]],
  ["constraints.", [batches]],
  ["learningStrategy.", [tools]],
  ["feature.temporal", [tools]],
  ["modeling.visualFatigueWeight", [tools]],
  ["intervention.", [tools]],
  ["wordSelector.errorRepeatGap", [tools]],
  ["wordSelector.", [batches]],
  ["memoryModel.recallRisk", [batches]],
  ["reward.", [answers, batches]],
  ["elo.zpd", [batches]],
  ["", [answers]],
];

function first<T>(table: readonly [string, T][], path: string): T | undefined {
  return table.find(([prefix]) => path.startsWith(prefix))?.[1];
}

/** Other values to try: distant ones first, then near ones for sums that must stay near 1. */
function otherValues(row: ParameterRow): ParameterValue[] {
  if (row.bounds === null) return [row.default !== true];
  const { min, max } = row.bounds;
  const start = Number(row.default);
  const near = [0.009, 0.04].flatMap((step) => [start + step, start - step]);
  const between = [0.5, 0.25, 0.75, 0.05].map((share) => min + share * (max - min));
  const around = [start * 0.5, start * 2, start * 1.2, start * 0.8, start + 1, start - 1];
  const tried = [max, min, ...between, ...around, ...near]
    .map((value) => (row.kind === "integer" ? Math.round(value) : value))
    .filter((value) => value >= min && value <= max && value !== start);
  return [...new Set(tried)];
}

function changed(
  base: EngineParameters,
  path: string,
  value: ParameterValue,
): EngineParameters | null {
  const next = withParameters(base, { [path]: value });
  return validateParameters(next).ok ? next : null;
}

/** The part of an output read so far, and the iterator over the rest. */
interface Output {
  readonly pieces: string[];
  readonly rest: Iterator<unknown>;
}

const outputs = new Map<string, Output>();

/** Outputs under the unchanged settings are shared by all rows that have the same companions. */
function outputOf(probe: Probe, parameters: EngineParameters, key: string): Output {
  const name = `${probe.name}:${key}`;
  const output = outputs.get(name) ?? { pieces: [], rest: iteratorOf(probe(parameters)) };
  outputs.set(name, output);
  return output;
}

function iteratorOf(pieces: Iterable<unknown>): Iterator<unknown> {
  return pieces[Symbol.iterator]();
}

/** The piece as JSON; undefined after the last. */
function pieceAt({ pieces, rest }: Output, at: number): string | undefined {
  if (at === pieces.length) {
    const next = rest.next();
    if (next.done === true) return undefined;
    pieces.push(JSON.stringify(next.value));
  }
  return pieces[at];
}

/** Reads the output only up to the first difference, which usually comes early. */
function differs(output: Output, pieces: Iterable<unknown>): boolean {
  let at = 0;
  for (const piece of pieces) {
    if (pieceAt(output, at) !== JSON.stringify(piece)) return true;
    at += 1;
  }
  return pieceAt(output, at) !== undefined;
}

function hasEffect(row: ParameterRow): boolean {
  const companions = { ...first(COMPANIONS, row.path) };
  delete companions[row.path];
  const base = withParameters(defaultParameters(), companions);
  const probes = first(PROBES, row.path) ?? [];
  const key = JSON.stringify(companions);
  return otherValues(row).some((value) => {
    const next = changed(base, row.path, value);
    if (next === null) return false;
    return probes.some((probe) => differs(outputOf(probe, base, key), probe(next)));
  });
}

describe("every parameter changes something", () => {
  it.each(parameterTable().map((row) => [row.path, row] as const))("%s", (_path, row) => {
    expect(hasEffect(row)).toBe(true);
  });
});
