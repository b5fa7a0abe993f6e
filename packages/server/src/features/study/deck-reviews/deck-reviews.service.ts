import type { DeckReviews, DeckWord, LearnersImport, ReviewsOfRun } from "../../../deck-keeper.ts";
import type { Deps } from "../../../deps.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { localDay, type DayRules } from "../../../platform/time/local-day.ts";
import { takeTurns } from "../../../platform/time/turns.ts";
import { dayRulesOf } from "../../accounts/preferences/preferences.service.ts";
import {
  lastFitOf,
  masteryChanges,
  noteChangedRecords,
  replayLearner,
} from "../../adaptation/replays/replays.service.ts";
import { noteImportedMasteries } from "../../progress/activity/activity.service.ts";
import {
  countRecordsOf,
  insertRecords,
  insertRestarts,
  listOtherTimes,
  listUsedClientIds,
  removeImportedRecords,
  removeRestarts,
  type RecordRow,
} from "../../progress/answers/answers.service.ts";
import {
  isSetByHand,
  listWordStates,
  removeWordStates,
} from "../../progress/word-states/word-states.service.ts";
import { unselectBook } from "../study-config/study-config.service.ts";
import { tellOfImport } from "./import-notice.service.ts";
import { resultOf } from "./import-result.service.ts";
import {
  clientIdOf,
  recordsOf,
  restartsOf,
  reviewsOf,
  unknownReviews,
  type WordReview,
} from "./review-records.ts";

type StoreNeeds = Pick<Deps, "ids" | "settings">;

/** Records looked up or stored between two turns of the event loop. */
const STORED_AT_ONCE = 250;

/** The reviews of decks as records, from which learner, words and statistics follow. */
export const deckReviewsOfLearner: DeckReviews = {
  keeps: "deck_reviews",
  async judge({ database }, of, words) {
    const all = words.flatMap(({ wordId, note }) =>
      note.reviews.flatMap((review) => ("id" in review ? [{ wordId, id: review.id }] : [])),
    );
    const fresh = await unknownAmong(database, of, all);
    return { reviews: fresh.length, reviewsKnown: all.length - fresh.length };
  },
  open: openReviews,
  drop: dropReviews,
  unselect: unselectBook,
  async replay(needs, userId, heed) {
    await replayLearner(needs, userId, heed);
  },
};

async function unknownAmong<T extends { readonly wordId: string; readonly id: number }>(
  db: Database,
  of: LearnersImport,
  reviews: readonly T[],
): Promise<T[]> {
  const wordIds = [...new Set(reviews.map(({ wordId }) => wordId))];
  if (wordIds.length === 0) return [];
  return unknownReviews(reviews, await listOtherTimes(db, { ...of, wordIds }));
}

/** What one run remembers of the words it has put in. */
interface Remembered {
  readonly words: Set<string>;
  /** When the deck says that words with a review are due, ms since 1970. */
  readonly dueDates: Map<string, number>;
  readonly days: Set<string>;
  reviews: number;
  firstMs: number;
}

function openReviews(
  ...[needs, of, options]: Parameters<DeckReviews["open"]>
): ReturnType<DeckReviews["open"]> {
  const run: Remembered = {
    words: new Set(),
    dueDates: new Map(),
    days: new Set(),
    reviews: 0,
    firstMs: Infinity,
  };
  let rules: DayRules | undefined;
  return {
    async store(tx, words) {
      rules ??= await dayRulesOf(tx, of.userId, needs.settings.APP_TIMEZONE);
      for (const { wordId } of words) run.words.add(wordId);
      if (options.reviews === "ignore") return { reviews: 0, reviewsKnown: 0, wordIds: [] };
      remember(run, words, rules);
      return storeReviews(needs, tx, of, { words, rules });
    },
    async finish(heed) {
      const dueDates = options.schedule === "keep" ? run.dueDates : new Map<string, number>();
      const fitted = await replayLearner(needs, of.userId, { ...heed, dueDates });
      const { reviews, days } = run;
      const result = await resultOf(needs, of.userId, [...run.words], {
        reviews,
        days: days.size,
        firstMs: reviews === 0 ? null : run.firstMs,
        fitted: reviews === 0 ? undefined : (fitted ?? (await lastFitOf(needs, of.userId))),
      });
      await tellOfImport(needs, of, result, heed);
      return result;
    },
  };
}

