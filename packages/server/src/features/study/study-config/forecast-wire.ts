import type { EngineParameters, Forecast, LearnerGoal, LearnerState } from "@wordloom/engine";
import type { StoredMemory } from "./goal-forecast.repo.ts";

/** A forecast to be made by the thread. */
export interface ForecastTask {
  readonly nowMs: number;
  readonly learner: LearnerState;
  readonly parameters: EngineParameters;
  /** As stored: reading them takes longer than anything else, so the thread does it. */
  readonly memories: readonly StoredMemory[];
  readonly goals: readonly LearnerGoal[];
  readonly newPerDay: number;
  readonly days: number;
}

/** What one goal would mean for the memories of the task. */
export interface GoalOutcome {
  /** null: it differs from word to word. */
  readonly targetRecall: number | null;
  readonly forecast: Forecast;
}

/** One outcome per goal, in their order. */
export type ForecastReply = readonly GoalOutcome[];
