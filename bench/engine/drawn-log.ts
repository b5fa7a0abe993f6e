import type { BindingMemoryState } from "@open-spaced-repetition/binding";
import {
  drawFirstGrade,
  drawGrade,
  LEARNING_SECONDS,
  RELEARNING_SECONDS,
  REVIEWING_SECONDS,
  shifted,
} from "./answering.ts";
import { dice } from "./dice.ts";
import { fsrsScheduler } from "./fsrs-scheduler.ts";
import { drawFsrsStudent, type FsrsStudent, normal } from "./fsrs-student.ts";
import { JOSH_DAYS, type LoggedReview, type Review, reviewsOf } from "./revlog.ts";
import type { Scheduler } from "./scheduler.ts";

const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2024, 0, 1, 20);
const NEW_A_DAY = 15;
const SHARE_OF_DAYS_OFF = 0.1;
/** What FSRS-6 does not know of, in logits of recall: the learner, the word, the day. */
const OFFSETS = { learner: 0.5, word: 0.4, day: 0.3 };
/** Recall minutes after a failure, a learner's own. */
const SAME_DAY = { recall: 0.78, logits: 0.7 };
/** Spread of ln(time) between learners, and within one. */
const PACE = { learner: 0.4, answer: 0.5 };
const PAUSE_BEFORE_ANSWER_MS = 2000;
/** Drilled words come back after this when few others are left. */
const DRILL = { few: 5, pauseMs: 120_000, rounds: 20 };

/** A log and what lies behind it. */
export interface DrawnLog {
  readonly log: Review[];
  /** Chance of recall by which each review was drawn; NaN for first meetings. */
  readonly chances: Float64Array;
}

interface Card {
  state: BindingMemoryState;
  lastDay: number;
  lapsed: boolean;
  readonly offset: number;
}

interface Life {
  readonly student: FsrsStudent;
  readonly scheduler: Scheduler;
  readonly roll: () => number;
  readonly offset: number;
  readonly sameDayRecall: number;
  readonly pace: number;
  readonly cards: Card[];
  readonly dueDays: number[];
  readonly log: LoggedReview[];
  readonly chances: number[];
  /** Logit shift of today. */
  mood: number;
  atMs: number;
}

/**
 * A log of somebody nothing was tuned on: FSRS-6 weights drawn around the published ones, with
 * offsets of learner, word and day that FSRS-6 has no place for, answered when FSRS-6 with its
 * default weights aims at recall 0.9, and drilled on the same day until right.
 *
 * @param seed  the same seed gives the same log
 */
export function drawLog(seed: number, days: number): DrawnLog {
  const roll = dice(seed + 2_000_003);
  const life: Life = {
    student: drawFsrsStudent(seed),
    scheduler: fsrsScheduler({ isFitted: false, retention: 0.9 }),
    roll,
    offset: OFFSETS.learner * normal(roll),
    sameDayRecall: shifted(SAME_DAY.recall, SAME_DAY.logits * normal(roll)),
    pace: Math.exp(PACE.learner * normal(roll)),
    cards: [],
    dueDays: [],
    log: [],
    chances: [],
    mood: 0,
    atMs: START_MS,
  };
  for (let day = 0; day < days; day++) {
    if (roll() < SHARE_OF_DAYS_OFF) continue;
    life.mood = OFFSETS.day * normal(roll);
    life.atMs = START_MS + day * DAY_MS;
    study(life, day);
  }
  return { log: reviewsOf(life.log, JOSH_DAYS), chances: Float64Array.from(life.chances) };
}

/** Reviews first, then new words, then those that went wrong until they go right. */
function study(life: Life, day: number): void {
  const due = life.dueDays.flatMap((dueDay, word) => (dueDay <= day ? [word] : []));
  const wrong = due.filter((word) => !review(life, word, day));
  for (let n = 0; n < NEW_A_DAY; n++) {
    if (!meet(life, day)) wrong.push(life.cards.length - 1);
  }
  for (let left = DRILL.rounds * wrong.length; wrong.length > 0 && left > 0; left--) {
    if (wrong.length < DRILL.few) life.atMs += DRILL.pauseMs;
    const word = wrong.shift() as number;
    if (!review(life, word, day)) wrong.push(word);
  }
}

function meet(life: Life, day: number): boolean {
  const grade = drawFirstGrade(life.roll);
  const offset = OFFSETS.word * normal(life.roll);
  const state = life.student.first(grade);
  life.chances.push(Number.NaN);
  life.cards.push({ state, lastDay: day, lapsed: grade === 1, offset });
  return tell(life, life.cards.length - 1, { day, grade, seconds: LEARNING_SECONDS });
}

function review(life: Life, word: number, day: number): boolean {
  const card = life.cards[word] as Card;
  const days = day - card.lastDay;
  const chance = recallOf(life, card, days);
  const grade = drawGrade(chance, life.roll);
  const seconds = card.lapsed ? RELEARNING_SECONDS : REVIEWING_SECONDS;
  life.chances.push(chance);
  card.state = life.student.next(card.state, days, grade);
  card.lastDay = day;
  card.lapsed = grade === 1;
  return tell(life, word, { day, grade, seconds });
}

/** Within a day the failure is minutes old and says little of what FSRS-6 would expect. */
function recallOf(life: Life, card: Card, days: number): number {
  if (days === 0) return shifted(life.sameDayRecall, card.offset / 2);
  return shifted(life.student.recall(card.state, days), life.mood + life.offset + card.offset);
}

/** @returns whether it was right */
function tell(
  life: Life,
  word: number,
  answer: { day: number; grade: 1 | 2 | 3 | 4; seconds: readonly number[] },
): boolean {
  const { day, grade } = answer;
  const spread = Math.exp(PACE.answer * normal(life.roll)) * life.pace;
  const seconds = (answer.seconds[grade - 1] as number) * spread;
  const durationMs = Math.round(seconds * 1000);
  const second = Math.floor((life.atMs - START_MS - day * DAY_MS) / 1000);
  const seen = { word, day, second, grade, seconds, recalled: grade > 1, difficulty: null };
  life.dueDays[word] = life.scheduler.answered(seen);
  life.log.push({ cardId: String(word), grade, atMs: Math.round(life.atMs), durationMs });
  life.atMs += durationMs + PAUSE_BEFORE_ANSWER_MS;
  return grade > 1;
}
