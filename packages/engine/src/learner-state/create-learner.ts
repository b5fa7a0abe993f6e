import { MODES } from "../answer.ts";
import { requireFinite } from "../argument-checks.ts";
import { noPauses } from "../interval/shown-pauses.ts";
import { createHead } from "../memory/correction-head.ts";
import { TRUST_AT_START } from "../strategy/fade-trust.ts";
import { defaultStrategy } from "../strategy/strategy-types.ts";
import { CALIBRATION_BINS } from "./calibration.ts";
import type { LearnerState } from "./learner-types.ts";
import { ATTENTION_AT_REST } from "./mood.ts";

const HOURS = 24;

/**
 * Initial state of a new learner.
 *
 * Learned quantities are stored relative to the configured priors, so a parameter change also
 * reaches learners who have answered little.
 *
 * @param seed  unsigned 32-bit; every random draw depends on it and on counters
 */
export function createLearner(seed: number, atMs: number): LearnerState {
  requireFinite("seed", seed);
  requireFinite("atMs", atMs);
  return {
    schema: 2,
    seed,
    createdAtMs: atMs,
    lastAtMs: null,
    utcOffsetMinutes: 0,
    dayStartHour: 0,
    totalEventCount: 0,
    sessionEventCount: 0,
    lastSessionId: null,
    sessionStartMs: atMs,
    phase: "Classify",
    mood: {
      attention: ATTENTION_AT_REST,
      fatigue: 0,
      motivation: 0,
      confidence: 0.1,
      slowness: 0,
      misses: 0,
      run: 0,
      information: 0,
    },
    cognitive: { memoryCapacity: 0.5, processingSpeed: 0.5, stability: 0.5 },
    averages: startAverages(),
    trends: { accuracyTrend: 0, speedTrend: 0, engagementTrend: 0 },
    pace: {
      shift: 0,
      varianceRatio: 1,
      count: 0,
      modeShifts: zeros(MODES.length),
      modeCounts: zeros(MODES.length),
    },
    day: { index: 0, answers: 0, correct: 0 },
    residual: 0,
    success: null,
    medianSlowness: 0,
    pauses: noPauses(),
    gainRate: 0,
    calibration: {
      gaps: zeros(CALIBRATION_BINS),
      weight: 0,
      drift: 0,
      driftLow: 0,
      rapidShare: 0,
      count: 0,
    },
    rating: null,
    head: createHead(),
    habits: startHabits(),
    strategy: startStrategy(),
    fit: { weights: null, fittedAtMs: null, reviews: 0, targets: 0 },
  };
}

/** Both averages of a trend start equal, so that a new learner has no trend. */
function startAverages() {
  return {
    accuracyFast: 0.5,
    accuracySlow: 0.5,
    speedFast: 0,
    speedSlow: 0,
    engagementFast: 1,
    engagementSlow: 1,
  };
}

function startHabits(): LearnerState["habits"] {
  const hourlyStats = Array.from({ length: HOURS }, () => ({
    sessionCount: 0,
    avgAccuracy: 0,
    avgResponseTimeMs: 0,
    masteryEfficiency: 0,
  }));
  return {
    profile: {
      preferredHours: [9, 14, 20],
      medianSessionLengthMins: 15,
      sessionsPerDay: 1,
      temporalPerformance: { hourlyStats, totalSessions: 0 },
    },
    hoursChosen: false,
    sessionLengthsMins: [],
    sessionEndsMs: [],
    meanEfficiency: 0,
  };
}

function startStrategy(): LearnerState["strategy"] {
  return {
    inForce: defaultStrategy(),
    batchId: null,
    weights: [0, 0, 0],
    trust: [TRUST_AT_START, TRUST_AT_START, TRUST_AT_START],
    creditedBatches: 0,
    meanReward: 0,
    bandit: null,
    history: [],
    pending: [],
    factors: [],
    primaryReason: "default_strategy",
  };
}

function zeros(length: number): number[] {
  return new Array<number>(length).fill(0);
}
