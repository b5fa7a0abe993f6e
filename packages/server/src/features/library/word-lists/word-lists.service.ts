import { hasAtMost, type Language, type WordListResult } from "@wordloom/contract";
import { saysMeaning } from "@wordloom/contract/meanings";
import type { Deps } from "../../../deps.ts";
import { refuseOver } from "../../../platform/basics/over-limit.ts";
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
  countAddedWords,
  foldText,
  lockLibrary,
  requireRoomForWords,
  storeWords,
} from "../words/words.service.ts";
import { createJudge, type JudgedLine, type ListRule } from "./word-list-judge.service.ts";
import { wordLines, type WordLine } from "./word-list-lines.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "settings"> & Partial<Pick<Deps, "jobs">>;

/** A list as it was sent. */
export interface WordList {
  readonly text: string;
  readonly onDuplicate: ListRule["onDuplicate"];
}

const LINES_MAX = 2_000;

/** Lines judged, and words stored, per transaction. */
const LINES_AT_ONCE = 200;

/** Maximum length of texts and meanings in the reply. */
const SHOWN_CHARACTERS = 200;

/**
 * The result that `addWordList` would have now. Stores nothing.
 *
 * @throws AppError IMPORT_TOO_LARGE, NOT_FOUND, FORBIDDEN
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
  const judge = createJudge(bookId, { language, onDuplicate: list.onDuplicate });
  const judged: JudgedLine[] = [];
  for (const lines of slicesOf(list.text)) {
    judged.push(...(await judge(database, lines)));
    await takeTurns();
  }
  return toResult(judged, language);
}

/**
 * Adds the words of a list to the learner's book, all or none: words that are in the library, and
 * new words with a meaning, which are added to the library. Lines that cannot be added are reported
 * one by one.
 *
 * New words are stored in slices that let requests run in between. The book gets its entries with
 * the last slice. Words stored by a failed or killed run are removed later.
 *
 * @throws AppError IMPORT_TOO_LARGE, NEW_WORDS_LIMIT, NOT_FOUND, FORBIDDEN
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
  const createRun = () => createJudge(bookId, { language, onDuplicate: list.onDuplicate });
  await requireRoomForWords(needs, database, learner.id, {
    most: slices.flat().length,
    countNew: () => countNew(database, slices, createRun()),
  });
  const hidden = await transact(database, (tx) => openImport(needs, tx, draft));
  try {
    const judged = await storeSlices(needs, hidden, slices, createRun());
    const count = judged.filter(isNew).length;
    const wordIds = judged.flatMap(({ outcome, wordId }) =>
      wordId !== null && (outcome === "found" || outcome === "new") ? wordId : [],
    );
    const added = await transact(database, async (tx) => {
      await continueImport(needs, tx, hidden.id);
      await holdBooks(tx, [bookId]);
      await requireOwnBook(tx, learner, bookId);
      await countAddedWords(needs, tx, learner.id, count);
      await keepImportedWords(tx, hidden);
      return addNotedWords(needs, tx, learner, bookId, wordIds);
    });
    return { ...toResult(judged, language), added };
  } catch (cause) {
    await discardFailedImport(needs, hidden);
    throw cause;
  }
}

/** How many lines would become words of the library. */
async function countNew(
  db: Database,
  slices: readonly (readonly WordLine[])[],
  judge: ReturnType<typeof createJudge>,
): Promise<number> {
  let count = 0;
  for (const lines of slices) {
    count += (await judge(db, lines)).filter(isNew).length;
    await takeTurns();
  }
  return count;
}

function isNew({ outcome }: JudgedLine): boolean {
  return outcome === "new";
}

async function storeSlices(
  needs: Needs,
  hidden: ImportingBook,
  slices: readonly (readonly WordLine[])[],
  judge: ReturnType<typeof createJudge>,
): Promise<JudgedLine[]> {
  const judged: JudgedLine[] = [];
  for (const lines of slices) {
    const some = await transact(needs.database, async (tx) => {
      await continueImport(needs, tx, hidden.id);
      await lockLibrary(tx);
      return storeNew(needs, tx, hidden, await judge(tx, lines));
    });
    judged.push(...some);
    await takeTurns();
  }
  return judged;
}

/** Stores the new words among these lines, and sets the ids of those lines. */
async function storeNew(
  needs: Needs,
  tx: Database,
  hidden: ImportingBook,
  judged: readonly JudgedLine[],
): Promise<JudgedLine[]> {
  const fresh = judged.filter(isNew);
  const drafts = fresh.map(({ text, meaning }) => {
    return { text, meaning: meaning ?? "", tags: ["imported"] };
  });
  const words = await storeWords(needs, tx, drafts);
  const created = words.map(({ id, text }) => ({ id, textFolded: foldText(text) }));
  await insertImportedWords(tx, hidden.id, created);
  const idOf = new Map(fresh.map((line, index) => [line, words[index]?.id ?? null]));
  return judged.map((line) => ({ ...line, wordId: idOf.get(line) ?? line.wordId }));
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
  const among = (...outcomes: JudgedLine["outcome"][]) =>
    judged.filter(({ outcome }) => outcomes.includes(outcome));
  const count = (...outcomes: JudgedLine["outcome"][]) => among(...outcomes).length;
  return {
    rows: judged.map(({ fault, text, meaning, ...row }) => ({
      ...row,
      text: shortened(text),
      meaning: meaning === null ? null : shortened(meaning),
      message: fault === undefined ? null : textIn(language, `word_list.${fault}`, {}),
      problem: fault ?? null,
    })),
    found: count("found"),
    added: count("found", "new"),
    unknown: count("unknown"),
    duplicates: count("duplicate"),
    invalid: count("invalid"),
    withoutMeaning: among("found", "new").filter(({ meaning }) => !saysMeaning(meaning ?? ""))
      .length,
  };
}

function shortened(text: string): string {
  if (hasAtMost(text, SHOWN_CHARACTERS)) return text;
  return [...text.slice(0, 2 * SHOWN_CHARACTERS)].slice(0, SHOWN_CHARACTERS).join("");
}
