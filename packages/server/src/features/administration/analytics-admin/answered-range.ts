import { localDay, shiftDay } from "../../../platform/time/local-day.ts";
import type { AnsweredRange } from "./answered.repo.ts";
import type { Span } from "./day-totals.repo.ts";

/** A time span, and the days on which learners in any zone may have answered in it. */
export function answeredIn(span: Span): AnsweredRange {
  return {
    span,
    days: {
      // No zone is further than a day from UTC, but a learner's day may also begin late.
      firstDay: shiftDay(localDay(span.fromMs, "UTC"), -2),
      lastDay: shiftDay(localDay(span.untilMs, "UTC"), 1),
    },
  };
}
