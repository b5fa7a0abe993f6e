import type { AdminNoticeKind } from "@wordloom/contract";
import type { Insertable, Selectable } from "kysely";
import { isPast, latestStoredMs } from "../../../platform/database/stored-times.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { RowWindow } from "../../../platform/basics/page.ts";
import type { AdminNoticesTable } from "./admin-notices.tables.ts";

export async function insertAdminNotice(
  db: Database,
  row: Insertable<AdminNoticesTable>,
): Promise<void> {
  await db.insertInto("admin_notices").values(row).execute();
}

/**
 * Records that a notice is sent now. Of several processes that record the same one, one succeeds.
 * A mark of a clock that was ahead holds nothing back.
 *
 * @returns whether the previous one was before `beforeMs`, or there was none
 */
export async function markAdminNotice(
  db: Database,
  mark: { readonly kind: AdminNoticeKind; readonly subject: string },
  nowMs: number,
  beforeMs: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("admin_notice_marks")
    .values({ ...mark, last_at_ms: nowMs })
    .onConflict((conflict) =>
      conflict
        .columns(["kind", "subject"])
        .doUpdateSet({ last_at_ms: nowMs })
        .where(isPast("admin_notice_marks.last_at_ms", beforeMs, latestStoredMs(nowMs))),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function removeReadsBy(db: Database, adminId: string): Promise<void> {
  await db.deleteFrom("admin_notice_reads").where("admin_id", "=", adminId).execute();
}

/** A notice, and when an administrator read it. */
export type NoticeRow = Selectable<AdminNoticesTable> & { readonly read_at_ms: number | null };

function noticesFor(db: Database, adminId: string) {
  return db
    .selectFrom("admin_notices")
    .leftJoin("admin_notice_reads as reads", (join) =>
      join.onRef("reads.notice_id", "=", "admin_notices.id").on("reads.admin_id", "=", adminId),
    );
}

/** Notices for an administrator, newest first. */
export async function listNoticeRows(
  db: Database,
  adminId: string,
  unreadOnly: boolean,
  { perPage, offset }: RowWindow,
): Promise<NoticeRow[]> {
  return noticesFor(db, adminId)
    .selectAll("admin_notices")
    .select("reads.read_at_ms")
    .$if(unreadOnly, (query) => query.where("reads.read_at_ms", "is", null))
    .orderBy("admin_notices.created_at_ms", "desc")
    .orderBy("admin_notices.id", "desc")
    .limit(perPage)
    .offset(offset)
    .execute();
}

/** Number of notices, and of those unread by an administrator. */
export async function countNotices(
  db: Database,
  adminId: string,
): Promise<{ readonly all: number; readonly unread: number }> {
  const { all, read } = await noticesFor(db, adminId)
    .select(({ fn }) => [fn.countAll().as("all"), fn.count("reads.read_at_ms").as("read")])
    .executeTakeFirstOrThrow();
  return { all: Number(all), unread: Number(all) - Number(read) };
}

export async function findNotice(
  db: Database,
  adminId: string,
  id: string,
): Promise<NoticeRow | undefined> {
  return noticesFor(db, adminId)
    .selectAll("admin_notices")
    .select("reads.read_at_ms")
    .where("admin_notices.id", "=", id)
    .executeTakeFirst();
}

/** Keeps the time of the first reading. */
export async function insertRead(
  db: Database,
  row: { admin_id: string; notice_id: string; read_at_ms: number },
): Promise<void> {
  await db
    .insertInto("admin_notice_reads")
    .values(row)
    .onConflict((conflict) => conflict.columns(["admin_id", "notice_id"]).doNothing())
    .execute();
}

/** Marks all notices as read by an administrator. @returns how many were unread */
export async function insertAllReads(
  db: Database,
  adminId: string,
  nowMs: number,
): Promise<number> {
  const result = await db
    .insertInto("admin_notice_reads")
    .columns(["admin_id", "notice_id", "read_at_ms"])
    .expression((from) =>
      from
        .selectFrom("admin_notices")
        .select(({ ref, val, cast }) => [
          cast<string>(val(adminId), "text").as("admin_id"),
          ref("admin_notices.id").as("notice_id"),
          cast<number>(val(nowMs), "bigint").as("read_at_ms"),
        ])
        .where("admin_notices.id", "not in", (inner) =>
          inner
            .selectFrom("admin_notice_reads")
            .select("admin_notice_reads.notice_id")
            .where("admin_notice_reads.admin_id", "=", adminId),
        ),
    )
    .onConflict((conflict) => conflict.columns(["admin_id", "notice_id"]).doNothing())
    .executeTakeFirstOrThrow();
  return Number(result.numInsertedOrUpdatedRows ?? 0);
}

/** Removes notices created before a time. @returns how many, at most the limit */
export async function removeNoticesBefore(
  db: Database,
  beforeMs: number,
  limit: number,
): Promise<number> {
  const removed = await db
    .deleteFrom("admin_notices")
    .where("id", "in", ({ selectFrom }) =>
      selectFrom("admin_notices").select("id").where("created_at_ms", "<", beforeMs).limit(limit),
    )
    .executeTakeFirst();
  return Number(removed.numDeletedRows);
}

/** Removes the rows of removed notices, and records too old to hold back a notice. */
export async function removeNoticeRemains(db: Database, marksBeforeMs: number): Promise<void> {
  await db
    .deleteFrom("admin_notice_reads")
    .where("notice_id", "not in", ({ selectFrom }) => selectFrom("admin_notices").select("id"))
    .execute();
  await db.deleteFrom("admin_notice_marks").where("last_at_ms", "<=", marksBeforeMs).execute();
}

/** Removes all notices about a subject. */
export async function removeNoticesAbout(db: Database, subject: string): Promise<void> {
  await db.deleteFrom("admin_notices").where("subject", "=", subject).execute();
  await db.deleteFrom("admin_notice_marks").where("subject", "=", subject).execute();
}

export async function listSuperAdminAddresses(db: Database): Promise<string[]> {
  const supers = db.selectFrom("admins").select("email").where("role", "=", "super_admin");
  return (await supers.orderBy("email").execute()).map(({ email }) => email);
}
