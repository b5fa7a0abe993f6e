import {
  type Balancing,
  balancingOf,
  localDay,
  type RecallTargets,
  secondsPerReview,
  type LearnerState,
  type EngineParameters,
  type SchedulePlan,
} from "@wordloom/engine";
import type { Database } from "../../../platform/database/tables.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../platform/time/durations.ts";
import { utcOffsetMinutes, type DayRules } from "../../../platform/time/local-day.ts";
import { dayRulesIn } from "../../accounts/preferences/preferences.service.ts";
import { countDueByDay } from "./review-load.repo.ts";

/** An answer that reschedules its word. */
interface AnswerTime {
  readonly userId: string;
  readonly atMs: number;
}

/** Data about the learners who answered. */
interface Sources {
  readonly states: { get(userId: string): LearnerState };
  readonly served: (userId: string) => { readonly parameters: EngineParameters };
  readonly targetsOf: (userId: string) => RecallTargets;
  readonly dayRules: ReadonlyMap<string, DayRules>;
}

/** Learners' reviews per day, updated while a run of answers reschedules words. */
export interface ReviewLoad {
  /** The engine's plan for an answer; undefined without load balancing. */
  planAt(userId: string, atMs: number): SchedulePlan | undefined;
  /** A word is no longer due on this day. */
  leave(userId: string, dueAtMs: number | null): void;
  /** A word is now due on this day. */
  join(userId: string, dueAtMs: number | null): void;
}

/** A learner's days with the UTC offset of one answer, by which the engine numbers all of them. */
interface Calendar {
  readonly userId: string;
  readonly shiftMs: number;
  /** Start of the local day of the first answer. */
  fromMs: number;
  /** End of the last day that an answer may consider. */
  untilMs: number;
  readonly secondsEach: number;
  /** Whole numbers, so that removing and adding a word cancel out exactly. */
  readonly words: Map<number, number>;
  readonly plannedSeconds: Record<string, number>;
}

/** Upper bound: intervals are limited to a hundred years. */
const DAYS_MAX = 40_000;

const NO_LOAD: ReviewLoad = { planAt: () => undefined, leave() {}, join() {} };

/**
 * Counts the words due on the learners' days from the day of their answers on. Uses one statement
 * for all learners, or none if no learner's parameters or schedule require load balancing.
 */
export async function openReviewLoad(
  tx: Database,
  answers: readonly AnswerTime[],
  sources: Sources,
): Promise<ReviewLoad> {
  const balanced = answers.filter(({ userId }) => isBalanced(userId, sources));
  if (balanced.length === 0) return NO_LOAD;
  const calendars = openCalendars(balanced, sources);
  for (const row of await countDueByDay(tx, [...calendars.values()].flat())) {
    const calendar = calendarAt(calendars, row.user_id, row.shift_ms);
    if (calendar !== undefined) add(calendar, row.day, row.words);
  }
  const move = (userId: string, dueAtMs: number | null, change: number) => {
    if (dueAtMs === null) return;
    for (const calendar of calendars.get(userId) ?? []) {
      if (dueAtMs >= calendar.fromMs) add(calendar, dayIn(calendar, dueAtMs), change);
    }
  };
  return {
    planAt(userId, atMs) {
      const calendar = calendarAt(calendars, userId, clockAt({ userId, atMs }, sources).shiftMs);
      return calendar && { plannedSeconds: calendar.plannedSeconds };
    },
    leave: (userId, dueAtMs) => move(userId, dueAtMs, -1),
    join: (userId, dueAtMs) => move(userId, dueAtMs, 1),
  };
}

/** Whether due dates may be moved for load balancing. */
function isBalanced(userId: string, sources: Sources): boolean {
  return balancingFor(userId, sources).share > 0;
}

function balancingFor(userId: string, { served, targetsOf }: Sources): Balancing {
  return balancingOf(served(userId).parameters, targetsOf(userId).schedule);
}

type Calendars = ReadonlyMap<string, readonly Calendar[]>;

/** By learner. A learner has several only if the UTC offset changed between answers. */
function openCalendars(answers: readonly AnswerTime[], sources: Sources): Calendars {
  const calendars = new Map<string, Calendar[]>();
  for (const answer of answers) {
    const { userId } = answer;
    const { shiftMs, fromMs } = clockAt(answer, sources);
    const { reachDays } = balancingFor(userId, sources);
    const untilMs = fromMs + Math.min(reachDays + 1, DAYS_MAX) * DAY_MS;
    const known = calendarAt(calendars, userId, shiftMs);
    if (known !== undefined) {
      known.fromMs = Math.min(known.fromMs, fromMs);
      known.untilMs = Math.max(known.untilMs, untilMs);
      continue;
    }
    const learner = sources.states.get(userId);
    const secondsEach = secondsPerReview(learner, sources.served(userId).parameters);
    const days = { words: new Map(), plannedSeconds: {} };
    const calendar = { userId, shiftMs, fromMs, untilMs, secondsEach, ...days };
    calendars.set(userId, [...(calendars.get(userId) ?? []), calendar]);
  }
  return calendars;
}

function calendarAt(calendars: Calendars, userId: string, shiftMs: number): Calendar | undefined {
  return calendars.get(userId)?.find((calendar) => calendar.shiftMs === shiftMs);
}

/** Shift of the learner's days from UTC days, and start of the day of the answer. */
function clockAt({ userId, atMs }: AnswerTime, { dayRules }: Sources) {
  const { timeZone, dayStartHour } = dayRulesIn(dayRules, userId);
  const offsetMinutes = utcOffsetMinutes(atMs, timeZone);
  const shiftMs = offsetMinutes * MINUTE_MS - dayStartHour * HOUR_MS;
  return { shiftMs, fromMs: localDay(atMs, offsetMinutes, dayStartHour) * DAY_MS - shiftMs };
}

function dayIn({ shiftMs }: Calendar, atMs: number): number {
  return Math.floor((atMs + shiftMs) / DAY_MS);
}

function add({ words, plannedSeconds, secondsEach }: Calendar, day: number, change: number): void {
  const count = (words.get(day) ?? 0) + change;
  words.set(day, count);
  plannedSeconds[String(day)] = count * secondsEach;
}
