import type { Page, WordbookStep } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { pageWindow, toPage, type PageQuery } from "../../../platform/basics/page.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { Admin, Learner } from "../../../platform/identity/actor.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import {
  addToBookStep,
  countBookSteps,
  insertBookStep,
  listBookSteps,
  removeOldBookSteps,
  type BookHistoryRow,
} from "./book-history.repo.ts";

export { removeBookHistory } from "./book-history.repo.ts";

/** Maximum number of entries per book. The oldest are dropped. */
const ENTRIES_KEPT = 1_000;

/** The author of a change to a book; null: the service itself. */
export type BookActor = Pick<Learner | Admin, "id" | "kind"> | null;

/** An entry in the history of a book. */
export interface BookStep {
  readonly bookId: string;
  readonly actor: BookActor;
  readonly action: WordbookStep["action"];
  /** Number of words, if the entry concerns words. */
  readonly count?: number;
  /** In English, for administrators. */
  readonly detail: string;
}

/** Adds to the history of a book, as part of the transaction that changes it. */
export async function noteBookStep(
  { clock, ids }: Pick<Deps, "clock" | "ids">,
  tx: Database,
  { bookId, actor, action, count = undefined, detail }: BookStep,
): Promise<void> {
  await insertBookStep(tx, {
    id: ids.next(),
    wordbook_id: bookId,
    at_ms: clock.nowMs(),
    action,
    detail,
    actor_kind: kindOf(actor),
    actor_id: actor?.id ?? null,
    count: count ?? null,
  });
  await removeOldBookSteps(tx, bookId, ENTRIES_KEPT);
}

/**
 * Likewise, for a change that is made some words at a time: those that follow each other become one
 * entry.
 */
export async function noteBookPart(
  needs: Pick<Deps, "clock" | "ids">,
  tx: Database,
  step: BookStep & { readonly count: number },
): Promise<void> {
  const [last] = await listBookSteps(tx, step.bookId, { perPage: 1, offset: 0 });
  const isSame =
    last?.action === step.action &&
    last.detail === step.detail &&
    last.actor_id === (step.actor?.id ?? null);
  if (!isSame) return noteBookStep(needs, tx, step);
  await addToBookStep(tx, last.id, { count: step.count, atMs: needs.clock.nowMs() });
}

/** A page of the history of a book, newest first. Empty for a book that does not exist. */
export async function listBookHistory(
  needs: Pick<Deps, "database" | "settings">,
  bookId: string,
  query: PageQuery,
): Promise<Page<WordbookStep>> {
  const window = pageWindow(query, needs.settings);
  const rows = await listBookSteps(needs.database, bookId, window);
  return toPage(rows.map(toStep), await countBookSteps(needs.database, bookId), window);
}

function kindOf(actor: BookActor): BookHistoryRow["actor_kind"] {
  if (actor === null) return "system";
  return actor.kind === "admin" ? "admin" : "user";
}

function toStep(row: BookHistoryRow): WordbookStep {
  return {
    id: row.id,
    at: toTimestamp(row.at_ms),
    actorKind: row.actor_kind,
    actorId: row.actor_id,
    action: row.action,
    count: row.count,
    detail: row.detail,
  };
}
