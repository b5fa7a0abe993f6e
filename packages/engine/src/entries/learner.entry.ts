// State of a learner: habits of the day, interventions, and the part shown to the learner.

export {
  choosePreferredHours,
  closeSession,
  hourBoost,
  type SessionSummary,
} from "../learner-state/habit.ts";
export {
  applyVisualFatigue,
  type Intervention,
  interventions,
} from "../learner-state/intervention.ts";
export type {
  ColdStartPhase,
  HabitProfile,
  HourStats,
  UserState,
} from "../learner-state/learner-types.ts";
export { userStateOf } from "../learner-state/user-state.ts";
export { ATTENTION_AT_REST, recovered } from "../learner-state/mood.ts";
