import {
  createWordRating,
  processAnswer,
  type Context,
  type Parameters,
  type ProcessOutcome,
  type WordFacts,
  type WordMemory,
} from "@wordloom/engine";
import { utcOffsetMinutes } from "../../platform/local-day.ts";
import type { LearnerParameters } from "../engine-trials/learner-parameters.service.ts";
import { dayRulesIn } from "../preferences/preferences.service.ts";
import type { WordStateRow } from "../word-states/word-states.service.ts";
import { wordKey, type AnswerToLearn, type Lecture } from "./lecture.service.ts";
import { familiarParts, wantsParts, wantsRivals } from "./word-relatives.service.ts";

/** An answer with what is known of it when the engine is asked. */
export interface AnswerAtHand {
  readonly answer: AnswerToLearn;
  /** The word's state before. */
  readonly before: WordStateRow;
  readonly memory: WordMemory;
  /** The batch it belongs to. */
  readonly batchId: string | undefined;
}

/**
 * Asks the engine about one answer. When it fails under a canary's parameters, the canary is told
 * and those in force answer.
 *
 * @throws Error  the word does not exist, or the engine failed
 */
export function decide(
  lecture: Lecture,
  at: AnswerAtHand,
): { outcome: ProcessOutcome; served: LearnerParameters } {
  const { userId, input } = at.answer;
  const word = lecture.words.get(input.wordId);
  if (word === undefined) throw new Error(`word ${input.wordId} does not exist`);
  const served = lecture.served(userId);
  try {
    return { outcome: decideUnder(served.parameters, lecture, at, word), served };
  } catch (error) {
    lecture.meter.fail("mdm");
    const { stable, seat } = served;
    if (stable === undefined) throw error;
    if (seat !== null) lecture.armNotes.push({ ...seat, reward: -1, isAnomaly: true });
    return { outcome: decideUnder(stable.parameters, lecture, at, word), served: stable };
  }
}

function decideUnder(
  parameters: Parameters,
  lecture: Lecture,
  at: AnswerAtHand,
  word: WordFacts,
): ProcessOutcome {
  const { userId, input } = at.answer;
  const rules = dayRulesIn(lecture.dayRules, userId);
  return processAnswer(
    lecture.states.get(userId),
    at.memory,
    {
      ...input,
      utcOffsetMinutes: utcOffsetMinutes(input.atMs, rules.timeZone),
      dayStartHour: rules.dayStartHour,
    },
    parameters,
    contextOf(parameters, lecture, at, word),
  );
}

function contextOf(
  parameters: Parameters,
  lecture: Lecture,
  { answer, before, batchId }: AnswerAtHand,
  word: WordFacts,
): Context {
  const { userId } = answer;
  const sspPolicy = lecture.policyOf(userId);
  const plan = lecture.reviewLoad.planAt(userId, answer.input.atMs);
  const isFirst = before.memory_json === null;
  return {
    word: isFirst && wantsParts(parameters) ? withFamiliarParts(lecture, userId, word) : word,
    wordRating: lecture.ratings.get(word.id) ?? createWordRating(word, parameters),
    seed: lecture.states.get(userId).seed,
    rates: answer.rates,
    meter: lecture.meter,
    ...(batchId !== undefined && { batchId }),
    ...(sspPolicy !== undefined && { sspPolicy }),
    ...(plan !== undefined && { plan }),
    ...(wantsRivals(parameters) && { recentConfusables: rivalsOf(lecture, userId, word.id) }),
  };
}

function withFamiliarParts(lecture: Lecture, userId: string, word: WordFacts): WordFacts {
  const parts = lecture.relatives.parts.get(word.id);
  if (parts === undefined) return word;
  const isMet = (wordId: string) => lastAnswerMs(lecture, userId, wordId) !== null;
  return { ...word, morphemes: familiarParts(parts, isMet) };
}

/** Look-alikes the learner has answered, and when last. */
function rivalsOf(lecture: Lecture, userId: string, wordId: string) {
  return lecture.relatives.similar(wordId).flatMap(({ id, similarity }) => {
    const lastAtMs = lastAnswerMs(lecture, userId, id);
    return lastAtMs === null ? [] : { wordId: id, lastAtMs, similarity };
  });
}

function lastAnswerMs(lecture: Lecture, userId: string, wordId: string): number | null {
  const key = wordKey(userId, wordId);
  const row = lecture.wordStates.get(key) ?? lecture.relatives.rows.get(key);
  return row?.last_answer_at_ms ?? null;
}
