import type { EngineParameters, Forecast, LearnerGoal, LearnerState } from "@wordloom/engine";
import type { StoredMemory } from "./goal-forecast.repo.ts";

/** A forecast task for the thread. */
export interface ForecastTask {
  readonly nowMs: number;
  readonly learner: LearnerState;
  readonly parameters: EngineParameters;
  /** As stored, because parsing them takes longest, so the thread does it. */
  readonly memories: readonly StoredMemory[];
  readonly goals: readonly LearnerGoal[];
  readonly newPerDay: number;
  /** Number of new words that are left in all. */
  readonly newWords: number;
  readonly days: number;
}

/** The effect of one goal on the memories of the task. */
export interface GoalOutcome {
  /** null: the recall differs between words. */
  readonly targetRecall: number | null;
  readonly forecast: Forecast;
}

/** One outcome per goal, in the same order. */
export type ForecastReply = readonly GoalOutcome[];
