import type { LearnerState, UserState } from "./learner-types.ts";

/** The part of a learner's state the service returns; unchanged parts are shared, not copied. */
export function userStateOf(learner: LearnerState): UserState {
  const { mood } = learner;
  return {
    attention: mood.attention,
    fatigue: mood.fatigue,
    motivation: mood.motivation,
    confidence: mood.confidence,
    lastActiveAt: learner.lastAtMs ?? learner.createdAtMs,
    sessionEventCount: learner.sessionEventCount,
    totalEventCount: learner.totalEventCount,
    createdAt: learner.createdAtMs,
    cognitiveProfile: learner.cognitive,
    trendState: learner.trends,
    habitProfile: learner.habits.profile,
    lastSessionId: learner.lastSessionId,
  };
}
