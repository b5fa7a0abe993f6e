import type { Deps } from "../../../deps.ts";
import { localDay } from "../../../platform/time/local-day.ts";
import { endingAt } from "../../clients/app-event-analytics/event-reading.service.ts";
import { latestOf, type Computed, type SlowReport } from "./report-snapshots.service.ts";
import { spanOf } from "./analytics-days.ts";
import { answeredIn } from "./answered-range.ts";
import { listBookAccuracies } from "./answered.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "log" | "reports" | "settings">;

const DAYS = 30;

/**
 * Share of right answers to the words of a book in the last thirty days, 0 to 1. A learner's book
 * counts the owner's answers only. null without answers.
 */
export async function readBookAccuracy(
  needs: Needs,
  bookId: string,
): Promise<Computed<number | null>> {
  const { content, computedAt } = await latestOf(needs, bookAccuracyReport(needs));
  return { content: content[bookId] ?? null, computedAt };
}

/** Covers all books at once, so that a month of answers is read only once. */
export function bookAccuracyReport(needs: Needs): SlowReport<Readonly<Record<string, number>>> {
  const zone = needs.settings.APP_TIMEZONE;
  const day = localDay(needs.clock.nowMs(), zone);
  const range = answeredIn(spanOf(endingAt(day, DAYS), zone));
  const compute = async () => Object.fromEntries(await listBookAccuracies(needs.reports, range));
  return { report: "book_accuracy", variant: "", day, compute };
}
