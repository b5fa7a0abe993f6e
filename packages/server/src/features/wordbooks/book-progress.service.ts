import type { WordbookProgress } from "@wordloom/contract";
import type { Learner } from "../../platform/actor.ts";
import { toTimestampOrNull } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/tables.ts";
import { countBookStates, listVisibleBookIds, type BookStateCount } from "./book-progress.repo.ts";
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
  const states = Map.groupBy(await countBookStates(db, learner.id, ids), (row) => row.bookId);
  return ids.map((id) => toProgress(id, wordCounts.get(id) ?? 0, states.get(id) ?? []));
}

function among(visible: readonly string[], askedIds: readonly string[]): string[] {
  const seen = new Set(visible);
  return [...new Set(askedIds)].filter((id) => seen.has(id));
}

function toProgress(
  wordbookId: string,
  wordCount: number,
  states: readonly BookStateCount[],
): WordbookProgress {
  const words = { new: 0, learning: 0, reviewing: 0, mastered: 0, forgotten: 0 };
  for (const { state, count } of states) words[state] = count;
  const { learning, reviewing, mastered, forgotten } = words;
  const studied = learning + reviewing + mastered + forgotten;
  const answered = states.flatMap((row) => row.lastAnswerAtMs ?? []);
  return {
    wordbookId,
    wordCount,
    studiedWords: studied,
    masteredWords: mastered,
    reviewingWords: reviewing,
    forgottenWords: forgotten,
    progress: share(studied, wordCount),
    masteryProgress: share(mastered, wordCount),
    lastStudiedAt: toTimestampOrNull(answered.length === 0 ? null : Math.max(...answered)),
  };
}

/** A word may come between the two counts, so that there seem to be more than all. */
function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(1, part / whole);
}
