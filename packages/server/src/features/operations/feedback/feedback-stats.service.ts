import type { Deps } from "../../../deps.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { DAY_MS, MINUTE_MS } from "../../../platform/time/durations.ts";
import {
  countFeedbackByCategory,
  countFeedbackByStatus,
  countResponses,
  listResponseTimes,
  type FeedbackCounts,
} from "./feedback-stats.repo.ts";

const CATEGORIES_SHOWN = 100;
const RATE_WINDOW_MS = 7 * DAY_MS;
const RESPONSE_WINDOW_MS = 30 * DAY_MS;

/** How much feedback there is, and how fast it is answered. */
export async function readFeedbackStats({ clock, reports }: Pick<Deps, "clock" | "reports">) {
  const nowMs = clock.nowMs();
  const counts = await countFeedbackByStatus(reports, nowMs - RATE_WINDOW_MS);
  const categories = await countFeedbackByCategory(reports, CATEGORIES_SHOWN);
  const items = (status: FeedbackCounts["status"]) =>
    counts.find((one) => one.status === status)?.items ?? 0;
  const sum = (field: Exclude<keyof FeedbackCounts, "status">) =>
    counts.reduce((total, one) => total + one[field], 0);
  const resolved = counts.find(({ status }) => status === "resolved");
  const recent = sum("recent");
  const medianMs = await medianResponseMs(reports, nowMs - RESPONSE_WINDOW_MS);
  return {
    total: sum("items"),
    unresolved: items("open") + items("in_progress"),
    byCategory: Object.fromEntries(categories.map(({ category, count }) => [category, count])),
    byStatus: {
      open: items("open"),
      inProgress: items("in_progress"),
      resolved: items("resolved"),
      closed: items("closed"),
    },
    unreadCount: sum("unread"),
    assignedCount: sum("assigned"),
    resolvedCount: items("resolved"),
    medianResponseMinutes: medianMs === undefined ? null : medianMs / MINUTE_MS,
    resolveRate7d: recent === 0 ? null : (resolved?.recent ?? 0) / recent,
  };
}

/** How much feedback is open, and how much nobody has read. */
export async function countOpenFeedback({ clock, reports }: Pick<Deps, "clock" | "reports">) {
  const counts = await countFeedbackByStatus(reports, clock.nowMs());
  return {
    openFeedback: counts.find(({ status }) => status === "open")?.items ?? 0,
    unreadFeedback: counts.reduce((total, { unread }) => total + unread, 0),
  };
}

/** The mean of the two middle values if their number is even; undefined without any. */
async function medianResponseMs(db: Database, sinceMs: number): Promise<number | undefined> {
  const count = await countResponses(db, sinceMs);
  if (count === 0) return undefined;
  const isEven = count % 2 === 0;
  const window = { offset: Math.ceil(count / 2) - 1, limit: isEven ? 2 : 1 };
  const middle = await listResponseTimes(db, sinceMs, window);
  return middle.length === 0 ? undefined : middle.reduce((sum, ms) => sum + ms) / middle.length;
}
