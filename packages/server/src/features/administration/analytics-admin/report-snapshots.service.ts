import type { Deps } from "../../../deps.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { MINUTE_MS } from "../../../platform/time/durations.ts";
import { findSnapshot, upsertSnapshot, type ReportSnapshot } from "./report-snapshots.repo.ts";

export type SnapshotNeeds = Pick<Deps, "clock" | "database" | "log">;

/** A report of this age is answered without another look. */
const FRESH_FOR_MS = MINUTE_MS;

/** What a reader waits for at most, by how long the report took the last time. */
const QUICK_BELOW_MS = 2_000;

/** A second of work that nobody waits for is followed by a pause of nine: a tenth of the time. */
const PAUSE_FACTOR = 9;

/** A report that takes long, and how it is computed from what is stored. */
export interface SlowReport<Content> {
  readonly report: string;
  /** What tells this one from others of the same name, e.g. its number of days. */
  readonly variant: string;
  /** Its last day, yyyy-MM-dd: a report of yesterday is none of today. */
  readonly day: string;
  readonly compute: () => Promise<Content>;
}

/** A report of consecutive days: one of so many days is not one of another number. */
export function ofRange<Content>(
  report: string,
  { days, lastDay: day }: { readonly days: number; readonly lastDay: string },
  compute: () => Promise<Content>,
): SlowReport<Content> {
  return { report, variant: String(days), day, compute };
}

/** A report, and as of when. */
export interface Computed<Content> {
  readonly content: Content;
  /** ISO 8601 in UTC. */
  readonly computedAt: string;
}

interface Work {
  /** Replies that readers wait for, by report, variant and day. */
  readonly awaited: Map<string, Promise<Computed<unknown>>>;
  /** The one that nobody waits for. */
  behind: Promise<void> | undefined;
  /** When the next one of those may begin, by the monotonic clock. */
  behindFromMs: number;
}

const workOf = perApp<Pick<Deps, "database">, Work>(
  () => ({ awaited: new Map(), behind: undefined, behindFromMs: 0 }),
  { close: async ({ behind }) => behind },
);

/**
 * The report, at most a minute old where it is computed in less than two seconds; callers at the
 * same time share the reply. One that takes longer is answered as it was kept, and computed
 * behind the reply. Days that were never asked for are computed at once.
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

/** Computes the report and keeps it in place of the one before. */
export async function takeSnapshot(needs: SnapshotNeeds, slow: SlowReport<unknown>): Promise<void> {
  const { row } = await compute(needs, slow);
  await upsertSnapshot(needs.database, row);
}

/** What cannot be kept is computed again for the next reader. */
async function computeNow<Content>(
  needs: SnapshotNeeds,
  slow: SlowReport<Content>,
): Promise<Computed<Content>> {
  const { computed, row } = await compute(needs, slow);
  await upsertSnapshot(needs.database, row).catch((cause) => warn(needs, slow, cause));
  return computed;
}

/** One at a time, and with pauses: what finds no place now is asked for again. */
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
  log.warn({ cause, report, variant }, "a report could not be computed or kept");
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
