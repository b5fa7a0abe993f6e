import type { Deps } from "../../../deps.ts";
import { csvAnswer, type CsvCell } from "../../../platform/http/csv-answer.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { withoutNullish } from "../../../platform/basics/without-nullish.ts";
import { toTimestamp, toTimestampOrNull } from "../../../platform/time/clock.ts";
import { localDay } from "../../../platform/time/local-day.ts";
import { writeAudit } from "../../accounts/audit/audit.service.ts";
import {
  countAdminFeedback,
  listFeedbackAfter,
  type AdminFeedbackFilter,
  type FeedbackPlace,
} from "./feedback-admin.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "reports">;

const PAGE_SIZE = 200;

const COLUMNS = [
  ...["id", "createdAt", "userId", "category", "priority", "status", "assignee", "platform"],
  ...["appVersion", "content", "resolution", "resolvedAt", "replies"],
];

/** Feedback as a CSV file, newest first. The audit log records the export. */
export async function exportFeedback(needs: Needs, by: Admin, filter: AdminFeedbackFilter) {
  const atMs = needs.clock.nowMs();
  const total = await countAdminFeedback(needs.reports, filter);
  const metadata = { filter: withoutNullish(filter), total };
  await writeAudit(needs.database, { action: "feedback.export", by, atMs, metadata });
  const pages = pagesOf(needs, filter);
  return csvAnswer({
    name: "feedback",
    day: localDay(atMs, "UTC"),
    columns: COLUMNS,
    total,
    pages,
  });
}

async function* pagesOf(needs: Needs, filter: AdminFeedbackFilter): AsyncGenerator<CsvCell[][]> {
  let after: FeedbackPlace | undefined;
  for (;;) {
    const rows = await listFeedbackAfter(needs.reports, filter, after, PAGE_SIZE);
    yield rows.map((row) => [
      ...[row.id, toTimestamp(row.created_at_ms), row.user_id, row.category, row.priority],
      ...[row.status, row.assignee ?? row.assignee_admin_id, row.platform, row.app_version],
      ...[row.content, row.resolution, toTimestampOrNull(row.resolved_at_ms)],
      Number(row.replies),
    ]);
    after = rows.at(-1);
    if (after === undefined || rows.length < PAGE_SIZE) return;
  }
}
