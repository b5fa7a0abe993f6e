import type { WordbookRank } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import {
  toWireRange,
  type EventRange,
  type RangeQuery,
} from "../../clients/app-event-analytics/event-reading.service.ts";
import { ratio, spanOf } from "./analytics-days.ts";
import { answeredIn } from "./answered-range.ts";
import { rankByAnswers } from "./answered.repo.ts";
import { latestOf, ofRange, type SlowReport } from "./report-snapshots.service.ts";
import { requestedDays, type Needs as Reading } from "./day-reports.service.ts";

type Needs = Reading & Pick<Deps, "database" | "log">;

const LIMIT_MAX = 100;

/** The wordbooks with the most answers. */
export async function rankBooks(
  needs: Needs,
  query: RangeQuery & { readonly limit: number },
): Promise<WordbookRank> {
  const report = bookRankReport(needs, requestedDays(needs, query));
  const { content, computedAt } = await latestOf(needs, report);
  return { ...content, computedAt, rows: content.rows.slice(0, query.limit) };
}

type Rank = Omit<WordbookRank, "computedAt">;

/** Computes as many books as anyone can request. */
export function bookRankReport(needs: Needs, range: EventRange): SlowReport<Rank> {
  return ofRange("wordbook_rank", range, () => rank(needs, range));
}

async function rank(needs: Needs, range: EventRange): Promise<Rank> {
  const span = spanOf(range, needs.settings.APP_TIMEZONE);
  const books = await rankByAnswers(needs.reports, answeredIn(span), LIMIT_MAX);
  const rows = books.map(({ id, met, mastered, ...book }) => {
    const share = ratio(mastered, met);
    const masteredPct = share === null ? null : Math.round(1_000 * share) / 10;
    return { wordbookId: id, ...book, masteredPct };
  });
  return { ...toWireRange(range), rows };
}
