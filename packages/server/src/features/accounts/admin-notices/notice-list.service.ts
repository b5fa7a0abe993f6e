import type { AdminNotification, Page } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { pageWindow, toPage, type PageQuery } from "../../../platform/basics/page.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import {
  countNotices,
  findNotice,
  insertAllReads,
  insertRead,
  listNoticeRows,
  type NoticeRow,
} from "./admin-notices.repo.ts";
import { sentenceOfRow } from "./stored-sentence.ts";

type Needs = Pick<Deps, "clock" | "database">;

/** A page of the notices, newest first, as one administrator sees them. */
export async function listAdminNotices(
  needs: Pick<Deps, "database" | "settings">,
  { id }: Pick<Admin, "id">,
  query: PageQuery & { readonly unreadOnly: boolean },
): Promise<Page<AdminNotification> & { unread: number }> {
  const { unreadOnly } = query;
  const window = pageWindow(query, needs.settings);
  const { all, unread } = await countNotices(needs.database, id);
  const rows = await listNoticeRows(needs.database, id, unreadOnly, window);
  return { ...toPage(rows.map(toNotification), unreadOnly ? unread : all, window), unread };
}

/** How many notices the administrator has not read. */
export async function countUnreadNotices(
  { database }: Pick<Deps, "database">,
  { id }: Pick<Admin, "id">,
): Promise<number> {
  return (await countNotices(database, id)).unread;
}

/** Marks a notice as read by the caller, once. @throws AppError NOT_FOUND */
export async function readAdminNotice(
  needs: Needs,
  { id: adminId }: Pick<Admin, "id">,
  id: string,
): Promise<AdminNotification> {
  const row = (await findNotice(needs.database, adminId, id)) ?? refuse("NOT_FOUND");
  if (row.read_at_ms !== null) return toNotification(row);
  const readAtMs = needs.clock.nowMs();
  const read = { admin_id: adminId, notice_id: id, read_at_ms: readAtMs };
  await insertRead(needs.database, read);
  return toNotification({ ...row, read_at_ms: readAtMs });
}

/** Marks all notices as read by the caller. @returns how many were unread */
export async function readAllAdminNotices(
  needs: Needs,
  { id }: Pick<Admin, "id">,
): Promise<number> {
  return insertAllReads(needs.database, id, needs.clock.nowMs());
}

function toNotification(row: NoticeRow): AdminNotification {
  const { id, kind, severity, title, message, link } = row;
  const readAt = row.read_at_ms === null ? null : toTimestamp(row.read_at_ms);
  return {
    id,
    kind,
    severity,
    title,
    message,
    link,
    ...sentenceOfRow(row),
    createdAt: toTimestamp(row.created_at_ms),
    readAt,
  };
}
