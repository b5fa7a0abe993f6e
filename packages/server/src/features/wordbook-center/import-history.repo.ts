import type { Selectable } from "kysely";
import { countRows } from "../../platform/database/count-rows.ts";
import type { Database, WordbookImportsTable } from "../../platform/database/tables.ts";
import type { RowWindow } from "../../platform/page.ts";

export type ImportRow = Selectable<WordbookImportsTable>;

/** A learner's imports, newest first, including those of deleted books. */
export async function listNewestImports(
  db: Database,
  userId: string,
  window: RowWindow,
): Promise<ImportRow[]> {
  return db
    .selectFrom("wordbook_imports")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("imported_at_ms", "desc")
    .orderBy("id")
    .limit(window.perPage)
    .offset(window.offset)
    .execute();
}

export async function countImports(db: Database, userId: string): Promise<number> {
  return countRows(db.selectFrom("wordbook_imports").where("user_id", "=", userId));
}
