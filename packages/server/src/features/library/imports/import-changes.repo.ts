import type { Selectable } from "kysely";
import { upsertMany, type BulkTarget } from "../../../platform/database/bulk.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { ImportChangesTable } from "./imports.tables.ts";

export type ImportChange = Selectable<ImportChangesTable>;

const CHANGES: BulkTarget = {
  table: "import_changes",
  columns: {
    import_id: "text",
    seq: "integer",
    what: "text",
    word_id: "text",
    wordbook_id: "text",
    before_json: "text",
  },
  key: ["import_id", "seq"],
  onConflict: "fail",
};

export async function insertChanges(tx: Database, changes: readonly ImportChange[]): Promise<void> {
  await upsertMany(tx, CHANGES, changes);
}

/** The latest changes of an import, latest first. */
export async function listLastChanges(
  db: Database,
  importId: string,
  limit: number,
): Promise<ImportChange[]> {
  return db
    .selectFrom("import_changes")
    .selectAll()
    .where("import_id", "=", importId)
    .orderBy("seq", "desc")
    .limit(limit)
    .execute();
}

/** Removes the changes from this one on. */
export async function removeChangesFrom(
  tx: Database,
  importId: string,
  seq: number,
): Promise<void> {
  await tx
    .deleteFrom("import_changes")
    .where("import_id", "=", importId)
    .where("seq", ">=", seq)
    .execute();
}

export async function noteImportBook(tx: Database, bookId: string, userId: string): Promise<void> {
  await tx
    .insertInto("import_books")
    .values({ wordbook_id: bookId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The learner's books that imports made and that are still there, by name; the oldest of each. */
export async function listImportBooks(db: Database, userId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("import_books")
    .innerJoin("wordbooks", "wordbooks.id", "import_books.wordbook_id")
    .select(["wordbooks.id", "wordbooks.name"])
    .where("import_books.user_id", "=", userId)
    .where("wordbooks.user_id", "=", userId)
    .where("wordbooks.type", "=", "user")
    .orderBy("wordbooks.created_at_ms", "desc")
    .execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
}

export async function forgetImportBook(tx: Database, bookId: string): Promise<void> {
  await tx.deleteFrom("import_books").where("wordbook_id", "=", bookId).execute();
}
