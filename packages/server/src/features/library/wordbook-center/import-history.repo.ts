import type { Selectable } from "kysely";
import { countRows } from "../../../platform/database/count-rows.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { WordbookImportsTable } from "../library-imports/library-imports.tables.ts";
import type { WordbooksTable } from "../wordbooks/wordbooks.tables.ts";
import type { RowWindow } from "../../../platform/basics/page.ts";

export interface ImportRow extends Selectable<WordbookImportsTable> {
  /** null for a deleted book. */
  readonly bookType: WordbooksTable["type"] | null;
}

/**
 * A learner's imports, newest first, including running and failed ones and those of deleted books.
 */
export async function listNewestImports(
  db: Database,
  userId: string,
  window: RowWindow,
): Promise<ImportRow[]> {
  return db
    .selectFrom("wordbook_imports")
    .leftJoin("wordbooks", "wordbooks.id", "wordbook_imports.wordbook_id")
    .selectAll("wordbook_imports")
    .select("wordbooks.type as bookType")
    .where("wordbook_imports.user_id", "=", userId)
    .orderBy("imported_at_ms", "desc")
    .orderBy("wordbook_imports.id")
    .limit(window.perPage)
    .offset(window.offset)
    .execute();
}

export async function countImports(db: Database, userId: string): Promise<number> {
  return countRows(db.selectFrom("wordbook_imports").where("user_id", "=", userId));
}
