import { defineParameters } from "./define.ts";
import { memoryWeights } from "./memory-weight-rows.ts";

/** The memory model: mastery, schedule, recall shown, and initial values of new words. */
export const memoryModel = defineParameters({
  masteryCompositeThreshold: {
    default: 0.3, min: 0, max: 1, unit: "none",
    note: "Strength that a mastered word must exceed.",
  },
  masteryAccuracyThreshold: {
    default: 0.65, min: 0, max: 1, unit: "share",
    note: "Recent accuracy that a mastered word must exceed.",
  },
  masteryStreakThreshold: {
    default: 1, min: 0, max: 50, unit: "answers", kind: "integer",
    note: "Consecutive spaced right answers that a mastered word must have.",
  },
  reviewingThreshold: {
    default: 0.4, min: 0, max: 1, unit: "none",
    note: "Strength beyond which a word moves from learning to reviewing.",
  },
  recallRiskBonus: {
    default: 0.2, min: 0, max: 2, unit: "none",
    note: "Maximum bonus for the risk of forgetting when choosing words.",
  },
  recallRiskThreshold: {
    default: 0.55, min: 0, max: 1, unit: "probability",
    note: "Recall that earns half of that bonus; lower recall earns more.",
  },
  baseDesiredRetention: {
    default: 0.9, min: 0.75, max: 0.95, unit: "probability",
    openToAdvisor: true,
    note: "Target recall at the next review. Higher means more frequent reviews.",
  },
  masteryWindowSize: {
    default: 20, min: 1, max: 200, unit: "answers", kind: "integer",
    note: "Number of a word's latest answers that make up its accuracy.",
  },
  streakMinGapMs: {
    default: 1_800_000, min: 0, max: 604_800_000, unit: "ms", kind: "integer",
    note: "Right answers closer together than this count as one.",
  },
  forgettingCurveFloor: {
    default: 0, min: 0, max: 0.5, unit: "probability",
    note: "Recall that remains after any pause.",
  },
  w: memoryWeights,
  alphaScale: {
    default: 1, min: 0.01, max: 1, unit: "share",
    note: "Share of every computed change that is applied to the memory; 1 applies all of it.",
  },
  alphaMin: {
    default: 1, min: 0.01, max: 1, unit: "share",
    note: "Minimum of the applied share.",
  },
  alphaMax: {
    default: 1, min: 0.01, max: 1, unit: "share",
    note: "Maximum of the applied share.",
  },
  alphaRampTau: {
    default: 0, min: 0, max: 100, unit: "answers",
    note: "How slowly successes come to be trusted in full; 0 trusts them at once.",
  },
  alphaLapseRampTau: {
    default: 0, min: 0, max: 100, unit: "lapses",
    note: "How slowly lapses come to be trusted in full; 0 trusts them at once.",
  },
  alphaRampStart: {
    default: 0.3, min: 0.01, max: 1, unit: "share",
    note: "Trust in the first answer while a ramp is on.",
  },
  forgettingThreshold: {
    default: 0.2, min: 0, max: 1, unit: "probability",
    note: "Recall below which a word counts as forgotten.",
  },
  gspSuccessGrade: {
    default: 3, min: 3, max: 4, unit: "grade", kind: "integer",
    note: "Grade of a success: 4 makes all of them easy, 3 lets the answer decide.",
  },
  gspIntervalCapDays: {
    default: 0, min: 0, max: 365, unit: "days",
    note: "Maximum interval; 0 removes the cap.",
  },
  gspGraduationStreak: {
    default: 0, min: 0, max: 50, unit: "answers", kind: "integer",
    note: "Consecutive right answers with which a word graduates; 0 means never.",
  },
  gspGraduationFloorDays: {
    default: 30, min: 0, max: 365, unit: "days",
    note: "Minimum interval of a graduated word.",
  },
  gspYoungRetention: {
    default: 0, min: 0, max: 0.99, unit: "probability",
    note: "Target recall of words that are not yet stable; 0 uses the base target.",
  },
  gspMatureRetention: {
    default: 0, min: 0, max: 0.99, unit: "probability",
    note: "Target recall of stable words; 0 uses the base target.",
  },
  gspMaturityBandDays: {
    default: 0, min: 0, max: 365, unit: "days",
    note: "Stability from which a word counts as stable; 0 makes no difference between words.",
  },
  gspIntervalFuzz: {
    default: 0, min: 0, max: 0.5, unit: "share",
    note: "Spreads due dates deterministically by up to this share; 0 disables it.",
  },
  gspRetireAfterReviews: {
    default: 0, min: 0, max: 1000, unit: "reviews", kind: "integer",
    note: "Reviews after graduation with which a word retires; 0 means never.",
  },
  gspRetireIntervalDays: {
    default: 365, min: 1, max: 3650, unit: "days",
    note: "Interval of a retired word, regardless of caps.",
  },
  gspRetireMinStability: {
    default: 0, min: 0, max: 3650, unit: "days",
    note: "Minimum stability of a retired word.",
  },
  gspRetireMinStreak: {
    default: 6, min: 0, max: 100, unit: "answers", kind: "integer",
    note: "Minimum streak of a retired word.",
  },
  difficultyLogitWeight: {
    default: 0, min: 0, max: 2, unit: "logit",
    note: "How much difficulty lowers the recall shown. 0 keeps older results bit for bit.",
  },
  difficultyLogitRef: {
    default: 5, min: 1, max: 10, unit: "difficulty",
    note: "Difficulty at which that shift is zero.",
  },
  predLogitBaseScale: {
    default: 1, min: 0.1, max: 3, unit: "factor",
    note: "Stretches the recall shown around one half. 1 keeps older results bit for bit.",
  },
  predLogitIntercept: {
    default: 0, min: -3, max: 3, unit: "logit",
    note: "Raises or lowers all recall shown. 0 keeps older results bit for bit.",
  },
  predLogitReviewCountWeight: {
    default: 0, min: 0, max: 2, unit: "logit",
    note: "How much many reviews raise the recall shown. 0 switches it off.",
  },
  coldStartLenRef: {
    default: 7, min: 1, max: 30, unit: "letters",
    note: "Reference length of a word.",
  },
  coldStartLenScale: {
    default: 4, min: 0.5, max: 30, unit: "letters",
    note: "Letters beyond the reference length that count as one unit.",
  },
  coldStartExtdRef: {
    default: 5, min: 1, max: 10, unit: "difficulty",
    note: "Reference value of the given difficulty.",
  },
  coldStartDLenWeight: {
    default: 0, min: -5, max: 5, unit: "difficulty",
    note: "How much harder long words start. 0 switches it off.",
  },
  coldStartDMorphWeight: {
    default: 0, min: -5, max: 5, unit: "difficulty",
    note: "How familiar word parts change the starting difficulty. 0 switches it off.",
  },
  coldStartDExtdWeight: {
    default: 0, min: -5, max: 5, unit: "difficulty",
    note: "How the given difficulty changes the starting difficulty. 0 switches it off.",
  },
  coldStartSLenWeight: {
    default: 0, min: -3, max: 3, unit: "ln days",
    note: "How length changes the starting stability. 0 switches it off.",
  },
  coldStartSMorphWeight: {
    default: 0, min: -3, max: 3, unit: "ln days",
    note: "How familiar word parts change the starting stability. 0 switches it off.",
  },
  coldStartSExtdWeight: {
    default: 0, min: -3, max: 3, unit: "ln days",
    note: "How the given difficulty changes the starting stability. 0 switches it off.",
  },
  retentionMin: {
    default: 0.75, min: 0.5, max: 0.95, unit: "probability",
    note: "Minimum target recall; the optimal-interval policy has its own limits.",
  },
  retentionMax: {
    default: 0.95, min: 0.6, max: 0.99, unit: "probability",
    note: "Maximum target recall; the optimal-interval policy has its own limits.",
  },
  maxIntervalDays: {
    default: 365, min: 30, max: 365, unit: "days",
    openToAdvisor: true,
    note: "Maximum scheduled interval, except for retired words.",
  },
  minIntervalSecs: {
    default: 60, min: 1, max: 86_400, unit: "s", kind: "integer",
    note: "Minimum scheduled interval.",
  },
  sameDayMaxHours: {
    default: 12, min: 1, max: 24, unit: "hours",
    note: "Reviews closer together than this follow the same-day rule.",
  },
  compositeDivisorDays: {
    default: 30, min: 1, max: 365, unit: "days",
    note: "Stability that counts as full strength.",
  },
});
