import { localDay } from "../answer.ts";
import type { LearnerState } from "../learner-state/learner-types.ts";
import type { RecallCurve } from "../memory/recall-curve.ts";
import { recallAt } from "../memory/recall-curve.ts";
import type { LearnerSchedule } from "./learner-goal.ts";
import { DAY_MS } from "../numeric/durations.ts";
import type { EngineParameters } from "../parameters/parameters.ts";

/** Shorter intervals belong to a session and are not moved between days. */
const MOVABLE_DAYS = 2;
const VACATION_REACH_DAYS = 60;

/** A learner's calendar. Days are numbers of local days, see localDay. */
export interface SchedulePlan {
  /** Seconds already planned, by local day. */
  plannedSeconds?: Record<string, number>;
  /** Relative capacity of Sunday … Saturday; 1 is normal, less is an easy day. */
  weekdayCapacity?: number[];
  vacationDays?: number[];
  /** The date for which recall is maximized. */
  deadlineAtMs?: number;
  /** Seconds the learner has per day; bounds what deadline planning may add to a day. */
  dailySeconds?: number;
}

export interface PlannedPause {
  days: number;
  reasons: string[];
}

/** How the learner's calendar moved a due date. */
export interface CalendarMove {
  reason: string;
  /** Days later; negative is sooner. */
  days: number;
}

/** The longest interval of a word that is not retired. */
export function longestDays({ memoryModel }: EngineParameters): number {
  const { maxIntervalDays, gspIntervalCapDays } = memoryModel;
  return gspIntervalCapDays > 0 ? Math.min(maxIntervalDays, gspIntervalCapDays) : maxIntervalDays;
}

/** How far due dates may be moved between days for an even load. */
export interface Balancing {
  /** Share of the interval, in either direction; 0: no date is moved. */
  readonly share: number;
  /** Days ahead whose load is considered; dates that could lie beyond are not moved. */
  readonly reachDays: number;
}

/**
 * Solved schedules ask for fewer reviews, so the daily number varies more. Chosen on simulated
 * learners; the reach bounds what every answer has to count.
 */
const SOLVED: Balancing = { share: 0.25, reachDays: 30 };

/**
 * How far due dates may move: the operator's choice if there is one, else by the schedule.
 *
 * @param schedule  of the learner's goal
 */
export function balancingOf(
  { interval: { loadBalanceShare: share } }: EngineParameters,
  schedule: LearnerSchedule | undefined,
): Balancing {
  const isSolved = share === 0 && schedule?.kind === "policy";
  return isSolved ? SOLVED : { share, reachDays: Infinity };
}

/** How far balancing may move a due date. */
export interface Tolerance extends Balancing {
  /** Earliest day after the last answer; absent: 1. */
  earliestDays?: number;
  /** Latest day after the last answer. */
  latestDays: number;
}

/** Moves a due date within its tolerance to the day with the lightest load (opt-in). */
export function balanceLoad(
  pause: PlannedPause,
  lastAtMs: number,
  learner: LearnerState,
  plan: SchedulePlan,
  { share, reachDays, earliestDays = 1, latestDays }: Tolerance,
): PlannedPause {
  if (share === 0 || pause.days < MOVABLE_DAYS) return pause;
  if (pause.days * (1 + share) > reachDays) return pause;
  const first = Math.ceil(Math.max(earliestDays, pause.days * (1 - share)));
  const last = Math.floor(Math.min(latestDays, pause.days * (1 + share)));
  let best = pause.days;
  let bestLoad = loadOn(dayAfter(lastAtMs, pause.days, learner), plan);
  for (let days = first; days <= last; days++) {
    const load = loadOn(dayAfter(lastAtMs, days, learner), plan);
    const nearer = Math.abs(days - pause.days) < Math.abs(best - pause.days);
    if (load < bestLoad || (load === bestLoad && nearer && best !== pause.days)) {
      best = days;
      bestLoad = load;
    }
  }
  if (best === pause.days) return pause;
  return { days: best, reasons: [...pause.reasons, "load_balanced"] };
}

/**
 * Moves a due date out of a vacation, to the side where recall stays nearer to the target.
 *
 * @param latestDays  latest day after the last answer
 */
export function leaveVacation(
  pause: PlannedPause,
  curve: RecallCurve,
  lastAtMs: number,
  learner: LearnerState,
  plan: SchedulePlan,
  latestDays: number,
): PlannedPause {
  const free = (days: number) => !isVacation(dayAfter(lastAtMs, days, learner), plan);
  if (pause.days < 1 || free(pause.days)) return pause;
  const within = (days: number) => days >= 1 && days <= latestDays;
  const sooner = firstFree(pause.days, -1, within, free);
  const later = firstFree(pause.days, 1, within, free);
  const target = recallAt(curve, pause.days);
  const cost = (days: number | null) =>
    days === null ? Infinity : Math.abs(recallAt(curve, days) - target);
  const days = cost(sooner) < cost(later) ? sooner : later;
  if (days === null) return pause;
  return { days, reasons: [...pause.reasons, "vacation_moved"] };
}

function firstFree(
  from: number,
  step: number,
  within: (days: number) => boolean,
  free: (days: number) => boolean,
): number | null {
  for (let n = 1; n <= VACATION_REACH_DAYS; n++) {
    const days = from + n * step;
    if (!within(days)) return null;
    if (free(days)) return days;
  }
  return null;
}

function dayAfter(lastAtMs: number, days: number, learner: LearnerState): number {
  return localDay(lastAtMs + days * DAY_MS, learner.utcOffsetMinutes, learner.dayStartHour);
}

function isVacation(day: number, plan: SchedulePlan): boolean {
  return plan.vacationDays?.includes(day) ?? false;
}

/** Planned seconds relative to the day's capacity; Infinity on a day without capacity. */
function loadOn(day: number, plan: SchedulePlan): number {
  if (isVacation(day, plan)) return Infinity;
  // Day 0 of Unix time was a Thursday.
  const weekday = (((day + 4) % 7) + 7) % 7;
  const capacity = plan.weekdayCapacity?.[weekday] ?? 1;
  const seconds = plan.plannedSeconds?.[String(day)] ?? 0;
  return capacity <= 0 ? Infinity : (seconds + 1) / capacity;
}

/** Whether a day still has room for a review, for planning toward a deadline. */
export function hasRoom(
  lastAtMs: number,
  days: number,
  learner: LearnerState,
  plan: SchedulePlan,
): boolean {
  const day = dayAfter(lastAtMs, days, learner);
  if (isVacation(day, plan)) return false;
  const limit = plan.dailySeconds;
  return limit === undefined || (plan.plannedSeconds?.[String(day)] ?? 0) < limit;
}

/** Whether load balancing or vacation planning applies. */
export function isPlanned(plan: SchedulePlan | undefined, { share }: Balancing): boolean {
  if (plan === undefined) return false;
  return share > 0 || (plan.vacationDays?.length ?? 0) > 0;
}