function remember(run: Remembered, words: readonly DeckWord[], rules: DayRules): void {
  for (const { wordId, note } of words) {
    const times = note.reviews.flatMap((review) => ("id" in review ? review.id : []));
    for (const atMs of times) {
      run.days.add(localDay(atMs, rules.timeZone, rules.dayStartHour));
      run.firstMs = Math.min(run.firstMs, atMs);
    }
    run.reviews += times.length;
    if (times.length > 0 && note.dueMs !== null) {
      const known = run.dueDates.get(wordId) ?? Infinity;
      run.dueDates.set(wordId, Math.min(known, note.dueMs));
    }
  }
}

async function storeReviews(
  needs: StoreNeeds,
  tx: Database,
  of: LearnersImport,
  { words, rules }: { readonly words: readonly DeckWord[]; readonly rules: DayRules },
): ReturnType<ReviewsOfRun["store"]> {
  const { userId, importId } = of;
  const all = reviewsOf(words, rules);
  await takeTurns();
  const fresh = await unknownAmong(tx, of, all);
  await takeTurns();
  await insertInTurns(tx, await asRecords(needs, tx, of, fresh));
  const restarts = restartsOf(words).map(({ wordId, atMs }) => ({
    user_id: userId,
    word_id: wordId,
    at_ms: atMs,
    import_id: importId,
  }));
  const isRestarted = (await insertRestarts(tx, restarts)) > 0;
  const touched = new Set(fresh.map(({ wordId }) => wordId));
  if (isRestarted) for (const { word_id: id } of restarts) touched.add(id);
  const wordIds = [...touched];
  if (wordIds.length > 0) {
    const firstMs = fresh.reduce((least, { id }) => Math.min(least, id), Infinity);
    const fromMs = Number.isFinite(firstMs) ? firstMs : (restarts[0]?.at_ms ?? 0);
    await noteChangedRecords(tx, userId, wordIds, fromMs);
  }
  return { reviews: fresh.length, reviewsKnown: all.length - fresh.length, wordIds };
}

async function asRecords(
  { ids }: StoreNeeds,
  tx: Database,
  of: LearnersImport,
  reviews: readonly WordReview[],
): Promise<RecordRow[]> {
  const used = new Set<string>();
  for (let start = 0; start < reviews.length; start += STORED_AT_ONCE) {
    const keys = reviews.slice(start, start + STORED_AT_ONCE).map(clientIdOf);
    for (const key of await listUsedClientIds(tx, of.userId, keys)) used.add(key);
    await takeTurns();
  }
  return recordsOf(reviews, of, used, () => ids.next());
}

async function insertInTurns(tx: Database, records: readonly RecordRow[]): Promise<void> {
  for (let start = 0; start < records.length; start += STORED_AT_ONCE) {
    await insertRecords(tx, records.slice(start, start + STORED_AT_ONCE));
    await takeTurns();
  }
}

/** Takes back records and restarts; words that no answer is left of lose their state at once. */
async function dropReviews(
  ...[needs, tx, of, wordIds]: Parameters<DeckReviews["drop"]>
): Promise<void> {
  const { userId } = of;
  const firstMs = await removeImportedRecords(tx, { ...of, wordIds });
  await removeRestarts(tx, { ...of, wordIds });
  const left = await countRecordsOf(tx, userId, wordIds);
  const rows = await listWordStates(tx, userId, wordIds);
  const gone = rows.filter((row) => !left.has(row.word_id) && !isSetByHand(row, undefined));
  await removeWordStates(
    tx,
    userId,
    gone.map((row) => row.word_id),
  );
  const masteries = gone.flatMap((row) => masteryChanges(row.mastery_edges, null));
  await noteImportedMasteries(needs, tx, userId, masteries);
  const waiting = wordIds.filter((id) => left.has(id));
  await noteChangedRecords(tx, userId, waiting, firstMs ?? needs.clock.nowMs());
}
