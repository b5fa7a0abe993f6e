import type { AppEventOverview, AppEventTrend } from "@wordloom/contract";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { before, daysIn, toWireRange, type EventRange, type RangeQuery } from "./event-range.ts";
import { openRange, type Reader } from "./event-reading.service.ts";
import { countByDay, listLearnerSets, sumTimings, type DayCount } from "./event-sums.repo.ts";
import { ANYONE, kindOfName } from "./event-totals.ts";
import { learnerDays, type LearnerDays } from "./learner-days.ts";
import { percentilesMs } from "./time-histogram.ts";

const CRASH = kindOfName("error", "crash");
const ROUND_TRIP = "api_rtt";

interface Sums {
  readonly counts: readonly DayCount[];
  readonly learners: LearnerDays;
}

/** The figures of the range, compared with the same number of preceding days. */
export async function readOverview(needs: Reader, query: RangeQuery): Promise<AppEventOverview> {
  const range = await openRange(needs, query);
  const previous = before(range);
  const sums = await readSums(needs, { firstDay: previous.firstDay, lastDay: range.lastDay });
  const [apiRttP95 = null] = percentilesMs(
    await sumTimings(needs.database, range, ROUND_TRIP),
    [0.95],
  );
  const compared = (figure: (sums: Sums, range: EventRange) => number) =>
    compare(figure(sums, range), figure(sums, previous));
  return {
    ...toWireRange(range),
    generatedAt: toTimestamp(needs.clock.nowMs()),
    totalEvents: compared(totalEvents),
    dauAverage: compared(dauAverage),
    errorCount: compared(errorCount),
    crashFreePct: crashFreePct(sums, range),
    apiRttP95,
  };
}

/** Events and learners, day by day. */
export async function readTrend(needs: Reader, query: RangeQuery): Promise<AppEventTrend> {
  const range = await openRange(needs, query);
  const { counts, learners } = await readSums(needs, range);
  const byPlace = new Map(counts.map(({ day, category, events }) => [day + category, events]));
  const rows = daysIn(range).map((day) => ({
    day,
    behavior: byPlace.get(`${day}behavior`) ?? 0,
    error: byPlace.get(`${day}error`) ?? 0,
    perf: byPlace.get(`${day}perf`) ?? 0,
    dau: learners.count(ANYONE, [day]),
  }));
  return { ...toWireRange(range), rows };
}

async function readSums(
  { database }: Reader,
  days: { readonly firstDay: string; readonly lastDay: string },
): Promise<Sums> {
  return {
    counts: await countByDay(database, days),
    learners: learnerDays(await listLearnerSets(database, days, [ANYONE, CRASH])),
  };
}

function totalEvents({ counts }: Sums, range: EventRange): number {
  return within(counts, range).reduce((sum, { events }) => sum + events, 0);
}

function errorCount({ counts }: Sums, range: EventRange): number {
  const errors = within(counts, range).filter(({ category }) => category === "error");
  return errors.reduce((sum, { events }) => sum + events, 0);
}

/** Days without learners are included. */
function dauAverage({ learners }: Sums, range: EventRange): number {
  const sum = daysIn(range).reduce((total, day) => total + learners.count(ANYONE, [day]), 0);
  return Math.round((sum / range.days) * 100) / 100;
}

function crashFreePct({ learners }: Sums, range: EventRange): number | null {
  const days = daysIn(range);
  const all = learners.count(ANYONE, days);
  if (all === 0) return null;
  return Math.round(10_000 * (1 - learners.count(CRASH, days) / all)) / 100;
}

function within(counts: readonly DayCount[], { firstDay, lastDay }: EventRange): DayCount[] {
  return counts.filter(({ day }) => day >= firstDay && day <= lastDay);
}

function compare(value: number, prevValue: number): AppEventOverview["totalEvents"] {
  const deltaPct =
    prevValue === 0 ? null : Math.round((1000 * (value - prevValue)) / prevValue) / 10;
  return { value, prevValue, deltaPct };
}
