import {
  hasAtMost,
  type Language,
  type OnDuplicate,
  type WordListResult,
} from "@wordloom/contract";
import { saysMeaning } from "@wordloom/language";
import type { Deps } from "../../../deps.ts";
import { refuseOver } from "../../../platform/basics/over-limit.ts";
import { requireLanguage } from "../../../platform/basics/require-language.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { takeTurns } from "../../../platform/time/turns.ts";
import { preferencesOf } from "../../accounts/preferences/preferences.service.ts";
import { textIn } from "../../accounts/texts/texts.ts";
import {
  continueImport,
  discardFailedImport,
  insertImportedWords,
  keepImportedWords,
  openImport,
  type ImportingBook,
} from "../library-imports/library-imports.service.ts";
import { addNotedWords, holdBooks, requireOwnBook } from "../wordbooks/wordbooks.service.ts";
import {
  lockOwnWords,
  requireRoomForOwnWords,
  storeOwnWords,
} from "../own-words/own-word-store.service.ts";
import { languagesIn } from "../own-words/own-words.service.ts";
import { countOwnWords, foldText } from "../words/words.service.ts";
import { createJudge, type JudgedLine } from "./word-list-judge.service.ts";
import { wordLines, type WordLine } from "./word-list-lines.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "settings"> & Partial<Pick<Deps, "jobs">>;

/** A list as it was sent. */
export interface WordList {
  readonly text: string;
  readonly onDuplicate: OnDuplicate;
  /** Absent: that of the book's words, or else English. */
  readonly language?: string | undefined;
  /** Absent: that of the book's meanings, or else the learner's language. */
  readonly meaningLanguage?: string | undefined;
  readonly keepUnknown: boolean;
}

const LINES_MAX = 2_000;

/** Lines judged, and words stored, per transaction. */
const LINES_AT_ONCE = 200;

/** Maximum length of texts and meanings in the reply. */
const SHOWN_CHARACTERS = 200;

/**
 * The result that `addWordList` would have now. Stores nothing.
 *
 * @throws AppError IMPORT_TOO_LARGE, INVALID_LANGUAGE, NOT_FOUND, FORBIDDEN
 */
export async function previewWordList(
  needs: Pick<Deps, "database">,
  learner: Learner,
  bookId: string,
  list: WordList,
): Promise<WordListResult> {
  const { database } = needs;
  await requireOwnBook(database, learner, bookId);
  const { language } = await preferencesOf(database, learner.id);
  const judge = await createRun(database, learner, bookId, list);
  const judged: JudgedLine[] = [];
  for (const lines of slicesOf(list.text)) {
    judged.push(...(await judge(database, lines)));
    await takeTurns();
  }
  // A word that is not stored has no id.
  const planned = new Set(judged.flatMap((line) => line.planned?.wordId ?? []));
  const isStored = ({ wordId }: JudgedLine) => wordId !== null && !planned.has(wordId);
  const shown = judged.map((line) => (isStored(line) ? line : { ...line, wordId: null }));
  return toResult(shown, language);
}

/** Judges the lines of a list as its rule says. @throws AppError INVALID_LANGUAGE */
async function createRun(
  db: Database,
  learner: Learner,
  bookId: string,
  list: WordList,
  ids: Pick<Deps["ids"], "next"> = countingIds(),
) {
  const defaults = (await languagesIn(db, learner, [bookId]))(bookId);
  return createJudge(bookId, {
    userId: learner.id,
    onDuplicate: list.onDuplicate,
    keepUnknown: list.keepUnknown,
    language: list.language === undefined ? defaults.language : requireLanguage(list.language),
    meaningLanguage:
      list.meaningLanguage === undefined
        ? defaults.meaningLanguage
        : requireLanguage(list.meaningLanguage),
    newId: () => ids.next(),
  });
}

/** Ids of words that are planned and not stored; no word has such an id. */
function countingIds(): Pick<Deps["ids"], "next"> {
  let count = 0;
  return { next: () => `planned ${(count += 1)}` };
}

/**
 * Adds the words of a list to the learner's book, all or none: words that are there, and own words
 * for lines with another meaning. Lines that cannot be added are reported one by one. Nothing of it
 * changes the library.
 *
 * New words are stored in slices that let requests run in between. The book gets its entries with
 * the last slice. Words stored by a failed or killed run are removed later.
 *
 * @throws AppError IMPORT_TOO_LARGE, INVALID_LANGUAGE, OWN_WORDS_LIMIT, NOT_FOUND, FORBIDDEN
 */
