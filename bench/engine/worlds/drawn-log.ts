import type { BindingMemoryState } from "@open-spaced-repetition/binding";
import {
  drawFirstGrade,
  drawGrade,
  LEARNING_SECONDS,
  RELEARNING_SECONDS,
  REVIEWING_SECONDS,
  shifted,
} from "./answering.ts";
import { seededRandom } from "../statistics/seeded-random.ts";
import { fsrsScheduler } from "../schedulers/fsrs-scheduler.ts";
import { drawFsrsStudent, type FsrsStudent, normal } from "./fsrs-student.ts";
import { JOSH_DAYS, type LoggedReview, type Review, reviewsOf } from "../predictors/revlog.ts";
import type { Scheduler } from "../schedulers/scheduler.ts";

const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2024, 0, 1, 20);
const NEW_A_DAY = 15;
const SHARE_OF_DAYS_OFF = 0.1;
/** Effects that FSRS-6 does not model, in logits of recall. */
export interface Offsets {
  /** The same for all learners. */
  readonly all: number;
  /** Standard deviations between learners, words and days. */
  readonly learner: number;
  readonly word: number;
  readonly day: number;
}

/** Learners who differ from FSRS-6 in every way; nothing was chosen on learners like these. */
const DIFFERENT: Offsets = { all: 0, learner: 0.5, word: 0.4, day: 0.3 };
/** Recall a few minutes after a failure, and its spread between learners. */
const SAME_DAY = { recall: 0.78, logits: 0.7 };
/** Spread of ln(time) between learners, and within one. */
const PACE = { learner: 0.4, answer: 0.5 };
const PAUSE_BEFORE_ANSWER_MS = 2000;
/** Drilled words come back after this pause if few others are left. */
const DRILL = { few: 5, pauseMs: 120_000, rounds: 20 };

/** A log and its true probabilities. */
export interface DrawnLog {
  readonly log: Review[];
  /** True probability of recall of each review; NaN for first reviews. */
  readonly chances: Float64Array;
}

interface Card {
  state: BindingMemoryState;
  lastDay: number;
  lapsed: boolean;
  readonly offset: number;
}

interface Simulation {
  readonly student: FsrsStudent;
  readonly scheduler: Scheduler;
  readonly random: () => number;
  readonly offsets: Offsets;
  /** This learner's offset. */
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
 * The log of a simulated learner not used for tuning: FSRS-6 weights drawn around the published
 * ones, with offsets of learner, word and day that FSRS-6 does not model. FSRS-6 with its default
 * weights schedules words at recall 0.9, and failed words are drilled on the same day until right.
 *
 * @param seed  the same seed gives the same log
 */
export function drawLog(seed: number, days: number, offsets: Offsets = DIFFERENT): DrawnLog {
  const random = seededRandom(seed + 2_000_003);
  const simulation: Simulation = {
    student: drawFsrsStudent(seed),
    scheduler: fsrsScheduler({ isFitted: false, retention: 0.9 }),
    random,
    offsets,
    offset: offsets.all + offsets.learner * normal(random),
    sameDayRecall: shifted(SAME_DAY.recall, SAME_DAY.logits * normal(random)),
    pace: Math.exp(PACE.learner * normal(random)),
    cards: [],
    dueDays: [],
    log: [],
    chances: [],
    mood: 0,
    atMs: START_MS,
  };
  for (let day = 0; day < days; day++) {
    if (random() < SHARE_OF_DAYS_OFF) continue;
    simulation.mood = offsets.day * normal(random);
    simulation.atMs = START_MS + day * DAY_MS;
    study(simulation, day);
  }
  return {
    log: reviewsOf(simulation.log, JOSH_DAYS),
    chances: Float64Array.from(simulation.chances),
  };
}

/** Reviews first, then new words, then failed words until they are right. */
function study(simulation: Simulation, day: number): void {
  const due = simulation.dueDays.flatMap((dueDay, word) => (dueDay <= day ? [word] : []));
  const wrong = due.filter((word) => !review(simulation, word, day));
  for (let n = 0; n < NEW_A_DAY; n++) {
    if (!meet(simulation, day)) wrong.push(simulation.cards.length - 1);
  }
  for (let left = DRILL.rounds * wrong.length; wrong.length > 0 && left > 0; left--) {
    if (wrong.length < DRILL.few) simulation.atMs += DRILL.pauseMs;
    const word = wrong.shift() as number;
    if (!review(simulation, word, day)) wrong.push(word);
  }
}

function meet(simulation: Simulation, day: number): boolean {
  const grade = drawFirstGrade(simulation.random);
  const offset = simulation.offsets.word * normal(simulation.random);
  const state = simulation.student.first(grade);
  simulation.chances.push(Number.NaN);
  simulation.cards.push({ state, lastDay: day, lapsed: grade === 1, offset });
  return recordReview(simulation, simulation.cards.length - 1, {
    day,
    grade,
    seconds: LEARNING_SECONDS,
  });
}

function review(simulation: Simulation, word: number, day: number): boolean {
  const card = simulation.cards[word] as Card;
  const days = day - card.lastDay;
  const chance = recallOf(simulation, card, days);
  const grade = drawGrade(chance, simulation.random);
  const seconds = card.lapsed ? RELEARNING_SECONDS : REVIEWING_SECONDS;
  simulation.chances.push(chance);
  card.state = simulation.student.next(card.state, days, grade);
  card.lastDay = day;
  card.lapsed = grade === 1;
  return recordReview(simulation, word, { day, grade, seconds });
}

/** Within a day the failure is only minutes old, so FSRS-6's prediction does not apply. */
function recallOf(simulation: Simulation, card: Card, days: number): number {
  if (days === 0) return shifted(simulation.sameDayRecall, card.offset / 2);
  return shifted(
    simulation.student.recall(card.state, days),
    simulation.mood + simulation.offset + card.offset,
  );
}

/** @returns whether it was right */
function recordReview(
  simulation: Simulation,
  word: number,
  answer: { day: number; grade: 1 | 2 | 3 | 4; seconds: readonly number[] },
): boolean {
  const { day, grade } = answer;
  const spread = Math.exp(PACE.answer * normal(simulation.random)) * simulation.pace;
  const seconds = (answer.seconds[grade - 1] as number) * spread;
  const durationMs = Math.round(seconds * 1000);
  const second = Math.floor((simulation.atMs - START_MS - day * DAY_MS) / 1000);
  const seen = { word, day, second, grade, seconds, recalled: grade > 1, difficulty: null };
  simulation.dueDays[word] = simulation.scheduler.answered(seen);
  simulation.log.push({
    cardId: String(word),
    grade,
    atMs: Math.round(simulation.atMs),
    durationMs,
  });
  simulation.atMs += durationMs + PAUSE_BEFORE_ANSWER_MS;
  return grade > 1;
}
