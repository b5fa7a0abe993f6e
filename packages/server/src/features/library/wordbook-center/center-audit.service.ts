import type { Deps } from "../../../deps.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import type { BookImport } from "../library-imports/import-records.service.ts";
import { auditBook } from "../wordbooks/system-books.service.ts";
import { noteBookStep, type BookActor } from "../wordbooks/wordbooks.service.ts";

type Needs = Pick<Deps, "clock" | "ids">;

/** The requester of an import. */
export interface ImportOrder {
  /** The administrator; absent for the learner who owns the book. */
  readonly by?: Admin;
  /** The book was uploaded, not fetched. */
  readonly isUpload?: true;
}

/**
 * Records a complete import in the history of the book, and an administrator's import in the audit
 * log.
 */
export async function noteImported(
  needs: Needs,
  tx: Database,
  record: BookImport,
  counts: { wordCount: number; wordsImported: number; wordsSkipped: number },
  order: ImportOrder,
): Promise<void> {
  const { wordbookId: bookId, remoteId, version } = record;
  const detail = described(order.isUpload === true ? "Uploaded" : "Imported", record);
  const actor = actorOf(record, order);
  const { wordCount, ...others } = counts;
  await noteBookStep(needs, tx, { bookId, actor, action: "imported", count: wordCount, detail });
  const action = order.isUpload === true ? "wordbook_center.upload" : "wordbook_center.import";
  const after = { version, wordCount };
  await audit(needs, tx, order, {
    action,
    bookId,
    metadata: { remoteId, version, ...others },
    after,
  });
}

/** Like `noteImported`, for an update from a former version to that of the record. */
export async function noteSynced(
  needs: Needs,
  tx: Database,
  record: BookImport,
  changes: { wordsAdded: number; wordsUpdated: number; wordsRemoved: number },
  order: ImportOrder & { readonly formerVersion: string },
): Promise<void> {
  const { wordbookId: bookId, remoteId, version } = record;
  const count = changes.wordsAdded + changes.wordsUpdated + changes.wordsRemoved;
  const detail = described("Updated", record);
  const actor = actorOf(record, order);
  await noteBookStep(needs, tx, { bookId, actor, action: "synced", count, detail });
  const action = "wordbook_center.sync";
  const states = { before: { version: order.formerVersion }, after: { version } };
  const metadata = { remoteId, version, ...changes };
  await audit(needs, tx, order, { action, bookId, metadata, ...states });
}

function described(what: string, { remoteId, version }: BookImport): string {
  return `${what} ${remoteId}${version === "" ? "" : `, version ${version}`}`;
}

function actorOf({ userId }: BookImport, { by }: ImportOrder): BookActor {
  if (by !== undefined) return by;
  return userId === null ? null : { kind: "learner", id: userId };
}

async function audit(
  needs: Needs,
  tx: Database,
  { by }: ImportOrder,
  entry: Omit<Parameters<typeof auditBook>[2], "by">,
): Promise<void> {
  if (by !== undefined) await auditBook(needs, tx, { ...entry, by });
}