export async function addWordList(
  needs: Needs,
  learner: Learner,
  bookId: string,
  list: WordList,
): Promise<WordListResult> {
  const { database } = needs;
  await requireOwnBook(database, learner, bookId);
  const slices = [...slicesOf(list.text)];
  const { language } = await preferencesOf(database, learner.id);
  const draft = { name: "", description: "", tags: [], userId: learner.id };
  await requireRoom(needs, learner, bookId, list, slices);
  const judge = await createRun(database, learner, bookId, list, needs.ids);
  const hidden = await transact(database, (tx) => openImport(needs, tx, draft));
  try {
    const judged = await storeSlices(needs, learner, hidden, slices, judge);
    const wordIds = judged.flatMap((line) => (isAdded(line) ? (line.wordId ?? []) : []));
    const added = await transact(database, async (tx) => {
      await continueImport(needs, tx, hidden.id);
      await holdBooks(tx, [bookId]);
      await requireOwnBook(tx, learner, bookId);
      await keepImportedWords(tx, hidden);
      return addNotedWords(needs, tx, learner, bookId, wordIds);
    });
    return { ...toResult(judged, language), added };
  } catch (cause) {
    await discardFailedImport(needs, hidden);
    throw cause;
  }
}

/** Before anything is stored: counts the new words only if there might be too many. */
async function requireRoom(
  needs: Needs,
  learner: Learner,
  bookId: string,
  list: WordList,
  slices: readonly (readonly WordLine[])[],
): Promise<void> {
  const { database, settings } = needs;
  const most = slices.flat().length + (await countOwnWords(database, learner.id));
  if (most <= settings.LIMITS_MAX_OWN_WORDS) return;
  const judge = await createRun(database, learner, bookId, list);
  let count = 0;
  for (const lines of slices) {
    count += (await judge(database, lines)).filter(({ planned }) => planned !== undefined).length;
    await takeTurns();
  }
  await requireRoomForOwnWords(needs, database, learner.id, count);
}

function isAdded({ outcome, planned }: JudgedLine): boolean {
  return outcome === "found" || planned !== undefined;
}

async function storeSlices(
  needs: Needs,
  learner: Learner,
  hidden: ImportingBook,
  slices: readonly (readonly WordLine[])[],
  judge: ReturnType<typeof createJudge>,
): Promise<JudgedLine[]> {
  const judged: JudgedLine[] = [];
  for (const lines of slices) {
    const some = await transact(needs.database, async (tx) => {
      await continueImport(needs, tx, hidden.id);
      await lockOwnWords(tx, learner.id);
      const found = await judge(tx, lines);
      const planned = found.flatMap((line) => line.planned ?? []);
      await storeOwnWords(needs, tx, learner.id, planned);
      const created = planned.map(({ wordId, word }) => {
        return { id: wordId ?? "", textFolded: foldText(word.text) };
      });
      await insertImportedWords(tx, hidden.id, created);
      return found;
    });
    judged.push(...some);
    await takeTurns();
  }
  return judged;
}

/** @throws AppError IMPORT_TOO_LARGE */
function* slicesOf(text: string): Generator<WordLine[]> {
  const count = wordLines(text).reduce((lines) => lines + 1, 0);
  if (count > LINES_MAX) {
    refuseOver("IMPORT_TOO_LARGE", { unit: "lines", limit: LINES_MAX, count });
  }
  let slice: WordLine[] = [];
  for (const line of wordLines(text)) {
    slice.push(line);
    if (slice.length < LINES_AT_ONCE) continue;
    yield slice;
    slice = [];
  }
  if (slice.length > 0) yield slice;
}

function toResult(judged: readonly JudgedLine[], language: Language): WordListResult {
  const count = (...outcomes: JudgedLine["outcome"][]) =>
    judged.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const added = judged.filter(isAdded);
  return {
    rows: judged.map(({ fault, planned: _planned, text, meaning, ...row }) => ({
      ...row,
      text: shortened(text),
      meaning: meaning === null ? null : shortened(meaning),
      message: fault === undefined ? null : textIn(language, `word_list.${fault}`, {}),
      problem: fault ?? null,
    })),
    found: count("found"),
    own: count("own"),
    filled: count("filled"),
    added: added.length,
    unknown: count("unknown"),
    duplicates: count("duplicate"),
    invalid: count("invalid"),
    withoutMeaning: added.filter(({ meaning }) => !saysMeaning(meaning ?? "")).length,
  };
}

function shortened(text: string): string {
  if (hasAtMost(text, SHOWN_CHARACTERS)) return text;
  return [...text.slice(0, 2 * SHOWN_CHARACTERS)].slice(0, SHOWN_CHARACTERS).join("");
}
