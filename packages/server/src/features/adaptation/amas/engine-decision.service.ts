import {
  createWordRating,
  processAnswer,
  type Context,
  type EngineParameters,
  type ProcessOutcome,
  type WordFacts,
  type WordMemory,
} from "@wordloom/engine";
import type { ArmObservation } from "../engine-trials/arm-stats.service.ts";
import {
  withStableFallback,
  type LearnerParameters,
} from "../engine-trials/learner-parameters.service.ts";
import { dayRulesIn } from "../../accounts/preferences/preferences.service.ts";
import { zoned } from "../../progress/answers/answers.service.ts";
import type { WordStateRow } from "../../progress/word-states/word-states.service.ts";
import { stateKey, type AnswerToLearn, type LearningRun } from "./learning-run.service.ts";
import { familiarParts, usesWordParts, usesInterference } from "./related-words.service.ts";

/** An answer with what the engine needs to know about it. */
export interface PreparedAnswer {
  readonly answer: AnswerToLearn;
  /** The word's state before the answer. */
  readonly before: WordStateRow;
  readonly memory: WordMemory;
  /** The batch the answer belongs to. */
  readonly batchId: string | undefined;
}

/**
 * Runs the engine for one answer. If it fails with a canary's parameters, the failure counts
 * against the canary and the active parameters are used instead.
 *
 * @throws Error  the word does not exist, or the engine failed
 */
export function decide(
  run: LearningRun,
  prepared: PreparedAnswer,
): { outcome: ProcessOutcome; served: LearnerParameters } {
  const { userId, input } = prepared.answer;
  const word = run.words.get(input.wordId);
  if (word === undefined) throw new Error(`word ${input.wordId} does not exist`);
  const count = (failure: ArmObservation) => void run.armObservations.push(failure);
  return withStableFallback(run.served(userId), count, (served) => {
    try {
      return { outcome: decideUnder(served.parameters, run, prepared, word), served };
    } catch (error) {
      run.meter.fail("mdm");
      throw error;
    }
  });
}

function decideUnder(
  parameters: EngineParameters,
  run: LearningRun,
  prepared: PreparedAnswer,
  word: WordFacts,
): ProcessOutcome {
  const { userId, input } = prepared.answer;
  const rules = dayRulesIn(run.dayRules, userId);
  return processAnswer(
    run.states.get(userId),
    prepared.memory,
    zoned(input, rules),
    parameters,
    contextOf(parameters, run, prepared, word),
  );
}

function contextOf(
  parameters: EngineParameters,
  run: LearningRun,
  { answer, before, batchId }: PreparedAnswer,
  word: WordFacts,
): Context {
  const { userId } = answer;
  const plan = run.reviewLoad.planAt(userId, answer.input.atMs);
  const isFirst = before.memory_json === null;
  return {
    word: isFirst && usesWordParts(parameters) ? withFamiliarParts(run, userId, word) : word,
    wordRating: run.ratings.get(word.id) ?? createWordRating(word, parameters),
    rates: answer.rates,
    meter: run.meter,
    ...(batchId !== undefined && { batchId }),
    ...run.targetsOf(userId),
    ...(plan !== undefined && { plan }),
    ...(usesInterference(parameters) && { recentConfusables: confusablesOf(run, userId, word.id) }),
  };
}

function withFamiliarParts(run: LearningRun, userId: string, word: WordFacts): WordFacts {
  const parts = run.related.parts.get(word.id);
  if (parts === undefined) return word;
  const isMet = (wordId: string) => lastAnswerMs(run, userId, wordId) !== null;
  return { ...word, morphemes: familiarParts(parts, isMet) };
}

/** Confusable words the learner has answered, with the time of the last answer. */
function confusablesOf(run: LearningRun, userId: string, wordId: string) {
  return run.related.similar(wordId).flatMap(({ id, similarity }) => {
    const lastAtMs = lastAnswerMs(run, userId, id);
    return lastAtMs === null ? [] : { wordId: id, lastAtMs, similarity };
  });
}

function lastAnswerMs(run: LearningRun, userId: string, wordId: string): number | null {
  const key = stateKey(userId, wordId);
  const row = run.wordStates.get(key) ?? run.related.rows.get(key);
  return row?.last_answer_at_ms ?? null;
}
