import type {
  AppEventCategory,
  AppEventErrors,
  AppEventPerf,
  AppEventTop,
} from "@wordloom/contract";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { listEventsBySeq, type AppEventRow } from "../app-events/app-events.service.ts";
import { daysIn, toWireRange, type EventRange, type RangeQuery } from "./event-range.ts";
import { openRange, type Reader } from "./event-reading.service.ts";
import {
  listErrorGroups,
  listLearnerSets,
  listNameCounts,
  listSampleSeqs,
  listTimedNames,
  listTimings,
  type ErrorGroup,
} from "./event-sums.repo.ts";
import { kindOfName } from "./event-totals.ts";
import { learnerDays } from "./learner-days.ts";
import { percentilesMs, type TimeHistogram } from "./time-histogram.ts";

const SAMPLES_MAX = 3;

/** The most frequent events, with the number of learners. */
export async function readTopEvents(
  needs: Reader,
  query: RangeQuery & { category?: AppEventCategory | undefined; limit: number },
): Promise<AppEventTop> {
  const range = await openRange(needs, query);
  const wanted = { category: query.category, limit: query.limit };
  const names = await listNameCounts(needs.database, range, wanted);
  const kinds = names.map(({ category, name }) => kindOfName(category, name));
  const learners = learnerDays(await listLearnerSets(needs.database, range, kinds));
  const days = daysIn(range);
  const rows = names.map(({ name, category, events }) => ({
    name,
    category,
    count: events,
    users: learners.count(kindOfName(category, name), days),
  }));
  return { ...toWireRange(range), rows };
}

/** The most frequent errors, each with some of its latest events as samples. */
export async function readErrors(
  needs: Reader,
  query: RangeQuery & { limit: number },
): Promise<AppEventErrors> {
  const range = await openRange(needs, query);
  const groups = await listErrorGroups(needs.database, range, query.limit);
  const samples = await readSamples(needs, range, groups);
  const rows = groups.map(({ name, signature, events, lastAtMs }, index) => ({
    name,
    signature,
    count: events,
    lastSeen: toTimestamp(lastAtMs),
    samples: (samples[index] ?? []).map(toSample),
  }));
  return { ...toWireRange(range), rows };
}

/** Percentiles of a timing, day by day. */
export async function readPerf(
  needs: Reader,
  query: RangeQuery & { name: string },
): Promise<AppEventPerf> {
  const range = await openRange(needs, query);
  const names = await listTimedNames(needs.database, range);
  const timings = await listTimings(needs.database, range, query.name);
  const rows = timings.map(({ day, times }) => {
    return { day, count: times.count, ...percentiles(times) };
  });
  return { ...toWireRange(range), name: query.name, names, rows };
}

/** The latest events of each group that are still stored, newest first. */
async function readSamples(
  { database }: Reader,
  range: EventRange,
  groups: readonly ErrorGroup[],
): Promise<AppEventRow[][]> {
  const latest = new Map<string, number[]>();
  for (const { name, signature, seqs } of await listSampleSeqs(database, range, groups)) {
    const key = `${name}:${signature}`;
    const newer = latest.get(key) ?? [];
    latest.set(key, [...newer, ...seqs.toReversed()].slice(0, SAMPLES_MAX));
  }
  const stored = await listEventsBySeq(database, [...latest.values()].flat());
  const bySeq = new Map(stored.map((row) => [row.seq, row]));
  return groups.map(({ name, signature }) => {
    const seqs = latest.get(`${name}:${signature}`) ?? [];
    return seqs.flatMap((seq) => bySeq.get(seq) ?? []);
  });
}

function toSample(row: AppEventRow): AppEventErrors["rows"][number]["samples"][number] {
  return {
    at: toTimestamp(row.at_ms),
    platform: row.platform,
    appVersion: row.app_version,
    props: row.props_json === null ? {} : JSON.parse(row.props_json),
  };
}

function percentiles(times: TimeHistogram) {
  const [p50Ms = 0, p95Ms = 0, p99Ms = 0] = percentilesMs(times, [0.5, 0.95, 0.99]);
  return { p50Ms, p95Ms, p99Ms };
}
