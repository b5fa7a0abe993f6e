/**
 * Parameters that switch on, or only matter to, a feature that is off by default. Whether such a
 * feature is used is a person's decision: the language model never changes them.
 */
const OPT_IN_PATHS: ReadonlySet<string> = new Set([
  "featureFlags.sspEnabled",
  "featureFlags.confusionIsolationEnabled",
  "featureFlags.multiTraceEnabled",
  "elo.parallelEloEnabled",
  "elo.parallelEloRefreshGames",
  "elo.kDynamicEnabled",
  "memoryModel.difficultyLogitWeight",
  "memoryModel.predLogitBaseScale",
  "memoryModel.predLogitIntercept",
  "memoryModel.predLogitReviewCountWeight",
  "memoryModel.coldStartDLenWeight",
  "memoryModel.coldStartDMorphWeight",
  "memoryModel.coldStartDExtdWeight",
  "memoryModel.coldStartSLenWeight",
  "memoryModel.coldStartSMorphWeight",
  "memoryModel.coldStartSExtdWeight",
  "memoryModel.alphaRampTau",
  "memoryModel.alphaLapseRampTau",
  "memoryModel.gspRetireAfterReviews",
  "memoryModel.gspRetireIntervalDays",
  "memoryModel.gspRetireMinStability",
  "memoryModel.gspRetireMinStreak",
  "ssp.costParams.recallSCoeff",
  "ssp.costParams.recallDCoeff",
  "ssp.costParams.forgetSCoeff",
  "ssp.costParams.forgetDCoeff",
  "ssp.rMin",
  "ssp.rMax",
  "ssp.rStep",
  "ssp.dualGridEnabled",
  "interval.loadBalanceShare",
  "interference.weight",
]);

/** Whether a parameter belongs to an opt-in feature. */
export function isOptIn(path: string): boolean {
  return OPT_IN_PATHS.has(path);
}

/** The opt-in parameters, for checks. */
export function optInPaths(): readonly string[] {
  return [...OPT_IN_PATHS];
}
