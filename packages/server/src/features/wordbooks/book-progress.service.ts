import type { WordbookProgress } from "@wordloom/contract";
import type { Learner } from "../../platform/actor.ts";
import { toTimestampOrNull } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/tables.ts";
import { listVisibleBookIds, tallyBooks, type BookTally } from "./book-progress.repo.ts";
import { countBookWords } from "./wordbooks.repo.ts";

/**
 * How far a learner has come with some books, in the order asked for, or with all that are to be
 * seen, newest first. A book that is absent or another learner's is left out.
 */
export async function readBookProgress(
  db: Database,
  learner: Learner,
  askedIds: readonly string[] | undefined,
): Promise<WordbookProgress[]> {
  const visible = await listVisibleBookIds(db, learner.id);
  const ids = askedIds === undefined ? visible : among(visible, askedIds);
  if (ids.length === 0) return [];
  const wordCounts = await countBookWords(db, ids);
  const tallies = await tallyBooks(db, learner.id, ids);
  const tallyOf = new Map(tallies.map((tally) => [tally.bookId, tally]));
  return ids.map((id) => toProgress(tallyOf.get(id) ?? untouched(id), wordCounts.get(id) ?? 0));
}

function among(visible: readonly string[], askedIds: readonly string[]): string[] {
  const seen = new Set(visible);
  return [...new Set(askedIds)].filter((id) => seen.has(id));
}

function untouched(bookId: string): BookTally {
  return { bookId, studied: 0, mastered: 0, reviewing: 0, forgotten: 0, lastAnswerAtMs: null };
}

function toProgress(tally: BookTally, wordCount: number): WordbookProgress {
  return {
    wordbookId: tally.bookId,
    wordCount,
    studiedWords: tally.studied,
    masteredWords: tally.mastered,
    reviewingWords: tally.reviewing,
    forgottenWords: tally.forgotten,
    progress: share(tally.studied, wordCount),
    masteryProgress: share(tally.mastered, wordCount),
    lastStudiedAt: toTimestampOrNull(tally.lastAnswerAtMs),
  };
}

/** A word may come between the two counts, so that there seem to be more than all. */
function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(1, part / whole);
}
