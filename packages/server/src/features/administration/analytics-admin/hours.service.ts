import type { HourlyReport } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { mapInTurns } from "../../../platform/time/turns.ts";
import { DAY_MS, MINUTE_MS, QUARTER_HOUR_MS } from "../../../platform/time/durations.ts";
import { isTimeZone, utcOffsetMinutes } from "../../../platform/time/local-day.ts";
import {
  toWireRange,
  type EventRange,
  type RangeQuery,
} from "../../clients/app-event-analytics/event-reading.service.ts";
import { ratio, spanOf } from "./analytics-days.ts";
import { answeredIn } from "./answered-range.ts";
import { countByHour, listZones, type ZoneOffset } from "./answered.repo.ts";
import { latestOf, ofRange, type SlowReport } from "./report-snapshots.service.ts";
import { requestedDays, type Needs as Reading } from "./day-reports.service.ts";
import type { Span } from "./day-totals.repo.ts";

type Needs = Reading & Pick<Deps, "database" | "log">;

const HOURS = 24;

/** Answers by hour of the learners' clocks. */
export async function readHours(needs: Needs, query: RangeQuery): Promise<HourlyReport> {
  const report = hoursReport(needs, requestedDays(needs, query));
  const { content, computedAt } = await latestOf(needs, report);
  return { ...content, computedAt };
}

type Hours = Omit<HourlyReport, "computedAt">;

export function hoursReport(needs: Needs, range: EventRange): SlowReport<Hours> {
  return ofRange("hours", range, () => countHours(needs, range));
}

async function countHours(needs: Needs, range: EventRange): Promise<Hours> {
  const usual = needs.settings.APP_TIMEZONE;
  const span = spanOf(range, usual);
  const zones = new Set([usual, ...(await listZones(needs.reports)).filter(isTimeZone)]);
  const offsets = await mapInTurns([...zones], (zone) => offsetsOf(zone, span));
  const counted = await countByHour(needs.reports, answeredIn(span), offsets.flat(), usual);
  const byHour = new Map(counted.map((row) => [row.hour, row]));
  const rows = Array.from({ length: HOURS }, (_, hour) => {
    const { answers = 0, correct = 0, learners = 0 } = byHour.get(hour) ?? {};
    return { hour, answers, accuracy: ratio(correct, answers), activeLearners: learners };
  });
  return { ...toWireRange(range), rows };
}

/** The zone's offsets in the span: one, or two with a clock change between them. */
export function offsetsOf(zone: string, { fromMs, untilMs }: Span): ZoneOffset[] {
  const offsets: ZoneOffset[] = [];
  const offsetAt = (ms: number) => utcOffsetMinutes(ms, zone) * MINUTE_MS;
  let startMs = fromMs;
  for (let atMs = fromMs; atMs < untilMs;) {
    const nextMs = Math.min(atMs + DAY_MS, untilMs);
    if (offsetAt(nextMs) !== offsetAt(startMs)) {
      const changeMs = changeBetween(atMs, nextMs, offsetAt);
      offsets.push({ zone, fromMs: startMs, untilMs: changeMs, offsetMs: offsetAt(startMs) });
      startMs = changeMs;
    }
    atMs = nextMs;
  }
  if (startMs < untilMs) {
    offsets.push({ zone, fromMs: startMs, untilMs, offsetMs: offsetAt(startMs) });
  }
  return offsets;
}

/** Clocks change at full quarter hours. */
function changeBetween(fromMs: number, untilMs: number, offsetAt: (ms: number) => number): number {
  const before = offsetAt(fromMs);
  let atMs = fromMs;
  while (atMs < untilMs && offsetAt(atMs) === before) atMs += QUARTER_HOUR_MS;
  return atMs;
}
