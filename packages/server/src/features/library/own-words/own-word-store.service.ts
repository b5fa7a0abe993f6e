import type { Deps } from "../../../deps.ts";
import { refuseOver } from "../../../platform/basics/over-limit.ts";
import { takeNamedLock } from "../../../platform/database/named-lock.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { noteWordSources } from "../dictionaries/word-sources.service.ts";
import { insertClean } from "../words/word-store.service.ts";
import { countOwnWords } from "../words/words.service.ts";
import type { PlannedWord } from "./own-word-planner.service.ts";

export {
  createOwnWordPlanner,
  type OwnWordRule,
  type PlannedWord,
} from "./own-word-planner.service.ts";

/**
 * Stores the words that were planned as the learner's own, inside the caller's transaction. This
 * and `createOwnWordPlanner` are how words of any origin come in; call both for a few hundred
 * drafts at a time and let requests run in between.
 *
 * @returns number of words stored
 * @throws AppError OWN_WORDS_LIMIT
 */
export async function storeOwnWords(
  needs: Pick<Deps, "clock" | "settings">,
  tx: Database,
  userId: string,
  planned: readonly PlannedWord[],
): Promise<number> {
  const words = planned.flatMap(({ outcome, wordId, word, basedOn }) =>
    outcome === "own" && wordId !== null ? { id: wordId, word, ownerId: userId, basedOn } : [],
  );
  if (words.length === 0) return 0;
  await lockOwnWords(tx, userId);
  await requireRoomForOwnWords(needs, tx, userId, words.length);
  await insertClean(needs, tx, words);
  await noteSources(tx, planned);
  return words.length;
}

/** Notes from which dictionary each word was filled, so that it can be named with the word. */
async function noteSources(tx: Database, planned: readonly PlannedWord[]): Promise<void> {
  const filled = planned.flatMap(({ outcome, wordId, dictionarySeq }) =>
    outcome === "own" && wordId !== null && dictionarySeq !== undefined
      ? { word_id: wordId, dictionary_seq: dictionarySeq }
      : [],
  );
  await noteWordSources(tx, filled);
}

/**
 * Locks comparing with the learner's words and adding to them, until the end of the transaction, so
 * that lists sent at once do not add a word twice.
 */
export async function lockOwnWords(tx: Database, userId: string): Promise<void> {
  await takeNamedLock(tx, `own words of ${userId}`);
}

/** Checks whether a learner may have so many more words. @throws AppError OWN_WORDS_LIMIT */
export async function requireRoomForOwnWords(
  { settings }: Pick<Deps, "settings">,
  db: Database,
  userId: string,
  more: number,
): Promise<void> {
  const limit = settings.LIMITS_MAX_OWN_WORDS;
  const count = (await countOwnWords(db, userId)) + more;
  if (more > 0 && count > limit) refuseOver("OWN_WORDS_LIMIT", { unit: "words", limit, count });
}
