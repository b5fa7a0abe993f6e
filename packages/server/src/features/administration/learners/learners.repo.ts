import type { LearnerFilter } from "@wordloom/contract";
import { sql, type RawBuilder, type Selectable } from "kysely";
import type { Order, RowWindow } from "../../../platform/basics/page.ts";
import { idTable } from "../../../platform/database/bulk.ts";
import { countRows } from "../../../platform/database/count-rows.ts";
import { dialectOf } from "../../../platform/database/dialect/dialect-of.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { contains } from "../../../platform/database/text-match.ts";
import type { UsersTable } from "../../accounts/users/users.tables.ts";

/** The columns visible to administrators: all but the password. */
const SHOWN = [
  "id",
  "email",
  "username",
  "role",
  "is_banned",
  "failed_logins",
  "locked_until_ms",
  "created_at_ms",
  "updated_at_ms",
  "last_login_at_ms",
  "last_seen_at_ms",
] as const;

export type ShownUser = Pick<Selectable<UsersTable>, (typeof SHOWN)[number]>;

/** Filters with times instead of days. */
export interface UserFilter extends Omit<LearnerFilter, "inactiveDays" | "search"> {
  /** A part of address or name, folded like names; empty: any. */
  readonly folded: string;
  /** Learners without a request since then are inactive. */
  readonly activeSinceMs: number;
  /** Only learners without a request since then. */
  readonly unseenSinceMs?: number | undefined;
}

/** Sort orders of accounts. An index serves each. */
const ORDERS = {
  createdAt: sql`created_at_ms`,
  lastSeenAt: sql`coalesce(last_seen_at_ms, 0)`,
  username: sql`username_folded`,
  email: sql`email`,
};

export type UserField = keyof typeof ORDERS;

export async function listUsers(
  db: Database,
  filter: UserFilter,
  { field, direction }: Order<UserField>,
  window: RowWindow,
): Promise<ShownUser[]> {
  return matching(db, filter)
    .select(SHOWN)
    .orderBy(ORDERS[field], direction)
    .orderBy("id", direction)
    .limit(window.perPage)
    .offset(window.offset)
    .execute();
}

/** The accounts after this one, in list order. */
export async function listUsersAfter(
  db: Database,
  filter: UserFilter,
  after: Pick<ShownUser, "created_at_ms" | "id"> | undefined,
  limit: number,
): Promise<ShownUser[]> {
  return matching(db, filter)
    .select(SHOWN)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at_ms, id) < (${after?.created_at_ms}, ${after?.id})`),
    )
    .orderBy("created_at_ms", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export async function countMatching(db: Database, filter: UserFilter): Promise<number> {
  return countRows(matching(db, filter));
}

function matching(db: Database, filter: UserFilter) {
  const { folded, banned, role, status, activeSinceMs, unseenSinceMs } = filter;
  let query = db.selectFrom("users");
  if (folded !== "") {
    const has = (column: string) => contains(sql.ref(column), folded);
    query = query.where(sql<boolean>`(${has("email")} or ${has("username_folded")})`);
  }
  if (banned !== undefined) query = query.where("is_banned", "=", banned ? 1 : 0);
  if (role !== undefined) query = query.where("role", "=", role);
  if (status === "suspended") query = query.where("is_banned", "=", 1);
  if (status === "active" || status === "inactive") {
    const isSeen = seenSince(activeSinceMs);
    query = query
      .where("is_banned", "=", 0)
      .where(status === "active" ? isSeen : sql<boolean>`not (${isSeen})`);
  }
  if (unseenSinceMs !== undefined)
    query = query.where(sql<boolean>`not (${seenSince(unseenSinceMs)})`);
  return query;
}

/** An account that was never used counts as seen when it was created. */
function seenSince(sinceMs: number): RawBuilder<boolean> {
  return sql<boolean>`coalesce(last_seen_at_ms, created_at_ms) >= ${sinceMs}`;
}

/** Number of accounts by status. */
export async function countByStatus(db: Database, activeSinceMs: number) {
  const one = (condition: RawBuilder<boolean>) =>
    sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;
  const isSeen = seenSince(activeSinceMs);
  const { rows } = await sql<Record<"total" | "active" | "banned", number | string>>`
    select count(*) as total, ${one(sql`is_banned = 1`)} as banned,
      ${one(sql`is_banned = 0 and ${isSeen}`)} as active
    from users
  `.execute(db);
  const [row] = rows;
  const [total, active, banned] = [row?.total, row?.active, row?.banned].map(Number);
  return { total: total ?? 0, active: active ?? 0, banned: banned ?? 0 };
}

/** Number of accounts created within each of two ranges that meet at `sinceMs`. */
export async function countNewUsers(
  db: Database,
  { fromMs, sinceMs }: { readonly fromMs: number; readonly sinceMs: number },
): Promise<{ before: number; latest: number }> {
  const made = db.selectFrom("users").where("created_at_ms", ">=", fromMs);
  const both = await countRows(made);
  const latest = await countRows(made.where("created_at_ms", ">=", sinceMs));
  return { before: both - latest, latest };
}

/** Answers of all time. */
export async function countAnswers(db: Database): Promise<number> {
  return countRows(db.selectFrom("records"));
}

/**
 * Answers in two ranges of days that meet at `sinceDay`. Served by daily_activity_day, which the
 * range selects; its rows are those of two weeks' learners.
 */
export async function sumAnswers(
  db: Database,
  { fromDay, sinceDay }: { readonly fromDay: string; readonly sinceDay: string },
): Promise<{ before: number; latest: number }> {
  const { rows } = await sql<{ answers: number | string; is_latest: number }>`
    select sum(answers) as answers, case when day >= ${sinceDay} then 1 else 0 end as is_latest
    from daily_activity where day >= ${fromDay}
    group by 2
  `.execute(db);
  const sumOf = (flag: number) => Number(rows.find((row) => row.is_latest === flag)?.answers ?? 0);
  return { before: sumOf(0), latest: sumOf(1) };
}

/** Each learner's latest answers as text, 1 or 0 for each, oldest first. */
export async function listStats(
  db: Database,
  userIds: readonly string[],
  outcomes: number,
): Promise<{ id: string; answers: number; correct: number; latest: string }[]> {
  const join = dialectOf(db) === "postgres" ? sql`string_agg` : sql`group_concat`;
  const totals = (column: string) => sql`(
    select coalesce(sum(${sql.ref(column)}), 0) from daily_activity
    where daily_activity.user_id = asked.id
  )`;
  const { rows } = await sql<{
    id: string;
    answers: number | string;
    correct: number | string;
    latest: string | null;
  }>`
    select asked.id, ${totals("answers")} as answers, ${totals("correct")} as correct, (
      select ${join}(cast(is_correct as text), '' order by created_at_ms, id) from (
        select is_correct, created_at_ms, id from records where records.user_id = asked.id
        order by created_at_ms desc, id desc limit ${outcomes}
      ) as newest
    ) as latest
    from ${idTable(db, userIds)} as asked
  `.execute(db);
  return rows.map((row) => ({
    id: row.id,
    answers: Number(row.answers),
    correct: Number(row.correct),
    latest: row.latest ?? "",
  }));
}

/** Number of administrators' accounts. */
export async function countAdmins(db: Database): Promise<number> {
  return countRows(db.selectFrom("admins"));
}
