import type { BindingMemoryState } from "@open-spaced-repetition/binding";
import { shifted } from "./answering.ts";
import { dice } from "./dice.ts";
import { drawFsrsStudent, type FsrsStudent, normal } from "./fsrs-student.ts";

/** Chance to hit the right one of four. */
export const GUESS = 0.25;
/** Share of unknown words answered at once; the others are answered after long thought. */
const RAPID_SHARE = 0.2;
const RAPID_SECONDS = 0.5;
const THINKING_SECONDS = 7;
/** Of a certain answer; an uncertain one takes up to 1.6 times as long. */
const RECALL_SECONDS = 2.5;
const DOUBT_SLOWNESS = 0.6;
const SECONDS_SPREAD = 0.35;
/** Between the easiest and the hardest word of a book, logits. */
const DIFFICULTY_RANGE = 5;
/** Recall lost by a learner tired out, logits, and how much slower they are. */
const TIRED_LOGITS = 0.8;
const TIRED_SLOWNESS = 0.4;
const TIRING_MINUTES = 40;

/** A simulated learner: a memory of the FSRS-6 kind, who tires, hesitates and guesses. */
export interface Mind {
  readonly memory: FsrsStudent;
  /** Against a word of middling difficulty, logits; learners differ by 1. */
  readonly ability: number;
  readonly roll: () => number;
  readonly words: Map<string, HiddenWord>;
}

interface HiddenWord {
  readonly state: BindingMemoryState;
  /** Days since the start, fractional. */
  readonly lastDay: number;
}

export interface Question {
  readonly wordId: string;
  /** How hard the word really is, 0..1. */
  readonly difficulty: number;
  /** Days since the start, fractional. */
  readonly day: number;
  /** Into the session. */
  readonly minutes: number;
}

export interface Answered {
  readonly isCorrect: boolean;
  readonly seconds: number;
  /** Chance of a right answer just before, guesses included. */
  readonly truth: number;
}

export function createMind(seed: number): Mind {
  const roll = dice(seed + 3_000_003);
  return { memory: drawFsrsStudent(seed), ability: normal(roll), roll, words: new Map() };
}

/** Answers one question and learns from it; a right guess does not make the memory firmer. */
export function ask(mind: Mind, question: Question): Answered {
  const { wordId, difficulty, day, minutes } = question;
  const tired = 1 - Math.exp(-minutes / TIRING_MINUTES);
  const known = mind.words.get(wordId);
  const p =
    known === undefined
      ? sigmoid(mind.ability - DIFFICULTY_RANGE * (difficulty - 0.5))
      : shifted(recallOf(mind, known, day), -TIRED_LOGITS * tired);
  const isRecalled = mind.roll() < p;
  const isCorrect = isRecalled || mind.roll() < GUESS;
  const grade = isRecalled ? 3 : 1;
  const state =
    known === undefined
      ? mind.memory.first(grade)
      : mind.memory.next(known.state, day - known.lastDay, grade);
  mind.words.set(wordId, { state, lastDay: day });
  const seconds = secondsOf(mind.roll, isRecalled, p) * (1 + TIRED_SLOWNESS * tired);
  return { isCorrect, seconds, truth: p + (1 - p) * GUESS };
}

/** Expected number of words that a rested learner recalls, of those met. */
export function knownWords(mind: Mind, day: number): number {
  return [...mind.words.values()].reduce((sum, word) => sum + recallOf(mind, word, day), 0);
}

/** Words that keep recall above 0.9 for so many days. */
export function firmWords({ words }: Mind, days: number): number {
  return [...words.values()].filter(({ state }) => state.stability >= days).length;
}

function recallOf({ memory }: Mind, { state, lastDay }: HiddenWord, day: number): number {
  return memory.recall(state, day - lastDay);
}

/** The surer, the quicker; who does not know thinks long, or taps at once. */
function secondsOf(roll: () => number, isRecalled: boolean, p: number): number {
  if (!isRecalled && roll() < RAPID_SHARE) return RAPID_SECONDS;
  const sure = RECALL_SECONDS * (1 + DOUBT_SLOWNESS * (1 - p));
  return (isRecalled ? sure : THINKING_SECONDS) * Math.exp(SECONDS_SPREAD * normal(roll));
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
