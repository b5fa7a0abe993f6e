import type {
  Category,
  EarlierState,
  Page,
  WordInState,
  WordLearningState,
  WordStateChange,
  WordStateName,
} from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { pageWindow, toPage, type PageQuery } from "../../../platform/basics/page.ts";
import { toTimestamp, toTimestampOrNull } from "../../../platform/time/clock.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { keptRead } from "../../../platform/memory/kept-reads.ts";
import { learnerDay } from "../../accounts/preferences/preferences.service.ts";
import { favoritesAmong } from "../../library/favorites/favorites.service.ts";
import { listWordsById } from "../../library/words/words.service.ts";
import {
  countDueWordStates,
  countWordStates,
  countWordsInState,
  countWordStatesByCategory,
  findWordState,
  listDueWordStates,
  listMasteryEdges,
  listWordStates,
  listWordsInState,
  saveWordStates,
  type ShownWordState,
  type WordStateRow,
} from "./word-states.repo.ts";
import { parseEdges, type MasteryEdges } from "./mastery-edges.ts";
import { isMarked, newWordState, withManualState, withoutMark } from "./word-state.ts";

export { firstMastery } from "./mastery-edges.ts";
export { isSetByHand, newWordState, startOver } from "./word-state.ts";
export {
  countDueWordStates,
  listAnsweredWords,
  listWordStates,
  listWordStatesOf,
  removeWordStates,
  saveWordStates,
  type WordStateRow,
} from "./word-states.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/** Typical duration of a review, seconds; only for the estimate shown to learners. */
const REVIEW_SECONDS_TYPICAL = 8;

export async function readWordState(
  needs: Needs,
  learner: Learner,
  wordId: string,
): Promise<WordLearningState> {
  const row = (await findWordState(needs.database, learner.id, wordId)) ?? refuse("NOT_FOUND");
  const [state] = await toWordStates(needs.database, learner.id, [row]);
  return state ?? refuse("NOT_FOUND");
}

/** States of several words in the given order; words without one are left out. */
export async function readWordStateBatch(
  needs: Needs,
  learner: Learner,
  wordIds: readonly string[],
): Promise<WordLearningState[]> {
  const rows = await listWordStates(needs.database, learner.id, wordIds);
  const byWord = new Map(rows.map((row) => [row.word_id, row]));
  const found = [...new Set(wordIds)].flatMap((wordId) => byWord.get(wordId) ?? []);
  return toWordStates(needs.database, learner.id, found);
}

/** The words whose review is due, most overdue first; what clients ask for again and again. */
export async function listDueWords(
  needs: Needs,
  learner: Learner,
  limit: number,
): Promise<WordLearningState[]> {
  return keptRead(needs, { userId: learner.id, name: `due ${limit}` }, async () => {
    const day = await learnerDay(needs, learner.id);
    const rows = await listDueWordStates(needs.database, learner.id, day, limit);
    return rows.map((row) => toWordState(learner.id, row, row.bookmarked === 1));
  });
}

/** A page of the learner's words in one state; those that were never answered last. */
export async function listWordsByState(
  needs: Pick<Deps, "database" | "settings">,
  learner: Learner,
  { state, ...page }: PageQuery & { readonly state: WordStateName },
): Promise<Page<WordInState>> {
  const { database, settings } = needs;
  const window = pageWindow(page, settings);
  const rows = await listWordsInState(database, learner.id, state, window);
  const words = await listWordsById(
    database,
    learner.id,
    rows.map((row) => row.word_id),
  );
  const wordOf = new Map(words.map((word) => [word.id, word]));
  const entries = rows.flatMap((row) => {
    const word = wordOf.get(row.word_id);
    if (word === undefined) return [];
    return { word, nextReviewDate: toTimestampOrNull(row.next_review_at_ms) };
  });
  return toPage(entries, await countWordsInState(database, learner.id, state), window);
}

/** Number of words in each state, over all words or those answered in one category. */
export async function readStateOverview(needs: Needs, learner: Learner, category: Category) {
  const { database } = needs;
  const counts =
    category === "all"
      ? await countWordStates(database, learner.id)
      : await countWordStatesByCategory(database, learner.id, category);
  const of = (state: WordStateName) => counts.find((row) => row.state === state)?.count ?? 0;
  const due = await countDueWordStates(database, learner.id, await learnerDay(needs, learner.id));
  return {
    newCount: of("new"),
    learning: of("learning"),
    reviewing: of("reviewing"),
    mastered: of("mastered"),
    forgotten: of("forgotten"),
    dueReviewEstimatedMinutes: Math.ceil((due * REVIEW_SECONDS_TYPICAL) / 60),
  };
}

