import type { Deps } from "../../../deps.ts";
import { localDay } from "../../../platform/time/local-day.ts";
import { endingAt } from "../../clients/app-event-analytics/event-reading.service.ts";
import type { SlowReport } from "./report-snapshots.service.ts";
import { bookAccuracyReport } from "./book-accuracy.service.ts";
import { bookRankReport } from "./book-rank.service.ts";
import { hoursReport } from "./hours.service.ts";
import { hardestWordsReport } from "./span-figures.service.ts";

/** Range lengths offered for reports, days. */
const USUAL_DAYS = [7, 14, 30, 90];

/** The reports of this feature that are computed ahead, up to today. */
export function slowReports(
  needs: Pick<Deps, "clock" | "database" | "log" | "reports" | "settings">,
): SlowReport<unknown>[] {
  const today = localDay(needs.clock.nowMs(), needs.settings.APP_TIMEZONE);
  const byDays = [hoursReport, bookRankReport, hardestWordsReport].flatMap((toReport) =>
    USUAL_DAYS.map((days): SlowReport<unknown> => toReport(needs, endingAt(today, days))),
  );
  return [...byDays, bookAccuracyReport(needs)];
}
