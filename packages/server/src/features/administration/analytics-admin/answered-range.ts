import { localDay, shiftDay } from "../../../platform/time/local-day.ts";
import type { AnsweredRange } from "./answered.repo.ts";
import type { Span } from "./day-totals.repo.ts";

/** A span of time, and the days on which learners of any zone may have answered in it. */
export function answeredIn(span: Span): AnsweredRange {
  return {
    span,
    days: {
      // No zone is further than a day from UTC, but days may begin late, too.
      firstDay: shiftDay(localDay(span.fromMs, "UTC"), -2),
      lastDay: shiftDay(localDay(span.untilMs, "UTC"), 1),
    },
  };
}