/** A word that became mastered at least once. */
export interface MasteredWord {
  readonly edges: MasteryEdges;
  /** Whether it has been answered since the last reset. */
  readonly isAnswered: boolean;
}

export async function listMasteredWords(db: Database, userId: string): Promise<MasteredWord[]> {
  const rows = await listMasteryEdges(db, userId);
  return rows.map((row) => ({
    edges: parseEdges(row.mastery_edges),
    isAnswered: row.last_answer_at_ms !== null,
  }));
}

/** Number of words in each state. */
export async function countStates(
  db: Database,
  userId: string,
): Promise<Readonly<Record<WordStateName, number>>> {
  const counts = { new: 0, learning: 0, reviewing: 0, mastered: 0, forgotten: 0 };
  for (const row of await countWordStates(db, userId)) counts[row.state] = row.count;
  return counts;
}

/**
 * Sets states by hand; words without a state get one. The caller has checked that the words exist,
 * and holds the learner's lock if answers may be applied at the same time.
 *
 * @returns number of words that have become mastered
 */
export async function setStates(
  tx: Database,
  userId: string,
  changes: ReadonlyMap<string, WordStateChange>,
  nowMs: number,
): Promise<number> {
  const rows = await listWordStates(tx, userId, [...changes.keys()]);
  const byWord = new Map(rows.map((row) => [row.word_id, row]));
  const changed = [...changes].map(([wordId, change]) => {
    const before = byWord.get(wordId) ?? newWordState(userId, wordId, nowMs);
    return withManualState(before, change, nowMs);
  });
  await saveWordStates(tx, changed);
  const newlyMastered = changed.filter((row) => {
    return row.state === "mastered" && byWord.get(row.word_id)?.state !== "mastered";
  });
  return newlyMastered.length;
}

/** Sets words to `mastered`, under the same conditions. */
export async function markWordsMastered(
  tx: Database,
  userId: string,
  wordIds: readonly string[],
  nowMs: number,
): Promise<number> {
  const changes = wordIds.map((wordId) => [wordId, { state: "mastered" }] as const);
  return setStates(tx, userId, new Map(changes), nowMs);
}

/**
 * Takes back that words were marked as mastered, under the same conditions.
 *
 * @returns number of words, and when those were marked that had become mastered by it
 */
export async function unmarkWords(
  tx: Database,
  userId: string,
  wordIds: readonly string[],
  earlier: ReadonlyMap<string, EarlierState>,
): Promise<{ readonly restored: number; readonly markedAtMs: readonly number[] }> {
  const rows = (await listWordStates(tx, userId, wordIds)).filter(isMarked);
  const restored = rows.flatMap((row) => {
    const before = earlier.get(row.word_id);
    return before === undefined ? [] : [{ row, back: withoutMark(row, before) }];
  });
  await saveWordStates(
    tx,
    restored.map(({ back }) => back),
  );
  const newlyMastered = restored.filter(
    ({ row, back }) => row.mastery_edges !== back.mastery_edges,
  );
  const markedAtMs = newlyMastered.map(({ row }) => row.updated_at_ms);
  return { restored: restored.length, markedAtMs };
}

/** Wire form of rows of one learner. */
export async function toWordStates(
  db: Database,
  userId: string,
  rows: readonly WordStateRow[],
): Promise<WordLearningState[]> {
  const wordIds = rows.map((row) => row.word_id);
  const favorites = await favoritesAmong(db, userId, wordIds);
  return rows.map((row) => toWordState(userId, row, favorites.has(row.word_id)));
}

function toWordState(userId: string, row: ShownWordState, bookmarked: boolean): WordLearningState {
  return {
    userId,
    wordId: row.word_id,
    state: row.state,
    masteryLevel: row.mastery_level,
    nextReviewDate: toTimestampOrNull(row.next_review_at_ms),
    halfLife: row.half_life_hours,
    correctStreak: row.correct_streak,
    totalAttempts: row.total_attempts,
    updatedAt: toTimestamp(row.updated_at_ms),
    bookmarked,
  };
}
