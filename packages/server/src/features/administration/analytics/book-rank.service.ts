import type { WordbookRank } from "@wordloom/contract";
import {
  toWireRange,
  type RangeQuery,
} from "../../clients/app-event-analytics/event-reading.service.ts";
import { ratio, spanOf } from "./analytics-days.ts";
import { answeredIn } from "./answered-range.ts";
import { rankByAnswers } from "./answered.repo.ts";
import { requestedDays, type Needs } from "./day-reports.service.ts";

/** The wordbooks whose words were answered most. */
export async function rankBooks(
  needs: Needs,
  query: RangeQuery & { readonly limit: number },
): Promise<WordbookRank> {
  const range = requestedDays(needs, query);
  const span = spanOf(range, needs.settings.APP_TIMEZONE);
  const books = await rankByAnswers(needs.reports, answeredIn(span), query.limit);
  const rows = books.map(({ id, met, mastered, ...book }) => {
    const share = ratio(mastered, met);
    const masteredPct = share === null ? null : Math.round(1_000 * share) / 10;
    return { wordbookId: id, ...book, masteredPct };
  });
  return { ...toWireRange(range), rows };
}
