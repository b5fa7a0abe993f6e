import type { ImportHistoryEntry, Page } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { pageWindow, toPage, type PageQuery } from "../../../platform/basics/page.ts";
import { countImports, listNewestImports, type ImportRow } from "./import-history.repo.ts";

const STATUSES = {
  system: "complete",
  user: "complete",
  importing: "importing",
  discarded: "failed",
} as const satisfies Record<string, ImportHistoryEntry["status"]>;

/** A page of the learner's imports, newest first. A sync counts as a new import. */
export async function listImportHistory(
  needs: Pick<Deps, "database" | "settings">,
  learner: Learner,
  query: PageQuery,
): Promise<Page<ImportHistoryEntry>> {
  const { database } = needs;
  const window = pageWindow(query, needs.settings);
  const rows = await listNewestImports(database, learner.id, window);
  return toPage(rows.map(toEntry), await countImports(database, learner.id), window);
}

function toEntry(row: ImportRow): ImportHistoryEntry {
  return {
    id: row.id,
    wordbookId: row.bookType === null ? null : row.wordbook_id,
    remoteId: row.remote_id,
    sourceUrl: row.source_url,
    version: row.version,
    wordsImported: row.words_imported,
    wordsSkipped: row.words_skipped,
    status: STATUSES[row.bookType ?? "user"],
    importedAt: toTimestamp(row.imported_at_ms),
  };
}
