import type { Page, AdminWordbook, WordbookStep, WordPublic } from "@wordloom/contract";
import { foldText, queryForms } from "@wordloom/language";
import type { Readable } from "node:stream";
import type { Deps } from "../../../deps.ts";
import { pageWindow, toPage, type PageQuery } from "../../../platform/basics/page.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { writeAudit } from "../../accounts/audit/audit.service.ts";
import { exportBook, type BookFileFormat } from "../../library/word-lists/book-export.service.ts";
import { listBookHistory } from "../../library/wordbooks/book-history.service.ts";
import { isRankedBook } from "../../library/wordbooks/ranked-book.ts";
import {
  listBookContents,
  requireBook,
  typeOf,
  withContent,
} from "../../library/wordbooks/wordbooks.service.ts";
import { listWordsById } from "../../library/words/words.service.ts";
import { readBookAccuracy } from "../analytics-admin/book-accuracy.service.ts";
import {
  countBookEntries,
  countBooksByType,
  countChoosing,
  countAllBooks,
  countFoundWords,
  countStudiedWords,
  listAllBooks,
  listFoundWordIds,
  type AdminWordbookRow,
} from "./wordbooks-admin.repo.ts";

type ReadNeeds = Pick<Deps, "reports" | "settings">;

/** A page of all wordbooks, and their number. */
export async function listAdminWordbooks(
  { reports, settings }: ReadNeeds,
  query: PageQuery & {
    readonly type?: "system" | "user" | undefined;
    readonly search?: string | undefined;
    readonly sort: "newest" | "hottest";
  },
) {
  const window = pageWindow(query, settings);
  const filter = { type: query.type, search: foldText(query.search ?? "") };
  const rows = await listAllBooks(reports, filter, query.sort, window);
  const contents = await listBookContents(
    reports,
    rows.map(({ id }) => id),
  );
  const total = await countAllBooks(reports, filter);
  const byType = await countBooksByType(reports);
  const [system, user] = [byType.get("system") ?? 0, byType.get("user") ?? 0];
  return {
    ...toPage(
      rows.map((row) => withContent(toEntry(row), contents.get(row.id))),
      total,
      window,
    ),
    counts: { all: system + user, system, user, totalEntries: await countBookEntries(reports) },
  };
}

/** A page of the words of any book, by text, or of the words found. @throws AppError NOT_FOUND */
export async function listAdminWordbookWords(
  needs: ReadNeeds & Pick<Deps, "database">,
  bookId: string,
  query: PageQuery & { readonly search?: string | undefined },
): Promise<Page<WordPublic>> {
  const { database, reports } = needs;
  await requireBook(database, bookId);
  const window = pageWindow(query, needs.settings);
  const forms = queryForms(query.search ?? "");
  const ids = await listFoundWordIds(reports, bookId, forms, window);
  const words = await listWordsById(reports, null, ids);
  return toPage(words, await countFoundWords(reports, bookId, forms), window);
}

/** How a book is used. @throws AppError NOT_FOUND */
export async function readWordbookStats(
  needs: Pick<Deps, "clock" | "database" | "log" | "reports" | "settings">,
  bookId: string,
) {
  const { database, reports } = needs;
  await requireBook(database, bookId);
  const contents = await listBookContents(reports, [bookId]);
  const { studied, mastered } = await countStudiedWords(reports, bookId);
  const accuracy = await readBookAccuracy(needs, bookId);
  return {
    wordCount: contents.get(bookId)?.words ?? 0,
    activeUsers: await countChoosing(reports, bookId),
    studiedWords: studied,
    masteredWords: mastered,
    accuracy: accuracy.content,
    accuracyComputedAt: accuracy.computedAt,
  };
}

/** A page of a book's history, newest first. @throws AppError NOT_FOUND */
export async function listWordbookHistory(
  needs: Pick<Deps, "database" | "settings">,
  bookId: string,
  query: PageQuery,
): Promise<Page<WordbookStep>> {
  await requireBook(needs.database, bookId);
  return listBookHistory(needs, bookId, query);
}

/** Any book as a file. Records the export. @throws AppError NOT_FOUND */
export async function exportAnyBook(
  needs: Pick<Deps, "clock" | "database" | "reports">,
  by: Admin,
  bookId: string,
  format: BookFileFormat,
): Promise<{ body: Readable; headers: Record<string, string> }> {
  const { name, type } = await requireBook(needs.database, bookId);
  const file = await exportBook({ ...needs, database: needs.reports }, by, bookId, format);
  // The name that a learner chose does not outlive the account.
  const named = type === "system" && { name };
  const target = { type: "wordbook", id: bookId, ...named } as const;
  const atMs = needs.clock.nowMs();
  const metadata = { format };
  await writeAudit(needs.database, { action: "wordbook.export", by, atMs, target, metadata });
  return file;
}

function toEntry(row: AdminWordbookRow): Omit<AdminWordbook, "wordCount"> {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    type: typeOf(row.user_id),
    userId: row.user_id,
    ownerEmail: row.owner_email,
    activeUsers: row.active_users,
    tags: JSON.parse(row.tags_json) as string[],
    createdAt: toTimestamp(row.created_at_ms),
    language: row.language,
    meaningLanguage: row.meaning_language,
    isRanked: isRankedBook(row),
  };
}
