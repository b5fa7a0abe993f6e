import type { LearnerState, UserState } from "./learner-types.ts";

/** What the service shows of a learner; parts that did not change are shared with the state. */
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
