import type { SuggestionStatus } from "@wordloom/contract";
import { foldText } from "@wordloom/language";
import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import { foldedText } from "../../../platform/database/dialect/folded-text.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { contains } from "../../../platform/database/text-match.ts";
import type { SuggestionsTable } from "./suggestions.tables.ts";

export type SuggestionRow = Selectable<SuggestionsTable>;
export type NewSuggestion = Omit<Insertable<SuggestionsTable>, "id">;

export type SuggestionChange = Updateable<SuggestionsTable>;

/** The suggestion to be changed, if it is still as expected. */
export interface ExpectedSuggestion {
  readonly id: number;
  readonly statuses: readonly SuggestionStatus[];
  /** It must have been compared with the versions up to this one. */
  readonly checkedVersionId?: number;
}

export interface SuggestionFilter {
  readonly status?: SuggestionStatus | undefined;
  readonly q?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Newest first. */
export async function listSuggestionRows(
  db: Database,
  { status, q = "", limit, offset }: SuggestionFilter,
): Promise<SuggestionRow[]> {
  let query = db.selectFrom("amas_suggestions").selectAll();
  if (status !== undefined) query = query.where("status", "=", status);
  if (q !== "") {
    const text = sql`(patch_json || ' ' || rationale || ' ' || coalesce(decision_note, ''))`;
    query = query.where(contains(foldedText(db, text), foldText(q)));
  }
  return query.orderBy("id", "desc").limit(limit).offset(offset).execute();
}

export async function findSuggestion(db: Database, id: number): Promise<SuggestionRow | undefined> {
  return db.selectFrom("amas_suggestions").selectAll().where("id", "=", id).executeTakeFirst();
}

/** @returns its id */
export async function insertSuggestion(tx: Database, row: NewSuggestion): Promise<number> {
  const { id } = await tx
    .insertInto("amas_suggestions")
    .values(row)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** How many were applied without a decision on this day, including those rolled back since. */
export async function countAutoApplied(db: Database, day: string): Promise<number> {
  const { count } = await db
    .selectFrom("amas_suggestions")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("auto_applied_day", "=", day)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** @returns whether it was as expected, and was changed */
export async function updateSuggestion(
  tx: Database,
  { id, statuses, checkedVersionId = 0 }: ExpectedSuggestion,
  change: SuggestionChange,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("amas_suggestions")
    .set(change)
    .where("id", "=", id)
    .where("status", "in", statuses)
    .where("checked_version_id", ">=", checkedVersionId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Pending ones that have not been compared with all versions up to this one. */
export async function listUnchecked(
  db: Database,
  versionId: number,
  limit: number,
): Promise<Pick<SuggestionRow, "id" | "patch_json" | "checked_version_id">[]> {
  return db
    .selectFrom("amas_suggestions")
    .select(["id", "patch_json", "checked_version_id"])
    .where("status", "=", "pending")
    .where("checked_version_id", "<", versionId)
    .orderBy("checked_version_id")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Removes those without a decision that were never applied. @returns how many */
export async function deleteUndecidedBefore(db: Database, beforeMs: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("amas_suggestions")
    .where("status", "in", ["rejected", "expired", "superseded"])
    .where("former_json", "is", null)
    .where((row) => row.or([row("decided_by", "is", null), row("decided_by", "like", "worker:%")]))
    .where("created_at_ms", "<", beforeMs)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** @returns how many pending suggestions from before `beforeMs` were changed */
export async function updatePendingBefore(
  db: Database,
  beforeMs: number,
  change: SuggestionChange,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("amas_suggestions")
    .set(change)
    .where("status", "=", "pending")
    .where("created_at_ms", "<=", beforeMs)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
