import { type AnswerInput, modeOf } from "./answer.ts";
import type { Context } from "./context.ts";
import { calibrationError } from "./learner-state/calibration.ts";
import { stepLearner } from "./learner-state/learner-step.ts";
import type { LearnerState } from "./learner-state/learner-types.ts";
import { engagementOf } from "./learner-state/mood.ts";
import { userStateOf } from "./learner-state/user-state.ts";
import type { WordMemory } from "./memory/word-memory.ts";
import { quitViolations } from "./monitoring/invariant-check.ts";
import { monitoringEvent } from "./monitoring/monitoring-event.ts";
import type { EngineParameters } from "./parameters/parameters.ts";
import { createWordRating } from "./rating/elo-rating.ts";
import type { ProcessOutcome, ProcessResult } from "./result-types.ts";
import { constrain } from "./strategy/constraint.ts";
import { noReward } from "./strategy/reward.ts";
import { explain } from "./strategy/strategy-explanation.ts";

/** Processes a quit without a word: only the learner's state changes. */
export function processQuit(
  before: LearnerState,
  memory: WordMemory,
  answer: AnswerInput,
  parameters: EngineParameters,
  context: Context,
): ProcessOutcome {
  const lastAtMs = before.lastAtMs ?? answer.atMs;
  const atMs = Math.max(answer.atMs, lastAtMs);
  const { learner, raw } = stepLearner(
    before,
    {
      answer,
      atMs,
      gapSecs: (atMs - lastAtMs) / 1000,
      // A quit contains no answer, even if the client sends answer fields.
      isCorrect: false,
      isQuit: true,
      mode: modeOf(answer),
      timing: null,
      pauseDays: null,
      guess: 0,
      slowness: 0,
      engagement: engagementOf(answer, 0, parameters.modeling),
      ece: calibrationError(before.calibration),
      expected: 0,
      prediction: null,
    },
    parameters,
  );
  const shown = constrain(learner.strategy.inForce, learner.mood, parameters);
  const result: ProcessResult = {
    sessionId: answer.sessionId ?? "",
    strategy: shown.strategy,
    explanation: explain(learner, shown, null, parameters),
    state: userStateOf(learner),
    wordMastery: null,
    reward: noReward(),
    coldStartPhase: learner.phase,
  };
  const facts = {
    eventType: "quit" as const,
    isCorrect: false,
    grade: null,
    predicted: null,
    objective: 0,
    constraints: shown.applied,
    anomalies: [],
    violations: quitViolations(raw, atMs - answer.atMs),
  };
  return {
    learner,
    memory,
    wordRating: context.wordRating ?? createWordRating(context.word, parameters),
    result,
    monitoring: monitoringEvent(learner, result, facts, parameters),
    fitDue: false,
  };
}
