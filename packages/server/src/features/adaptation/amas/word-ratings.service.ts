import {
  createWordRating,
  type EngineParameters,
  type RatingState,
  type WordFacts,
} from "@wordloom/engine";
import type { Deps } from "../../../deps.ts";
import { dialectOf } from "../../../platform/database/dialect/dialect-of.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { atEndOf } from "../../../platform/database/transaction.ts";
import { shifted } from "./rating-shift.ts";
import {
  insertWordRatings,
  listWordRatings,
  lockWordRatings,
  saveWordRatings,
} from "./word-ratings.repo.ts";

type Needs = Pick<Deps, "clock">;

/**
 * Ratings of these words; words never rated are left out on SQLite, and start on PostgreSQL with
 * the ratings from which concurrent answers are added up.
 *
 * @param start  the words that the caller is going to rate, and parameters for initial ratings
 */
export async function openWordRatings(
  tx: Database,
  wordIds: readonly string[],
  start: { readonly words: readonly WordFacts[]; readonly parameters: EngineParameters },
): Promise<Map<string, RatingState>> {
  const ratings = byWord(await listWordRatings(tx, wordIds));
  if (dialectOf(tx) === "sqlite") return ratings;
  for (const word of start.words) {
    if (!ratings.has(word.id)) ratings.set(word.id, createWordRating(word, start.parameters));
  }
  return ratings;
}

/** What answers made of the ratings of words. */
export interface RatedWords {
  /** As opened. */
  readonly before: ReadonlyMap<string, RatingState>;
  readonly after: ReadonlyMap<string, RatingState>;
  readonly parameters: EngineParameters;
}

/**
 * Stores ratings that were opened in the same transaction.
 *
 * All learners share them. On PostgreSQL, transactions run concurrently, and answers to the same
 * words would wait for each other if each transaction locked them while the engine is at work.
 * Therefore they are locked as its last step, and the changes are added to what is stored by then.
 */
export async function storeWordRatings(
  needs: Needs,
  tx: Database,
  { before, after, parameters }: RatedWords,
): Promise<void> {
  if (after.size === 0) return;
  if (dialectOf(tx) === "sqlite") return saveWordRatings(tx, toRows(needs, after));
  await atEndOf(tx, async () => {
    const stored = byWord(await lockWordRatings(tx, [...after.keys()]));
    // A missing row cannot be locked. It is added as it started, then locked as the others are.
    const fresh = [...after.keys()].filter((wordId) => !stored.has(wordId));
    if (fresh.length > 0) {
      await insertWordRatings(tx, toRows(needs, pick(before, fresh)));
      for (const [wordId, rating] of byWord(await lockWordRatings(tx, fresh))) {
        stored.set(wordId, rating);
      }
    }
    const added = [...after].map(([wordId, rating]) => {
      const from = before.get(wordId) ?? rating;
      const now = stored.get(wordId) ?? from;
      return [wordId, shifted(now, { from, to: rating }, parameters)] as const;
    });
    await saveWordRatings(tx, toRows(needs, new Map(added)));
  });
}

/** In the order of ids, as they are locked: avoids deadlocks. */
function toRows({ clock }: Needs, ratings: ReadonlyMap<string, RatingState>) {
  return [...ratings.keys()].sort().map((wordId) => ({
    word_id: wordId,
    rating_json: JSON.stringify(ratings.get(wordId)),
    updated_at_ms: clock.nowMs(),
  }));
}

function pick(ratings: ReadonlyMap<string, RatingState>, wordIds: readonly string[]) {
  return new Map([...ratings].filter(([wordId]) => wordIds.includes(wordId)));
}

function byWord(rows: readonly { word_id: string; rating_json: string }[]) {
  return new Map(rows.map((row) => [row.word_id, JSON.parse(row.rating_json) as RatingState]));
}
