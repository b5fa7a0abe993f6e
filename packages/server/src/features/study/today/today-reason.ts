import type { TodayReason } from "@wordloom/contract";
import type { LearnerState, EngineParameters } from "@wordloom/engine";

/** From this many days on, being away is what matters most. */
const LONG_BREAK_DAYS = 3;

/** How far success has to be from what the engine aims at to be worth a word; as in its rules. */
const SUCCESS_MARGIN = 0.05;

/** What decides how today is introduced. */
export interface TodayFacts {
  readonly learner: LearnerState;
  readonly parameters: EngineParameters;
  /** Days since the last answer; null without one. */
  readonly daysAway: number | null;
  /** Answers of the latest day before today, or of today. */
  readonly latest: { readonly answers: number; readonly correct: number };
}

/** The first reason that applies, in the order of the contract. */
export function todayReason({ learner, parameters, daysAway, latest }: TodayFacts): TodayReason {
  const { mood, phase, totalEventCount, success, medianSlowness } = learner;
  const { coldStart, heuristic, intervention } = parameters;
  if (daysAway !== null && daysAway >= LONG_BREAK_DAYS) {
    return { code: "long_break", params: { days: daysAway } };
  }
  if (phase !== null || totalEventCount === 0) {
    const answersNeeded = coldStart.exploreToExploitEvents;
    return { code: "cold_start", params: { answers: totalEventCount, answersNeeded } };
  }
  // A night ends tiredness; what was seen before it says little about today.
  const isRecent = daysAway !== null && daysAway <= 1;
  if (isRecent && mood.fatigue > intervention.fatigueAlertThreshold) {
    return { code: "tired_lately", params: { fatigue: mood.fatigue } };
  }
  const above = (success ?? heuristic.targetSuccess) - heuristic.targetSuccess;
  if (above < -SUCCESS_MARGIN) return { code: "many_slips", params: latest };
  if (isRecent && mood.attention < intervention.attentionAlertThreshold) {
    return { code: "distracted_lately", params: { attention: mood.attention } };
  }
  const isQuick = above > SUCCESS_MARGIN && medianSlowness < 0;
  return { code: isQuick ? "quick_and_sure" : "steady", params: latest };
}
