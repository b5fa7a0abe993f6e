import type { Deps } from "../../../deps.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { MINUTE_MS } from "../../../platform/time/durations.ts";
import { findSnapshot, upsertSnapshot, type ReportSnapshot } from "./report-snapshots.repo.ts";

export type SnapshotNeeds = Pick<Deps, "clock" | "database" | "log">;

/** A report of this age is returned without recomputing it. */
const FRESH_FOR_MS = MINUTE_MS;

/** Readers wait for a report that took less than this the last time. */
const QUICK_BELOW_MS = 2_000;

/** A second of background work is followed by a pause of nine seconds: a tenth of the time. */
const PAUSE_FACTOR = 9;

/** A report that takes long, and how to compute it from stored data. */
export interface SlowReport<Content> {
  readonly report: string;
  /** Distinguishes this report from others of the same name, e.g. its number of days. */
  readonly variant: string;
  /** Its last day, yyyy-MM-dd, because yesterday's report must not pass for today's. */
  readonly day: string;
  readonly compute: () => Promise<Content>;
}

/** A report of consecutive days. The number of days is its variant. */
export function ofRange<Content>(
  report: string,
  { days, lastDay: day }: { readonly days: number; readonly lastDay: string },
  compute: () => Promise<Content>,
): SlowReport<Content> {
  return { report, variant: String(days), day, compute };
}

/** A report and the time of its computation. */
export interface Computed<Content> {
  readonly content: Content;
  /** ISO 8601 in UTC. */
  readonly computedAt: string;
}

interface Work {
  /** Computations that readers wait for, by report, variant and day. */
  readonly awaited: Map<string, Promise<Computed<unknown>>>;
  /** The background computation. */
  behind: Promise<void> | undefined;
  /** When the next background computation may begin, by the monotonic clock. */
  behindFromMs: number;
}

const workOf = perApp<Pick<Deps, "database">, Work>(
  () => ({ awaited: new Map(), behind: undefined, behindFromMs: 0 }),
  { close: async ({ behind }) => behind },
);

/**
 * Returns the report, at most a minute old if it takes less than two seconds to compute. Concurrent
 * callers share the computation. A slower report is returned as stored and recomputed after the
 * reply. Days never requested before are computed at once.
 */
export function latestOf<Content>(
  needs: SnapshotNeeds,
  slow: SlowReport<Content>,
): Promise<Computed<Content>> {
  const { awaited } = workOf(needs);
  const key = JSON.stringify([slow.report, slow.variant, slow.day]);
  const known = awaited.get(key) as Promise<Computed<Content>> | undefined;
  if (known !== undefined) return known;
  const reply = keptOrComputed(needs, slow);
  awaited.set(key, reply);
  const forget = () => void awaited.delete(key);
  reply.then(forget, forget);
  return reply;
}

async function keptOrComputed<Content>(
  needs: SnapshotNeeds,
  slow: SlowReport<Content>,
): Promise<Computed<Content>> {
  const kept = await findSnapshot(needs.database, slow.report, slow.variant);
  if (kept?.day !== slow.day) return computeNow(needs, slow);
  const ageMs = needs.clock.nowMs() - kept.computed_at_ms;
  if (ageMs < 0 || ageMs > FRESH_FOR_MS) {
    if (kept.took_ms !== null && kept.took_ms < QUICK_BELOW_MS) return computeNow(needs, slow);
    computeBehind(needs, slow);
  }
  const content = JSON.parse(kept.content_json) as Content;
  return { content, computedAt: toTimestamp(kept.computed_at_ms) };
}

/** Computes the report and replaces the stored one. */
export async function takeSnapshot(needs: SnapshotNeeds, slow: SlowReport<unknown>): Promise<void> {
  const { row } = await compute(needs, slow);
  await upsertSnapshot(needs.database, row);
}

/** If the result cannot be stored, the next reader computes it again. */
async function computeNow<Content>(
  needs: SnapshotNeeds,
  slow: SlowReport<Content>,
): Promise<Computed<Content>> {
  const { computed, row } = await compute(needs, slow);
  await upsertSnapshot(needs.database, row).catch((cause) => warn(needs, slow, cause));
  return computed;
}

/** Runs one at a time with pauses. A report skipped now is computed on a later request. */
function computeBehind(needs: SnapshotNeeds, slow: SlowReport<unknown>): void {
  const work = workOf(needs);
  const startMs = needs.clock.monotonicMs();
  if (work.behind !== undefined || startMs < work.behindFromMs) return;
  const pause = () => {
    const endMs = needs.clock.monotonicMs();
    work.behindFromMs = endMs + PAUSE_FACTOR * (endMs - startMs);
  };
  work.behind = compute(needs, slow)
    .finally(pause)
    .then(({ row }) => upsertSnapshot(needs.database, row))
    .catch((cause) => warn(needs, slow, cause))
    .finally(() => (work.behind = undefined));
}

function warn({ log }: SnapshotNeeds, { report, variant }: SlowReport<unknown>, cause: unknown) {
  log.warn({ cause, report, variant }, "a report could not be computed or stored");
}

async function compute<Content>(
  { clock }: SnapshotNeeds,
  { report, variant, day, compute: read }: SlowReport<Content>,
): Promise<{ computed: Computed<Content>; row: ReportSnapshot }> {
  const [atMs, startMs] = [clock.nowMs(), clock.monotonicMs()];
  const content = await read();
  const took_ms = Math.round(clock.monotonicMs() - startMs);
  const content_json = JSON.stringify(content);
  const row = { report, variant, day, computed_at_ms: atMs, content_json, took_ms };
  return { computed: { content, computedAt: toTimestamp(atMs) }, row };
}
