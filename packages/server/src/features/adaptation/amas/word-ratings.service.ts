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
 * Ratings of these words. Words never rated are left out on SQLite. On PostgreSQL they start with
 * initial ratings, to which concurrent answers add their changes.
 *
 * @param start  the words that the caller is going to rate, and parameters for initial ratings
 */
export async function openWordRatings(
  tx: Database,
  wordIds: readonly string[],
  start: { readonly words: readonly WordFacts[]; readonly parameters: EngineParameters },
): Promise<Map<string, RatingState>> {
  const ratings = await ratingsToStart(tx, wordIds, start.words);
  if (dialectOf(tx) === "sqlite") return ratings;
  for (const word of start.words) {
    if (!ratings.has(word.id)) ratings.set(word.id, createWordRating(word, start.parameters));
  }
  return ratings;
}

/**
 * Ratings of these words. A learner's own word that was never rated starts with the rating of the
 * library word it was made beside.
 */
export async function ratingsToStart(
  db: Database,
  wordIds: readonly string[],
  words: readonly WordFacts[],
): Promise<Map<string, RatingState>> {
  const ratings = byWord(await listWordRatings(db, wordIds));
  const beside = words.flatMap((word: WordFacts & { readonly basedOn?: string | null }) =>
    word.basedOn == null || ratings.has(word.id) ? [] : [[word.id, word.basedOn] as const],
  );
  if (beside.length === 0) return ratings;
  const first = byWord(await listWordRatings(db, [...new Set(beside.map(([, base]) => base))]));
  for (const [id, base] of beside) {
    const rating = first.get(base);
    if (rating !== undefined) ratings.set(id, rating);
  }
  return ratings;
}

/** Ratings of words before and after answers. */
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
 * words would wait for each other if each transaction held the locks while the engine runs.
 * Therefore this last step locks the ratings and adds the changes to the stored values.
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
    // A missing row cannot be locked. It is inserted with its initial rating, then locked like the
    // others.
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

/** Replaces the ratings of words that nobody else answers. */
export async function setWordRatings(
  needs: Needs,
  tx: Database,
  ratings: ReadonlyMap<string, RatingState>,
): Promise<void> {
  if (ratings.size > 0) await saveWordRatings(tx, toRows(needs, ratings));
}

/** Ordered by id, like the locks, to avoid deadlocks. */
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
