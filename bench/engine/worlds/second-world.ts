import { setImmediate as nextTurn } from "node:timers/promises";
import type { BindingMemoryState } from "@open-spaced-repetition/binding";
import type { Grade } from "@wordloom/engine";
import {
  drawFirstGrade,
  drawGrade,
  LEARNING_SECONDS,
  RELEARNING_SECONDS,
  REVIEWING_SECONDS,
  shifted,
} from "./answering.ts";
import { seededRandom } from "../statistics/seeded-random.ts";
import { drawFsrsStudent, type FsrsStudent, normal } from "./fsrs-student.ts";
import { dueWords, type Scheduler } from "../schedulers/scheduler.ts";

export const SECOND_DAYS = 365;
export const GROWTH_DAYS = 30;
export const SECOND_DAY_SECONDS = 1800;
/** Good and bad days, in logits of recall. */
const DAY_NOISE = 0.3;

export interface YearResult {
  readonly minutes: number;
  /** Expected number of words recalled on the day after the last. */
  readonly known: number;
  readonly started: number;
  /** The same after every 30 days. */
  readonly growth: readonly number[];
}

interface Word {
  state: BindingMemoryState;
  lastDay: number;
  lastGrade: Grade;
}

interface Year {
  readonly student: FsrsStudent;
  readonly words: Word[];
  readonly dueDays: number[];
  readonly random: () => number;
  /** Logit shift of today. */
  mood: number;
  second: number;
  seconds: number;
}

/**
 * A year of at most half an hour a day: reviews first, then new words.
 *
 * @param newPerDay  maximum number of new words per day; Infinity fills the half hour
 */
export async function simulateYear(
  scheduler: Scheduler,
  seed: number,
  newPerDay: number,
  days = SECOND_DAYS,
): Promise<YearResult> {
  const random = seededRandom(seed + 1_000_003);
  const student = drawFsrsStudent(seed);
  const year: Year = { student, words: [], dueDays: [], random, mood: 0, second: 0, seconds: 0 };
  const growth: number[] = [];
  for (let day = 0; day < days; day++) {
    year.mood = DAY_NOISE * normal(random);
    year.second = 0;
    spendDay(year, scheduler, day, newPerDay);
    year.seconds += year.second;
    await scheduler.closeDay(day, year.dueDays);
    if ((day + 1) % GROWTH_DAYS !== 0) continue;
    growth.push(knownOn(year, day + 1));
    // Native memory of the student is freed only between turns of the event loop.
    await nextTurn();
  }
  const known = knownOn(year, days);
  return { minutes: year.seconds / 60, known, started: year.words.length, growth };
}

function knownOn({ student, words }: Year, day: number): number {
  return words.reduce((sum, word) => sum + student.recall(word.state, day - word.lastDay), 0);
}

function spendDay(year: Year, scheduler: Scheduler, day: number, newPerDay: number): void {
  for (const word of dueWords(year.dueDays, scheduler, day)) {
    if (year.second + REVIEWING_SECONDS[0] > SECOND_DAY_SECONDS) return;
    review(year, scheduler, word, day);
  }
  for (let n = 0; n < newPerDay && year.second + LEARNING_SECONDS[0] <= SECOND_DAY_SECONDS; n++) {
    const grade = drawFirstGrade(year.random);
    const word = year.words.length;
    year.words.push({ state: year.student.first(grade), lastDay: day, lastGrade: grade });
    tell(year, scheduler, { word, day, grade, seconds: LEARNING_SECONDS[grade - 1] as number });
  }
}

function review(year: Year, scheduler: Scheduler, word: number, day: number): void {
  const { student, random } = year;
  const before = year.words[word] as Word;
  const days = day - before.lastDay;
  const p = shifted(student.recall(before.state, days), year.mood);
  const grade = drawGrade(p, random);
  const costs = before.lastGrade === 1 ? RELEARNING_SECONDS : REVIEWING_SECONDS;
  const state = student.next(before.state, days, grade);
  year.words[word] = { state, lastDay: day, lastGrade: grade };
  tell(year, scheduler, { word, day, grade, seconds: costs[grade - 1] as number });
}

function tell(
  year: Year,
  scheduler: Scheduler,
  answer: { word: number; day: number; grade: Grade; seconds: number },
): void {
  const second = Math.floor(year.second);
  const recalled = answer.grade > 1;
  year.dueDays[answer.word] = scheduler.answered({ ...answer, difficulty: null, second, recalled });
  year.second += answer.seconds;
}
