import type { BindingMemoryState } from "@open-spaced-repetition/binding";
import { shifted } from "./answering.ts";
import { seededRandom } from "../statistics/seeded-random.ts";
import { drawFsrsStudent, type FsrsStudent, normal } from "./fsrs-student.ts";

/** Probability of guessing the right one of four options. */
export const GUESS = 0.25;
/** Share of unknown words answered at once; the others take long. */
const RAPID_SHARE = 0.2;
const RAPID_SECONDS = 0.5;
const THINKING_SECONDS = 7;
/** Time of a certain answer; an uncertain one takes up to 1.6 times as long. */
const RECALL_SECONDS = 2.5;
const DOUBT_SLOWNESS = 0.6;
const SECONDS_SPREAD = 0.35;
/** Distance between the easiest and the hardest word of a book, logits. */
const DIFFICULTY_RANGE = 5;
/** Recall that a tired learner loses, in logits, and the slowdown. */
const TIRED_LOGITS = 0.8;
const TIRED_SLOWNESS = 0.4;
const TIRING_MINUTES = 40;

/** A simulated learner with an FSRS-6 memory, fatigue, hesitation and guessing. */
export interface LearnerModel {
  readonly memory: FsrsStudent;
  /** Ability for a word of medium difficulty, logits; standard deviation 1 between learners. */
  readonly ability: number;
  readonly random: () => number;
  readonly words: Map<string, HiddenWord>;
}

interface HiddenWord {
  readonly state: BindingMemoryState;
  /** Days since the start, fractional. */
  readonly lastDay: number;
}

export interface Question {
  readonly wordId: string;
  /** True difficulty of the word, 0..1. */
  readonly difficulty: number;
  /** Days since the start, fractional. */
  readonly day: number;
  /** Minutes into the session. */
  readonly minutes: number;
}

export interface Answered {
  readonly isCorrect: boolean;
  readonly seconds: number;
  /** True probability of a right answer beforehand, guesses included. */
  readonly truth: number;
}

export function createLearnerModel(seed: number): LearnerModel {
  const random = seededRandom(seed + 3_000_003);
  return { memory: drawFsrsStudent(seed), ability: normal(random), random, words: new Map() };
}

/** Answers one question and learns from it; a right guess does not strengthen the memory. */
export function ask(model: LearnerModel, question: Question): Answered {
  const { wordId, difficulty, day, minutes } = question;
  const tired = 1 - Math.exp(-minutes / TIRING_MINUTES);
  const known = model.words.get(wordId);
  const p =
    known === undefined
      ? sigmoid(model.ability - DIFFICULTY_RANGE * (difficulty - 0.5))
      : shifted(recallOf(model, known, day), -TIRED_LOGITS * tired);
  const isRecalled = model.random() < p;
  const isCorrect = isRecalled || model.random() < GUESS;
  const grade = isRecalled ? 3 : 1;
  const state =
    known === undefined
      ? model.memory.first(grade)
      : model.memory.next(known.state, day - known.lastDay, grade);
  model.words.set(wordId, { state, lastDay: day });
  const seconds = secondsOf(model.random, isRecalled, p) * (1 + TIRED_SLOWNESS * tired);
  return { isCorrect, seconds, truth: p + (1 - p) * GUESS };
}

/** Expected number of words that a rested learner recalls, of those met. */
export function knownWords(model: LearnerModel, day: number): number {
  return [...model.words.values()].reduce((sum, word) => sum + recallOf(model, word, day), 0);
}

/** Words whose recall stays above 0.9 for this many days. */
export function firmWords({ words }: LearnerModel, days: number): number {
  return [...words.values()].filter(({ state }) => state.stability >= days).length;
}

function recallOf({ memory }: LearnerModel, { state, lastDay }: HiddenWord, day: number): number {
  return memory.recall(state, day - lastDay);
}

/** Certain answers are faster; unknown words take long, or are answered at once. */
function secondsOf(random: () => number, isRecalled: boolean, p: number): number {
  if (!isRecalled && random() < RAPID_SHARE) return RAPID_SECONDS;
  const sure = RECALL_SECONDS * (1 + DOUBT_SLOWNESS * (1 - p));
  return (isRecalled ? sure : THINKING_SECONDS) * Math.exp(SECONDS_SPREAD * normal(random));
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
