import { defineParameters } from "./define.ts";
import { memoryWeights } from "./memory-weight-rows.ts";

/** The memory model: mastery, schedule, what is shown, and where new words start. */
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
    note: "Spaced right answers in a row that a mastered word must have.",
  },
  reviewingThreshold: {
    default: 0.4, min: 0, max: 1, unit: "none",
    note: "Strength beyond which a word is no longer being learned but reviewed.",
  },
  recallRiskBonus: {
    default: 0.2, min: 0, max: 2, unit: "none",
    note: "Most that the risk of forgetting adds when choosing words.",
  },
  recallRiskThreshold: {
    default: 0.55, min: 0, max: 1, unit: "probability",
    note: "Recall that earns half of that bonus; lower recall earns more.",
  },
  baseDesiredRetention: {
    default: 0.9, min: 0.75, max: 0.95, unit: "probability",
    openToAdvisor: true,
    note: "Recall wanted on the day of the next review. Higher means more frequent work.",
  },
  masteryWindowSize: {
    default: 20, min: 1, max: 200, unit: "answers", kind: "integer",
    note: "How many of a word's latest answers make up its accuracy.",
  },
  streakMinGapMs: {
    default: 1_800_000, min: 0, max: 604_800_000, unit: "ms", kind: "integer",
    note: "Right answers closer together than this count once.",
  },
  forgettingCurveFloor: {
    default: 0, min: 0, max: 0.5, unit: "probability",
    note: "Recall that even endless pauses leave.",
  },
  w: memoryWeights,
  alphaScale: {
    default: 1, min: 0.01, max: 1, unit: "share",
    note: "How much of every computed change reaches the memory; 1 is all of it.",
  },
  alphaMin: {
    default: 1, min: 0.01, max: 1, unit: "share",
    note: "The realised part never falls below this.",
  },
  alphaMax: {
    default: 1, min: 0.01, max: 1, unit: "share",
    note: "The realised part never rises above this.",
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
    note: "A word that is known less surely than this is called forgotten.",
  },
  gspSuccessGrade: {
    default: 3, min: 3, max: 4, unit: "grade", kind: "integer",
    note: "Grade of a success: 4 makes all of them effortless, 3 lets the answer decide.",
  },
  gspIntervalCapDays: {
    default: 0, min: 0, max: 365, unit: "days",
    note: "No interval is longer; 0 lifts the cap.",
  },
  gspGraduationStreak: {
    default: 0, min: 0, max: 50, unit: "answers", kind: "integer",
    note: "Right answers in a row with which a word graduates; 0 means never.",
  },
  gspGraduationFloorDays: {
    default: 30, min: 0, max: 365, unit: "days",
    note: "A graduated word rests at least this long.",
  },
  gspYoungRetention: {
    default: 0, min: 0, max: 0.99, unit: "probability",
    note: "Recall wanted of words that are not yet stable; 0 takes the base target.",
  },
  gspMatureRetention: {
    default: 0, min: 0, max: 0.99, unit: "probability",
    note: "Recall wanted of stable words; 0 takes the base target.",
  },
  gspMaturityBandDays: {
    default: 0, min: 0, max: 365, unit: "days",
    note: "Stability from which a word counts as stable; 0 makes no difference between words.",
  },
  gspIntervalFuzz: {
    default: 0, min: 0, max: 0.5, unit: "share",
    note: "Spreads due dates by up to this part, always the same way; 0 leaves them.",
  },
  gspRetireAfterReviews: {
    default: 0, min: 0, max: 1000, unit: "reviews", kind: "integer",
    note: "Reviews after graduating that let a word retire; 0 retires none.",
  },
  gspRetireIntervalDays: {
    default: 365, min: 1, max: 3650, unit: "days",
    note: "How long a retired word rests, caps or not.",
  },
  gspRetireMinStability: {
    default: 0, min: 0, max: 3650, unit: "days",
    note: "Stability below which no word retires.",
  },
  gspRetireMinStreak: {
    default: 6, min: 0, max: 100, unit: "answers", kind: "integer",
    note: "Right answers in a row below which no word retires.",
  },
  difficultyLogitWeight: {
    default: 0, min: 0, max: 2, unit: "logit",
    note: "How much difficulty lowers the recall shown. 0 keeps older results bit for bit.",
  },
  difficultyLogitRef: {
    default: 5, min: 1, max: 10, unit: "difficulty",
    note: "Difficulty at which that shift is nil.",
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
    note: "Length of a word that is taken as normal.",
  },
  coldStartLenScale: {
    default: 4, min: 0.5, max: 30, unit: "letters",
    note: "Letters beyond the normal that count as one unit.",
  },
  coldStartExtdRef: {
    default: 5, min: 1, max: 10, unit: "difficulty",
    note: "Difficulty from outside that is taken as normal.",
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
    note: "How difficulty from outside changes the starting difficulty. 0 switches it off.",
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
    note: "How difficulty from outside changes the starting stability. 0 switches it off.",
  },
  retentionMin: {
    default: 0.75, min: 0.5, max: 0.95, unit: "probability",
    note: "No rule asks for less recall; the optimal-interval policy keeps its own limits.",
  },
  retentionMax: {
    default: 0.95, min: 0.6, max: 0.99, unit: "probability",
    note: "No rule asks for more recall; the optimal-interval policy keeps its own limits.",
  },
  maxIntervalDays: {
    default: 365, min: 30, max: 365, unit: "days",
    openToAdvisor: true,
    note: "Longest pause ever scheduled, except for retired words.",
  },
  minIntervalSecs: {
    default: 60, min: 1, max: 86_400, unit: "s", kind: "integer",
    note: "Shortest pause ever scheduled.",
  },
  sameDayMaxHours: {
    default: 12, min: 1, max: 24, unit: "hours",
    note: "Reviews closer together than this change stability by the same-day rule.",
  },
  compositeDivisorDays: {
    default: 30, min: 1, max: 365, unit: "days",
    note: "Stability that counts as full strength.",
  },
});
