import { setImmediate as nextTurn } from "node:timers/promises";
import {
  type DhpStudent,
  dhpRecall,
  drawStudent,
  firstMemory,
  type HiddenMemory,
  nextMemory,
} from "./dhp-student.ts";
import { seededRandom } from "../statistics/seeded-random.ts";
import { dueWords, type Scheduler } from "../schedulers/scheduler.ts";

export const STUDENT_DAYS = 1000;
export const DAY_SECONDS = 600;
const RECALL_SECONDS = 3;
const FAILURE_SECONDS = 9;
const NEW_SECONDS = 6;
/** A word counts as learned once half of it would survive this many days. */
const TARGET_DAYS = 360;
const MILESTONE = 6000;
export const GROWTH_DAYS = 25;

export interface StudentResult {
  readonly learned: number;
  readonly started: number;
  /** Expected number of words recalled on the day after the last. */
  readonly recalledSum: number;
  readonly reviewsPerDay: number;
  /** The day on which the 6,000th word was learned, or null. */
  readonly milestoneDay: number | null;
  /** Words learned after every 25 days. */
  readonly growth: readonly number[];
}

/**
 * A student who spends ten minutes a day on reviews and the remaining time on new words. New words
 * are unknown at first.
 */
export async function simulateStudent(
  scheduler: Scheduler,
  seed: number,
  days = STUDENT_DAYS,
): Promise<StudentResult> {
  const world = createWorld(seed);
  let milestoneDay: number | null = null;
  const growth: number[] = [];
  for (let day = 0; day < days; day++) {
    spendDay(world, scheduler, day);
    await scheduler.closeDay(day, world.dueDays);
    const learned = learnedIn(world);
    if (milestoneDay === null && learned >= MILESTONE) milestoneDay = day;
    if ((day + 1) % GROWTH_DAYS !== 0) continue;
    growth.push(learned);
    // Native memory of the rival is freed only between turns of the event loop.
    await nextTurn();
  }
  const recalls = world.words.map((word, i) => dhpRecall(word, days - (world.lastDays[i] ?? 0)));
  return {
    learned: learnedIn(world),
    started: world.words.length,
    recalledSum: recalls.reduce((sum, p) => sum + p, 0),
    reviewsPerDay: world.reviews / days,
    milestoneDay,
    growth,
  };
}

interface World {
  readonly student: DhpStudent;
  readonly words: HiddenMemory[];
  readonly printed: number[];
  readonly lastDays: number[];
  readonly dueDays: number[];
  readonly answers: () => number;
  readonly drawWord: () => number;
  reviews: number;
}

function createWorld(seed: number): World {
  return {
    student: drawStudent(seed),
    words: [],
    printed: [],
    lastDays: [],
    dueDays: [],
    answers: seededRandom(seed + 1_000_003),
    drawWord: seededRandom(seed + 2_000_003),
    reviews: 0,
  };
}

function learnedIn(world: World): number {
  return world.words.filter(({ halfLife }) => halfLife >= TARGET_DAYS).length;
}

function spendDay(world: World, scheduler: Scheduler, day: number): void {
  let second = 0;
  for (const word of dueWords(world.dueDays, scheduler, day)) {
    if (second + FAILURE_SECONDS > DAY_SECONDS) return;
    second += review(world, scheduler, { word, day, second });
  }
  while (second + NEW_SECONDS <= DAY_SECONDS) second += start(world, scheduler, day, second);
}

/** @returns seconds spent */
function review(
  world: World,
  scheduler: Scheduler,
  { word, day, second }: { word: number; day: number; second: number },
): number {
  const before = world.words[word] as HiddenMemory;
  const days = day - (world.lastDays[word] as number);
  const recalled = world.answers() < dhpRecall(before, days);
  const seconds = recalled ? RECALL_SECONDS : FAILURE_SECONDS;
  world.words[word] = nextMemory(world.student, before, days, recalled);
  world.lastDays[word] = day;
  world.reviews++;
  const difficulty = world.printed[word] as number;
  const seen = { word, difficulty, day, second, recalled, grade: null, seconds };
  world.dueDays[word] = scheduler.answered(seen);
  return seconds;
}

/** @returns seconds spent */
function start(world: World, scheduler: Scheduler, day: number, second: number): number {
  const word = world.words.length;
  const difficulty = 1 + Math.floor(10 * world.drawWord());
  world.words.push(firstMemory(world.student, difficulty));
  world.printed.push(difficulty);
  world.lastDays.push(day);
  const shown = { recalled: false, grade: null, seconds: NEW_SECONDS };
  world.dueDays.push(scheduler.answered({ word, difficulty, day, second, ...shown }));
  return NEW_SECONDS;
}
