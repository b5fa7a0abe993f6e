import {
  createWordRating,
  type EngineParameters,
  type RatingState,
  type WordFacts,
} from "@wordloom/engine";
import type { Deps } from "../../../deps.ts";
import { dialectOf } from "../../../platform/database/dialect/dialect-of.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { insertWordRatings, lockWordRatings, saveWordRatings } from "./word-ratings.repo.ts";

type Needs = Pick<Deps, "clock">;

/**
 * Ratings of these words, locked for the rest of the transaction; words never rated are left out.
 *
 * All learners share them. On PostgreSQL, transactions run concurrently and a missing row cannot be
 * locked, so the first answers to a word would overwrite each other. Therefore the initial ratings
 * of the words about to be rated are stored first.
 *
 * @param start  the words that the caller is going to rate, and parameters for initial ratings
 */
export async function openWordRatings(
  needs: Needs,
  tx: Database,
  wordIds: readonly string[],
  start: { readonly words: readonly WordFacts[]; readonly parameters: EngineParameters },
): Promise<Map<string, RatingState>> {
  const locked = await lockWordRatings(tx, wordIds);
  if (dialectOf(tx) === "sqlite") return byWord(locked);
  const present = new Set(locked.map((row) => row.word_id));
  const missing = start.words.filter((word) => !present.has(word.id));
  if (missing.length === 0) return byWord(locked);
  const fresh = missing.map((word) => [word.id, createWordRating(word, start.parameters)] as const);
  await insertWordRatings(tx, toRows(needs, new Map(fresh)));
  return byWord(await lockWordRatings(tx, wordIds));
}

/** Stores ratings that were opened in the same transaction. */
export async function storeWordRatings(
  needs: Needs,
  tx: Database,
  ratings: ReadonlyMap<string, RatingState>,
): Promise<void> {
  await saveWordRatings(tx, toRows(needs, ratings));
}

/** In the order of ids, as they are locked: avoids deadlocks. */
function toRows({ clock }: Needs, ratings: ReadonlyMap<string, RatingState>) {
  return [...ratings.keys()].sort().map((wordId) => ({
    word_id: wordId,
    rating_json: JSON.stringify(ratings.get(wordId)),
    updated_at_ms: clock.nowMs(),
  }));
}

function byWord(rows: readonly { word_id: string; rating_json: string }[]) {
  return new Map(rows.map((row) => [row.word_id, JSON.parse(row.rating_json) as RatingState]));
}
