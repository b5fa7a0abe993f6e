import { createHash } from "node:crypto";
import {
  generateOptions,
  type Options,
  type OptionSources,
  type WordFacts,
} from "@wordloom/engine";
import type { OptionsMode } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { learnerDay } from "../../accounts/preferences/preferences.service.ts";
import { readStudyConfig } from "../study-config/study-config.service.ts";
import { listWordsById, requireWord } from "../../library/words/words.service.ts";
import {
  listBookPlaces,
  listLibraryNeighbors,
  listBookRange,
  type BookPlace,
} from "./option-words.repo.ts";
import { optionFacts, optionRules } from "../../library/wordnet/option-rules.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/** Selected books that are searched; more would only cost time. */
const BOOKS_MAX = 5;

/**
 * Words taken from one book: those around the word in question, or a range that depends on the day.
 */
const RANGE_LENGTH = 80;

const LIBRARY_PER_SIDE = 40;

export interface OptionsQuestion {
  readonly wordId: string;
  readonly mode: OptionsMode;
  readonly poolWordIds: readonly string[];
}

/**
 * The right answer among three wrong ones, stable for one learner, word and day.
 *
 * Wrong answers come from the client's pool, then from the learner's books, then from the library.
 * Words of similar meaning are used only if all of these yield too few, words of another language
 * or script never.
 *
 * @throws AppError NOT_FOUND, LEARNING_NOT_ENOUGH_OPTIONS
 */
export async function makeOptions(
  needs: Needs,
  learner: Learner,
  { wordId, mode, poolWordIds }: OptionsQuestion,
): Promise<Omit<Options, "wordIds">> {
  const { database } = needs;
  const word = optionFacts(await requireWord(database, learner.id, wordId));
  const seed = await seedOf(needs, learner, wordId);
  const pool = await factsOf(database, learner.id, poolWordIds);
  const spare: WordFacts[][] = [];
  const attempt = (more: OptionSources = {}) => {
    const made = generateOptions(word, mode, pool, seed, { spare, ...optionRules, ...more });
    return made && { options: made.options, correctIndex: made.correctIndex };
  };
  const fromPool = attempt();
  if (fromPool !== null) return fromPool;
  const fromBooks = await listBookWords(needs, learner, wordId, seed);
  spare.push(await factsOf(database, learner.id, fromBooks));
  const withBooks = attempt();
  if (withBooks !== null) return withBooks;
  const library = await listNeighbors(needs, learner, wordId);
  spare.push(await factsOf(database, learner.id, library));
  return attempt({ nearMeanings: true }) ?? refuse("LEARNING_NOT_ENOUGH_OPTIONS");
}

/** Words of the learner's books around a word, or of the library if the books hold too few. */
export async function listSpareWords(
  needs: Needs,
  learner: Learner,
  wordId: string,
  seed: number,
): Promise<string[]> {
  const fromBooks = await listBookWords(needs, learner, wordId, seed);
  if (fromBooks.length >= RANGE_LENGTH) return fromBooks;
  return [...fromBooks, ...(await listNeighbors(needs, learner, wordId))];
}

/** Words of the library and the learner's own before and after a word, most of its language. */
export function listNeighbors(
  { database }: Needs,
  learner: Learner,
  wordId: string,
): Promise<string[]> {
  return listLibraryNeighbors(database, learner.id, wordId, LIBRARY_PER_SIDE);
}

async function listBookWords(
  needs: Needs,
  learner: Learner,
  wordId: string,
  seed: number,
): Promise<string[]> {
  const { selectedWordbookIds } = await readStudyConfig(needs, learner.id);
  if (selectedWordbookIds.length === 0) return [];
  const places = await listBookPlaces(needs.database, selectedWordbookIds, wordId);
  // Books that contain the word come first, because their words are its neighbors.
  const isElsewhere = ({ position }: BookPlace) => Number(position === null);
  const nearest = places.toSorted((a, b) => isElsewhere(a) - isElsewhere(b));
  const found: string[] = [];
  for (const { wordbook_id, last, position } of nearest.slice(0, BOOKS_MAX)) {
    const middle = position ?? seed % (last + 1);
    const from = Math.max(0, Math.min(middle - RANGE_LENGTH / 2, last + 1 - RANGE_LENGTH));
    const range = { wordbookId: wordbook_id, from, limit: RANGE_LENGTH };
    found.push(...(await listBookRange(needs.database, range)));
  }
  return found;
}

async function seedOf(needs: Needs, learner: Learner, wordId: string): Promise<number> {
  const { date } = await learnerDay(needs, learner.id);
  return optionSeed(learner, wordId, date);
}

/** The seed depends on learner, word and learning day, so that a question repeats within a day. */
export function optionSeed(learner: Learner, wordId: string, day: string): number {
  const text = `${learner.id}\n${wordId}\n${day}`;
  return createHash("sha256").update(text).digest().readUInt32BE(0);
}

async function factsOf(db: Database, userId: string, ids: readonly string[]): Promise<WordFacts[]> {
  return (await listWordsById(db, userId, [...new Set(ids)])).map(optionFacts);
}
