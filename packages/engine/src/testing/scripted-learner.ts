import type { AnswerInput, WordFacts } from "../answer.ts";
import type { Context } from "../context.ts";
import { createLearner } from "../learner-state/create-learner.ts";
import type { LearnerState } from "../learner-state/learner-types.ts";
import { createMemory, type WordMemory } from "../memory/word-memory.ts";
import { hash32 } from "../numeric/random.ts";
import { defaultParameters, type EngineParameters } from "../parameters/parameters.ts";
import { processAnswer } from "../process-answer.ts";
import type { RatingState } from "../rating/rating-state.ts";
import type { ProcessOutcome } from "../result-types.ts";

export const START_MS = 1_760_000_000_000;

/** A learner with words, advanced answer by answer. Tests only. */
export interface Script {
  learner: LearnerState;
  memories: Record<string, WordMemory>;
  ratings: Record<string, RatingState>;
  parameters: EngineParameters;
  atMs: number;
}

export function startScript(parameters: EngineParameters = defaultParameters(), seed = 7): Script {
  return {
    learner: createLearner(seed, START_MS),
    memories: {},
    ratings: {},
    parameters,
    atMs: START_MS,
  };
}

/** The learner after a history in which every pause was recalled many times: nothing is cut. */
export function withLongHistory(learner: LearnerState): LearnerState {
  const { recalled, missed } = learner.pauses;
  return { ...learner, pauses: { recalled: recalled.map(() => 1000), missed } };
}

export function wordFacts(id: string): WordFacts {
  return { id, text: `word-${id}`, difficulty: 0.5 };
}

/** Processes one answer, given the minutes since the previous one. */
export function answerIn(
  script: Script,
  wordId: string,
  minutes: number,
  given: Partial<AnswerInput> = {},
  around: Partial<Context> = {},
): ProcessOutcome {
  script.atMs += Math.round(minutes * 60_000);
  const answer: AnswerInput = {
    wordId,
    atMs: script.atMs,
    isCorrect: true,
    responseTimeMs: 4000,
    utcOffsetMinutes: 0,
    dayStartHour: 4,
    ...given,
  };
  const context: Context = {
    word: wordFacts(wordId),
    wordRating: script.ratings[wordId] ?? null,
    ...around,
  };
  const memory = script.memories[wordId] ?? createMemory(wordId);
  const outcome = processAnswer(script.learner, memory, answer, script.parameters, context);
  script.learner = outcome.learner;
  script.memories[wordId] = outcome.memory;
  script.ratings[wordId] = outcome.wordRating;
  return outcome;
}

/** A long, varied and reproducible history: sessions of forty answers with a night in between. */
export function playHistory(script: Script, answers: number, words = 30): ProcessOutcome[] {
  const outcomes: ProcessOutcome[] = [];
  for (let i = 0; i < answers; i++) {
    const draw = (tag: string) => hash32(11, i, 0, tag);
    const minutes = i % 40 === 39 ? 60 * (10 + 20 * draw("night")) : 0.05 + 0.4 * draw("pause");
    const wordId = `w${Math.floor(words * draw("word"))}`;
    const given: Partial<AnswerInput> = {
      isCorrect: draw("correct") < 0.8,
      responseTimeMs: Math.round(1200 + 6000 * draw("time")),
      sessionId: `s${Math.floor(i / 40)}`,
    };
    if (draw("telemetry") < 0.3) given.pauseCount = Math.floor(3 * draw("pauses"));
    if (draw("hint") < 0.1) given.hintUsed = true;
    outcomes.push(answerIn(script, wordId, minutes, given));
  }
  return outcomes;
}
