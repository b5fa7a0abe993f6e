import type { ShownPauses } from "../interval/shown-pauses.ts";
import type { HeadState } from "../memory/head-state.ts";
import type { RatingState } from "../rating/rating-state.ts";
import type { StrategyState } from "../strategy/strategy-types.ts";

export type ColdStartPhase = "Classify" | "Explore" | null;

export interface CognitiveProfile {
  memoryCapacity: number;
  processingSpeed: number;
  stability: number;
}

export interface TrendState {
  accuracyTrend: number;
  speedTrend: number;
  engagementTrend: number;
}

export interface HourStats {
  sessionCount: number;
  avgAccuracy: number;
  avgResponseTimeMs: number;
  masteryEfficiency: number;
}

export interface HabitProfile {
  preferredHours: number[];
  medianSessionLengthMins: number;
  sessionsPerDay: number;
  temporalPerformance: { hourlyStats: HourStats[]; totalSessions: number };
}

/** Attention, fatigue, motivation and confidence, with the statistics behind them. */
export interface Mood {
  attention: number;
  fatigue: number;
  motivation: number;
  confidence: number;
  /** Averages of slowness and of (prediction − outcome): signs of fatigue besides time on task. */
  slowness: number;
  misses: number;
  /** Correct answers in a row. */
  run: number;
  /** Decaying sum of 4 p (1 − p). */
  information: number;
}

/** Fast and slow averages whose difference is a trend. */
export interface TrendAverages {
  accuracyFast: number;
  accuracySlow: number;
  speedFast: number;
  speedSlow: number;
  engagementFast: number;
  engagementSlow: number;
}

/** Baseline of ln answer time, stored relative to the configured prior. */
export interface Pace {
  /** Learner's ln median minus the prior's. */
  shift: number;
  /** Learner's variance over the prior's. */
  varianceRatio: number;
  count: number;
  modeShifts: number[];
  modeCounts: number[];
}

export interface Calibration {
  /** Decayed sum of (prediction − outcome) by tenth of the prediction. */
  gaps: number[];
  /** Decayed number of answers. */
  weight: number;
  /** Page-Hinkley sum of surprise and its lowest value so far. */
  drift: number;
  driftLow: number;
  /** Decayed share of answers too fast to have read the word. */
  rapidShare: number;
  count: number;
}

interface Habits {
  profile: HabitProfile;
  /** Whether the learner set the preferred hours; then they are not learned. */
  hoursChosen: boolean;
  sessionLengthsMins: number[];
  sessionEndsMs: number[];
  meanEfficiency: number;
}

/** Answer time of a word on a day of review, all its answers of that day together. */
export interface AnswerCosts {
  /** For a word remembered at the first answer, s. */
  recallSecs: number;
  /** For a forgotten word, s. */
  forgetSecs: number;
}

export interface PersonalFit {
  /** null: population weights. */
  weights: number[] | null;
  fittedAtMs: number | null;
  /** Number of targets in the last fit. */
  reviews: number;
  /** Number of targets so far. */
  targets: number;
  /** As of the last fit; absent: not known. */
  costs?: AnswerCosts;
}

/** Complete state of one learner. Plain data, at most 24 KB as JSON. */
export interface LearnerState {
  schema: 2;
  seed: number;
  createdAtMs: number;
  lastAtMs: number | null;
  utcOffsetMinutes: number;
  dayStartHour: number;
  totalEventCount: number;
  sessionEventCount: number;
  lastSessionId: string | null;
  sessionStartMs: number;
  phase: ColdStartPhase;
  mood: Mood;
  cognitive: CognitiveProfile;
  averages: TrendAverages;
  trends: TrendState;
  pace: Pace;
  /** Local day of the last answer, and the answers on it. */
  day: { index: number; answers: number; correct: number };
  /** Average of (outcome − prediction) after a night or more. */
  residual: number;
  /** Session success and the running median of slowness; null before the first answer. */
  success: number | null;
  medianSlowness: number;
  /** Recalls and misses by pause; they limit intervals. */
  pauses: ShownPauses;
  /** Typical gain per second of a review, the unit of the selection score. */
  gainRate: number;
  calibration: Calibration;
  /** null before the first rated answer. */
  rating: RatingState | null;
  head: HeadState;
  habits: Habits;
  strategy: StrategyState;
  fit: PersonalFit;
}

/** The part of a learner's state the service returns; times in unix milliseconds. */
export interface UserState {
  attention: number;
  fatigue: number;
  motivation: number;
  confidence: number;
  lastActiveAt: number;
  sessionEventCount: number;
  totalEventCount: number;
  createdAt: number;
  cognitiveProfile: CognitiveProfile;
  trendState: TrendState;
  habitProfile: HabitProfile;
  lastSessionId: string | null;
}
