import type { Grade } from "../answer.ts";
import { requireRange } from "../argument-checks.ts";
import type { AnswerCosts } from "../learner-state/learner-types.ts";
import {
  clampDifficulty,
  clampStability,
  type Core,
  coreOf,
  firstDifficulty,
  firstStability,
  longTermPause,
  longTermRecall,
  nextDifficulty,
  nextStability,
} from "../memory/fsrs-core.ts";
import { hash32 } from "../numeric/random.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import type { LearnerSchedule } from "./learner-goal.ts";
import { tableRecall } from "./ssp-policy.ts";

/** A word that the learner has met. Days count from the start of the forecast. */
export interface ForecastWord {
  readonly stability: number;
  readonly difficulty: number;
  /** Day of the last answer, ≤ 0. */
  readonly lastDay: number;
  /** Day of the next review; negative if overdue. */
  readonly dueDay: number;
}

/** Inputs of a forecast. */
export interface ForecastRequest {
  readonly weights: readonly number[];
  readonly costs: AnswerCosts;
  readonly words: readonly ForecastWord[];
  /** May be a fraction: a word starts whenever the fractions add up to one. */
  readonly newPerDay: number;
  /** Number of new words that are left in all; absent: no limit. */
  readonly newWords?: number;
  readonly days: number;
  readonly seed: number;
}

/** Costs and benefits of studying under one schedule. */
export interface Forecast {
  readonly reviews: readonly number[];
  /** Study time, new words included. */
  readonly seconds: readonly number[];
  /** Expected number of words recalled on the day after the last. */
  readonly known: number;
}

interface SimulatedWord {
  stability: number;
  difficulty: number;
  lastDay: number;
  dueDay: number;
}

interface Simulation {
  readonly core: Core;
  readonly schedule: LearnerSchedule;
  readonly parameters: EngineParameters;
  readonly request: ForecastRequest;
}

/**
 * Simulates the learner's own words under a schedule, assuming every review is done on its day.
 *
 * Recall follows the long-term curve with the learner's weights. The outcome of a review depends
 * only on the word, the day and its recall, so chance hardly distorts a comparison of schedules.
 *
 * @throws RangeError  days or new words a day are negative or not finite, or new words negative
 */
export function forecastSchedule(
  request: ForecastRequest,
  schedule: LearnerSchedule,
  parameters: EngineParameters,
): Forecast {
  const { weights, words, newPerDay, newWords = Infinity, days, costs } = request;
  requireRange("days", days, days >= 0, "≥ 0");
  requireRange("newPerDay", newPerDay, newPerDay >= 0, "≥ 0");
  if (newWords !== Infinity) requireRange("newWords", newWords, newWords >= 0, "≥ 0");
  const core = coreOf(weights, parameters.memoryModel.forgettingCurveFloor);
  const simulation = { core, schedule, parameters, request };
  const all = words.map((word) => rescheduled(simulation, word));
  const reviews: number[] = [];
  const seconds: number[] = [];
  for (let day = 0; day < days; day++) {
    const asked = reviewsOn(simulation, all, day);
    const fresh = Math.min(newPerDay, Math.max(0, newWords - newPerDay * day));
    const begunBy = (end: number) => Math.round(Math.min(newPerDay * end, newWords));
    const begun = begunBy(day + 1) - begunBy(day);
    for (let n = 0; n < begun; n++) all.push(started(simulation, all.length, day));
    const recalled = asked.count - asked.forgotten;
    const spent = recalled * costs.recallSecs + (asked.forgotten + fresh) * costs.forgetSecs;
    reviews.push(asked.count);
    seconds.push(spent);
  }
  const known = all.reduce(
    (sum, { stability, lastDay }) => sum + longTermRecall(core, days - lastDay, stability),
    0,
  );
  return { reviews, seconds, known };
}

/** Reschedules a future date; like after a fit, it moves forward by at most half. */
function rescheduled(simulation: Simulation, word: ForecastWord): SimulatedWord {
  const after = word.lastDay + pauseOf(simulation, word);
  const dueDay = word.dueDay <= 0 ? word.dueDay : Math.max(after, word.dueDay / 2);
  return { ...word, dueDay };
}

function reviewsOn(simulation: Simulation, words: readonly SimulatedWord[], day: number) {
  const { core, request } = simulation;
  let [count, forgotten] = [0, 0];
  for (const [index, word] of words.entries()) {
    if (word.dueDay >= day + 1) continue;
    const recall = longTermRecall(core, day - word.lastDay, word.stability);
    const isRecalled = hash32(request.seed, index, day, "forecast") < recall;
    count++;
    if (!isRecalled) forgotten++;
    answer(simulation, word, { day, recall, grade: isRecalled ? 3 : 1 });
  }
  return { count, forgotten };
}

function answer(
  simulation: Simulation,
  word: SimulatedWord,
  { day, recall, grade }: { readonly day: number; readonly recall: number; readonly grade: Grade },
): void {
  const { core } = simulation;
  word.stability = clampStability(nextStability(core, word, recall, grade, false));
  word.difficulty = nextDifficulty(core, word.difficulty, grade);
  word.lastDay = day;
  word.dueDay = day + pauseOf(simulation, word);
}

/** A word first studied on this day. */
function started(simulation: Simulation, index: number, day: number): SimulatedWord {
  const { core, parameters, request } = simulation;
  const isKnown = hash32(request.seed, index, day, "forecast-new") < parameters.mastery.firstPrior;
  const grade = isKnown ? 3 : 1;
  const stability = clampStability(firstStability(core, grade));
  const difficulty = clampDifficulty(firstDifficulty(core, grade));
  const word = { stability, difficulty, lastDay: day, dueDay: day };
  return { ...word, dueDay: day + pauseOf(simulation, word) };
}

/** Days to the next review, at least one. */
function pauseOf(
  { core, schedule, parameters }: Simulation,
  { stability, difficulty }: Pick<SimulatedWord, "stability" | "difficulty">,
): number {
  const recall =
    schedule.kind === "recall"
      ? schedule.recall
      : tableRecall(schedule.policy, stability, difficulty, parameters.ssp);
  const days = longTermPause(core, recall, stability);
  return Math.min(Math.max(days, 1), parameters.memoryModel.maxIntervalDays);
}
