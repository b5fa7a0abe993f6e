import type { ValuesOf } from "./define.ts";
import { elo } from "./elo-rows.ts";
import { featureFlags } from "./feature-flag-rows.ts";
import { fatigueDecay, feature, modeling, responseTime } from "./learner-signal-rows.ts";
import { memoryModel } from "./memory-rows.ts";
import { monitoring } from "./monitoring-rows.ts";
import {
  correction,
  fit,
  grade,
  interference,
  interval,
  mastery,
  shortTerm,
  trace,
} from "./recall-rows.ts";
import { objectiveWeights, reward } from "./reward-rows.ts";
import { wordSelector } from "./selection-rows.ts";
import { coldStart, constraints, intervention, learningStrategy } from "./session-rows.ts";
import { ssp } from "./ssp-rows.ts";
import { credit, ensemble, heuristic, ige, swd } from "./voter-rows.ts";

/** Every tunable number of the engine, by section. */
export const definitions = {
  featureFlags,
  ensemble,
  modeling,
  constraints,
  monitoring,
  coldStart,
  objectiveWeights,
  reward,
  feature,
  elo,
  fatigueDecay,
  heuristic,
  ige,
  swd,
  memoryModel,
  shortTerm,
  responseTime,
  grade,
  correction,
  fit,
  mastery,
  interval,
  interference,
  trace,
  wordSelector,
  intervention,
  learningStrategy,
  ssp,
  credit,
} as const;

/** A whole configuration: plain data, one value per row, at the dotted paths of the rows. */
export type EngineParameters = ValuesOf<typeof definitions>;
