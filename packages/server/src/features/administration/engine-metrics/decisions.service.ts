import type { UserStateDistribution } from "@wordloom/contract";
import type { MonitoringEvent } from "@wordloom/engine/monitoring";
import type { Deps } from "../../../deps.ts";
import { toTimestamp, toTimestampOrNull } from "../../../platform/time/clock.ts";
import { DAY_MS, QUARTER_HOUR_MS } from "../../../platform/time/durations.ts";
import { dayStartMs, localDay, shiftDay } from "../../../platform/time/local-day.ts";
import { mapInTurns } from "../../../platform/time/turns.ts";
import { toUserState } from "../../adaptation/amas/amas.service.ts";
import {
  parametersInForce,
  readVersion,
} from "../../adaptation/engine-config/engine-config.service.ts";
import {
  flushDecisions,
  readEngineEvents,
  type EngineEventRow,
} from "../../adaptation/engine-monitoring/engine-events.service.ts";
import { latestOf, type SlowReport } from "../analytics-admin/report-snapshots.service.ts";
import {
  countBySpan,
  countStates,
  countViolations,
  sumDecisions,
  sumVersion,
  type StateField,
} from "./decisions.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "log" | "reports" | "settings">;

/** Time zone offsets are multiples of a quarter hour, so each quarter belongs to one day. */
const SPAN_MS = QUARTER_HOUR_MS;

/** Only motivation can be negative. */
const RANGES = {
  attention: { min: 0, max: 1 },
  fatigue: { min: 0, max: 1 },
  motivation: { min: -1, max: 1 },
  confidence: { min: 0, max: 1 },
} as const;

/** Minimum number of cells of a histogram, for a median without sorting all values. */
const CELLS_MIN = 2_000;

/** Key figures of the decisions of the latest days, up to now. */
export async function readKpi(needs: Needs, days: number) {
  await flushDecisions(needs);
  const fatigueThreshold = parametersInForce(needs).parameters.constraints.highFatigueThreshold;
  const sinceMs = needs.clock.nowMs() - days * DAY_MS;
  const { total, hits, meanLatencyMs, tired } = await sumDecisions(
    needs.reports,
    sinceMs,
    fatigueThreshold,
  );
  return {
    decisionTotal: total,
    hitCount: hits,
    hitRate: total === 0 ? null : hits / total,
    avgLatencyMs: meanLatencyMs,
    fatigueTriggerCount: tired,
    fatigueTriggerRate: total === 0 ? 0 : tired / total,
    fatigueThreshold,
  };
}

/** Anomalies of the latest calendar days of APP_TIMEZONE, including today. Every day is listed. */
export async function readAnomalies(needs: Needs, days: number) {
  await flushDecisions(needs);
  const zone = needs.settings.APP_TIMEZONE;
  const firstDay = shiftDay(localDay(needs.clock.nowMs(), zone), 1 - days);
  const sinceMs = dayStartMs(firstDay, zone);
  const [spans, violations] = await Promise.all([
    countBySpan(needs.reports, sinceMs, SPAN_MS),
    countViolations(needs.reports, sinceMs, SPAN_MS),
  ]);
  const dayOf = ({ span }: { readonly span: number }) => localDay(span * SPAN_MS, zone);
  const [spansOf, violationsOf] = [Map.groupBy(spans, dayOf), Map.groupBy(violations, dayOf)];
  const byDay = Array.from({ length: days }, (_, n) => {
    const date = shiftDay(firstDay, n);
    const own = spansOf.get(date) ?? [];
    return {
      date,
      total: sum(own.map(({ total }) => total)),
      anomalies: sum(own.map(({ anomalies }) => anomalies)),
      violations: sum((violationsOf.get(date) ?? []).map(({ count }) => count)),
    };
  });
  const totalEvents = sum(byDay.map(({ total }) => total));
  const coldStartExplore = sum(spans.map(({ coldStart }) => coldStart));
  return {
    totalEvents,
    anomalyCount: sum(byDay.map(({ anomalies }) => anomalies)),
    violationCount: sum(byDay.map((day) => day.violations)),
    coldStartExplore,
    coldStartExploit: totalEvents - coldStartExplore,
    byDay,
    topViolationFields: ranked(violations),
  };
}

function ranked(violations: readonly { readonly field: string; readonly count: number }[]) {
  return [...Map.groupBy(violations, ({ field }) => field)]
    .map(([field, found]) => ({ field, count: sum(found.map(({ count }) => count)) }))
    .toSorted((a, b) => b.count - a.count || (a.field < b.field ? -1 : 1));
}

/** The queries sent by the console. */
const USUAL_STATES = [
  { days: 7, bins: 20 },
  { days: 30, bins: 20 },
];

interface StatesQuery {
  readonly days: number;
  readonly bins: number;
}

/** Histograms of the learners' states at the decisions of the latest days. */
export async function readStates(needs: Needs, query: StatesQuery): Promise<UserStateDistribution> {
  const { content, computedAt } = await latestOf(needs, statesReport(needs, query));
  return { ...content, computedAt };
}

