import type { WordbookProgress } from "@wordloom/contract";
import type { Learner } from "../../../platform/identity/actor.ts";
import { toTimestampOrNull } from "../../../platform/time/clock.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { listBookContents } from "../../library/wordbooks/wordbooks.service.ts";
import {
  countKnownByBook,
  countStatesByBook,
  listVisibleBookIds,
  type BookStateCounts,
} from "./book-progress.repo.ts";

/**
 * The learner's progress with these books in the given order, or with all visible books, newest
 * first. Omits unknown books and those of other learners.
 */
export async function readBookProgress(
  db: Database,
  learner: Learner,
  requestedIds: readonly string[] | undefined,
): Promise<WordbookProgress[]> {
  const visible = await listVisibleBookIds(db, learner.id);
  const ids = requestedIds === undefined ? visible : onlyVisible(visible, requestedIds);
  if (ids.length === 0) return [];
  const contents = await listBookContents(db, ids);
  const counts = await countStatesByBook(db, learner.id, ids);
  const countsOf = new Map(counts.map((stateCounts) => [stateCounts.bookId, stateCounts]));
  const known = await countKnownByBook(db, learner.id, ids);
  return ids.map((id) => {
    const { studied, ...of } = countsOf.get(id) ?? notStudied(id);
    const done = { ...of, studied: studied + (known.get(id) ?? 0) };
    return toProgress(done, contents.get(id)?.words ?? 0);
  });
}

function onlyVisible(visible: readonly string[], requestedIds: readonly string[]): string[] {
  const allowed = new Set(visible);
  return [...new Set(requestedIds)].filter((id) => allowed.has(id));
}

function notStudied(bookId: string): BookStateCounts {
  return { bookId, studied: 0, mastered: 0, reviewing: 0, forgotten: 0, lastAnswerAtMs: null };
}

function toProgress(stateCounts: BookStateCounts, wordCount: number): WordbookProgress {
  return {
    wordbookId: stateCounts.bookId,
    wordCount,
    studiedWords: stateCounts.studied,
    masteredWords: stateCounts.mastered,
    reviewingWords: stateCounts.reviewing,
    forgottenWords: stateCounts.forgotten,
    progress: share(stateCounts.studied, wordCount),
    masteryProgress: share(stateCounts.mastered, wordCount),
    lastStudiedAt: toTimestampOrNull(stateCounts.lastAnswerAtMs),
  };
}

/** A word may be added between the two counts, so the share is limited to 1. */
function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(1, part / whole);
}
