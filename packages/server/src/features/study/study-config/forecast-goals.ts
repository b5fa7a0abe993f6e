import {
  type AnswerCosts,
  type EngineParameters,
  forecastSchedule,
  type ForecastWord,
  type LearnerGoal,
  type LearnerSchedule,
  type LearnerState,
  planGoal,
  previewGoalIntervals,
  secondsPerReview,
} from "@wordloom/engine";
import { memoryFromJson } from "@wordloom/engine/stored";
import { DAY_MS } from "../../../platform/time/durations.ts";
import type { ForecastReply, ForecastTask, GoalOutcome } from "./forecast-wire.ts";
import type { StoredMemory } from "./goal-forecast.repo.ts";

/**
 * Forecasts each goal on the same memories. Takes some tenths of a second, so it runs in a thread.
 */
export function forecastGoals(task: ForecastTask): ForecastReply {
  const { learner, parameters, newPerDay, newWords, days } = task;
  const words = task.memories.flatMap((stored) => wordOf(stored, task.nowMs));
  const request = {
    weights: weightsOf(learner, parameters),
    costs: costsOf(learner, parameters),
    words,
    newPerDay,
    newWords,
    days,
    seed: learner.seed,
  };
  return task.goals.map((goal): GoalOutcome => {
    const schedule = scheduleOf(goal, learner, parameters);
    const forecast = forecastSchedule(request, schedule, parameters);
    return { targetRecall: schedule.kind === "recall" ? schedule.recall : null, forecast };
  });
}

function wordOf({ memory_json, next_review_at_ms }: StoredMemory, nowMs: number): ForecastWord[] {
  const trace = memory_json === null ? null : memoryFromJson(memory_json).trace;
  if (trace === null) return [];
  const { stability, difficulty, lastAtMs } = trace;
  const dayOf = (atMs: number) => (atMs - nowMs) / DAY_MS;
  const dueDay = dayOf(next_review_at_ms ?? nowMs);
  return [{ stability, difficulty, lastDay: Math.min(0, dayOf(lastAtMs)), dueDay }];
}

function weightsOf({ fit }: LearnerState, { featureFlags, memoryModel }: EngineParameters) {
  return (featureFlags.personalWeightsEnabled ? fit.weights : null) ?? memoryModel.w;
}

/** The time a day of reviews takes, including pauses between questions. */
function costsOf(learner: LearnerState, parameters: EngineParameters): AnswerCosts {
  const { failureTimeFactor } = parameters.wordSelector;
  const recallSecs = secondsPerReview(learner, parameters);
  const { costs } = learner.fit;
  const ratio = costs === undefined ? failureTimeFactor : costs.forgetSecs / costs.recallSecs;
  return { recallSecs, forgetSecs: ratio * recallSecs };
}

function scheduleOf(
  goal: LearnerGoal,
  learner: LearnerState,
  parameters: EngineParameters,
): LearnerSchedule {
  const plan = planGoal(goal, learner, parameters);
  if (plan === null) return { kind: "recall", recall: parameters.memoryModel.baseDesiredRetention };
  if (plan.kind === "recall") return plan;
  return { kind: "policy", policy: previewGoalIntervals(plan.intervals, parameters) };
}