type States = Omit<UserStateDistribution, "computedAt">;

/** The reports that are computed ahead. */
export function slowStateReports(needs: Needs): SlowReport<unknown>[] {
  return USUAL_STATES.map((query): SlowReport<unknown> => statesReport(needs, query));
}

function statesReport(needs: Needs, { days, bins }: StatesQuery): SlowReport<States> {
  const day = localDay(needs.clock.nowMs(), "UTC");
  const compute = () => countAllStates(needs, { days, bins });
  return { report: "user_states", variant: `${days} ${bins}`, day, compute };
}

async function countAllStates(needs: Needs, { days, bins }: StatesQuery): Promise<States> {
  await flushDecisions(needs);
  const sinceMs = needs.clock.nowMs() - days * DAY_MS;
  const of = (field: StateField) => distributionOf(needs, field, sinceMs, bins);
  const [attention, fatigue, motivation, confidence, spans] = await Promise.all([
    of("attention"),
    of("fatigue"),
    of("motivation"),
    of("confidence"),
    countBySpan(needs.reports, sinceMs, SPAN_MS),
  ]);
  const coldStartExplore = sum(spans.map(({ coldStart }) => coldStart));
  const coldStartExploit = sum(spans.map(({ total }) => total)) - coldStartExplore;
  return { attention, fatigue, motivation, confidence, coldStartExplore, coldStartExploit };
}

async function distributionOf(needs: Needs, field: StateField, sinceMs: number, bins: number) {
  const { min, max } = RANGES[field];
  const perBin = Math.ceil(CELLS_MIN / bins);
  const cells = bins * perBin;
  const found = await countStates(needs.reports, field, { sinceMs, min, max, cells });
  const counts = Array.from({ length: bins }, () => 0);
  for (const { cell, count } of found) {
    // The upper end of the range belongs to the last bin.
    const bin = Math.min(Math.max(Math.floor(cell / perBin), 0), bins - 1);
    counts[bin] = (counts[bin] ?? 0) + count;
  }
  const sampleSize = sum(counts);
  const mean = sampleSize === 0 ? null : sum(found.map((row) => row.sum)) / sampleSize;
  return { field, min, max, bins: counts, mean, median: medianOf(found), sampleSize };
}

/**
 * The middle value, or the mean of the two middle values, each approximated by the mean of its
 * cell.
 */
function medianOf(found: readonly { readonly count: number; readonly sum: number }[]) {
  const size = sum(found.map(({ count }) => count));
  if (size === 0) return null;
  const valueAt = (place: number) => {
    let before = 0;
    const at = found.find(({ count }) => (before += count) > place);
    return at === undefined ? 0 : at.sum / at.count;
  };
  return (valueAt(Math.floor((size - 1) / 2)) + valueAt(Math.floor(size / 2))) / 2;
}

/** @throws AppError NOT_FOUND for an unknown version */
export async function compareVersions(needs: Needs, versionA: string, versionB: string) {
  for (const versionHash of [versionA, versionB]) await readVersion(needs, versionHash);
  await flushDecisions(needs);
  const [a, b] = await Promise.all([figuresOf(needs, versionA), figuresOf(needs, versionB)]);
  return { a, b };
}

async function figuresOf(needs: Needs, versionHash: string) {
  const row = await sumVersion(needs.reports, versionHash);
  return {
    versionHash,
    eventCount: row.total,
    anomalyCount: row.anomalies,
    anomalyRate: row.total === 0 ? null : row.anomalies / row.total,
    meanLatencyMs: row.latency,
    meanReward: row.reward,
    meanAttention: row.attention,
    meanFatigue: row.fatigue,
    meanMotivation: row.motivation,
    meanConfidence: row.confidence,
    firstEventAt: toTimestampOrNull(row.firstMs),
    lastEventAt: toTimestampOrNull(row.lastMs),
  };
}

/** Newest first, including events of this process that have not been written. */
export async function latestEvents(needs: Needs, limit: number) {
  return mapInTurns(await readEngineEvents(needs, limit), toEvent);
}

function toEvent(row: EngineEventRow) {
  const event = JSON.parse(row.event_json) as MonitoringEvent;
  const timestamp = toTimestamp(row.created_at_ms);
  return {
    timestamp,
    eventType: event.eventType,
    data: {
      id: row.id,
      userId: row.user_id,
      sessionId: row.session_id,
      timestamp,
      eventType: event.eventType,
      latencyMs: row.latency_ms,
      isAnomaly: event.isAnomaly,
      invariantViolations: event.invariantViolations,
      userState: toUserState(event.userState),
      strategy: event.strategy,
      reward: { value: event.reward.value, components: { ...event.reward.components } },
      coldStartPhase: event.coldStartPhase,
      selectionConstraintsMet: event.selectionConstraintsMet,
      rewardValue: event.rewardValue,
      configVersion: row.config_version,
    },
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
