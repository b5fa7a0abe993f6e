import type { AppEventActivity, AppEventFunnel, AppEventRetention } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { dayStartMs, shiftDay } from "../../../platform/time/local-day.ts";
import { FUNNEL, funnelOf, requestedStep } from "./event-funnel.ts";
import { daysIn, endingAt, mondayOf, toWireRange, type RangeQuery } from "./event-range.ts";
import { openRange, type Reader } from "./event-reading.service.ts";
import { countInOrder, listLearnerSets, listNewLearners } from "./event-sums.repo.ts";
import { ANYONE, PLATFORM_KINDS, PLATFORM_PREFIX } from "./event-totals.ts";
import { learnerDays, type LearnerDays } from "./learner-days.ts";
import { commonSet, countLearners, type LearnerSet } from "./learner-set.ts";
import { cohortsOf } from "./retention-cohorts.ts";

const WEEK_DAYS = 7;

/** How many learners of the range reached each step of the default or requested funnel. */
export async function readFunnel(
  needs: Reader & Pick<Deps, "reports">,
  query: RangeQuery & { readonly steps?: readonly string[] | undefined },
): Promise<AppEventFunnel> {
  const range = await openRange(needs, query);
  if (query.steps !== undefined) {
    const plan = query.steps.map(requestedStep);
    const zone = needs.settings.APP_TIMEZONE;
    const counts = await countInOrder(needs.reports, plan, {
      fromMs: dayStartMs(range.firstDay, zone),
      untilMs: dayStartMs(shiftDay(range.lastDay, 1), zone),
    });
    return { ...toWireRange(range), ...funnelOf(counts, plan) };
  }
  const kinds = FUNNEL.map(({ kind }) => kind);
  const learners = learnerDays(await listLearnerSets(needs.database, range, kinds));
  const days = daysIn(range);
  const reached = throughAll(kinds.map((kind) => learners.of(kind, days)));
  return { ...toWireRange(range), ...funnelOf(reached.map(countLearners)) };
}

/** For each step, the learners who also took all earlier steps. */
function throughAll(steps: readonly LearnerSet[]): LearnerSet[] {
  let left: LearnerSet | undefined;
  return steps.map((step) => (left = left === undefined ? step : commonSet(left, step)));
}

/** Daily and weekly active learners, for every day of the range. */
export async function readActivity(needs: Reader, query: RangeQuery): Promise<AppEventActivity> {
  const range = await openRange(needs, query);
  const firstDay = shiftDay(range.firstDay, 1 - WEEK_DAYS);
  const wanted = { firstDay, lastDay: range.lastDay };
  const sets = await listLearnerSets(needs.database, wanted, [ANYONE, ...PLATFORM_KINDS]);
  const learners = learnerDays(sets);
  const rows = daysIn(range).map((day) => ({
    day,
    dau: learners.count(ANYONE, [day]),
    wau: learners.count(ANYONE, daysIn(endingAt(day, WEEK_DAYS))),
    byPlatform: byPlatform(learners, day),
  }));
  return { ...toWireRange(range), rows };
}

/** Share of new learners who came back in the following weeks. */
export async function readRetention(
  needs: Reader,
  query: RangeQuery & { weeks: number },
): Promise<AppEventRetention> {
  const range = await openRange(needs, query);
  const lastMonday = mondayOf(range.lastDay);
  const starts = Array.from({ length: query.weeks }, (_, n) =>
    shiftDay(lastMonday, (n + 1 - query.weeks) * WEEK_DAYS),
  );
  const span = endingAt(shiftDay(lastMonday, WEEK_DAYS - 1), query.weeks * WEEK_DAYS);
  const learners = learnerDays(await listLearnerSets(needs.database, span, [ANYONE]));
  const newcomers = Map.groupBy(
    await listNewLearners(needs.database, span),
    ({ first_day }) => first_day,
  );
  const weeks = starts.map((start) => {
    const days = daysIn(endingAt(shiftDay(start, WEEK_DAYS - 1), WEEK_DAYS));
    const ofWeek = days.flatMap((day) => newcomers.get(day) ?? []);
    return { start, newcomers: ofWeek.map(({ no }) => no), active: learners.of(ANYONE, days) };
  });
  return { ...toWireRange(range), cohorts: cohortsOf(weeks) };
}

/** Leaves out platforms that were not used. */
function byPlatform(learners: LearnerDays, day: string): Record<string, number> {
  const counts = PLATFORM_KINDS.map(
    (kind) => [kind.slice(PLATFORM_PREFIX.length), learners.count(kind, [day])] as const,
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
