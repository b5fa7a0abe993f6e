import type { Deps } from "../../../deps.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { HOUR_MS } from "../../../platform/time/durations.ts";
import { findSnapshot, upsertSnapshot } from "./report-snapshots.repo.ts";

type Needs = Pick<Deps, "clock" | "database">;

/** They are made every hour; one run may fail. */
const FRESH_FOR_MS = 2 * HOUR_MS;

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

/** The report as of the last hour or two, or else computed now. */
export async function latestOf<Content>(
  needs: Needs,
  { report, variant, day, compute }: SlowReport<Content>,
): Promise<Computed<Content>> {
  const nowMs = needs.clock.nowMs();
  const kept = await findSnapshot(needs.database, report, variant);
  const ageMs = kept === undefined ? Infinity : nowMs - kept.computed_at_ms;
  if (kept?.day === day && ageMs >= 0 && ageMs < FRESH_FOR_MS) {
    const content = JSON.parse(kept.content_json) as Content;
    return { content, computedAt: toTimestamp(kept.computed_at_ms) };
  }
  return { content: await compute(), computedAt: toTimestamp(nowMs) };
}

/** Computes the report and keeps it in place of the one before. */
export async function takeSnapshot(
  needs: Needs,
  { report, variant, day, compute }: SlowReport<unknown>,
): Promise<void> {
  const computed_at_ms = needs.clock.nowMs();
  const content_json = JSON.stringify(await compute());
  await upsertSnapshot(needs.database, { report, variant, day, computed_at_ms, content_json });
}
