import { hasAtMost, type Language, type WordListResult } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { takeTurns } from "../../../platform/time/turns.ts";
import { preferencesOf } from "../../accounts/preferences/preferences.service.ts";
import { textIn } from "../../accounts/texts/texts.service.ts";
import {
  continueImport,
  discardFailedImport,
  insertImportedWords,
  keepImportedWords,
  openImport,
  type ImportingBook,
} from "../library-imports/library-imports.service.ts";
import { addNotedWords, holdBooks, requireOwnBook } from "../wordbooks/wordbooks.service.ts";
import { foldText, lockLibrary, storeWords } from "../words/words.service.ts";
import { createJudge, type JudgedLine, type ListRule } from "./word-list-judge.service.ts";
import { wordLines, type WordLine } from "./word-list-lines.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids"> & Partial<Pick<Deps, "jobs">>;

/** A list as it was sent. */
export interface WordList {
  readonly text: string;
  readonly onDuplicate: ListRule["onDuplicate"];
}

const LINES_MAX = 2_000;

/** UTF-8. */
const BYTES_MAX = 256 * 1024;

/** Lines judged, and words stored, per transaction. */
const LINES_AT_ONCE = 200;

/** Of texts and meanings in the reply. */
const SHOWN_CHARACTERS = 200;

/**
 * What `addWordList` would do now. Stores nothing.
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
 * Adds the words of a list to the learner's book, all or none: those in the library, and those that
 * come with a meaning and are not in it, which become words of the library. What cannot be added is
 * reported line by line.
 *
 * New words are stored in slices that let requests run in between; the book gets its entries with
 * the last of them. What a failed or killed run has stored is removed later.
 *
 * @throws AppError IMPORT_TOO_LARGE, NOT_FOUND, FORBIDDEN
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
  const hidden = await transact(database, (tx) => openImport(needs, tx, draft));
  try {
    const judge = createJudge(bookId, { language, onDuplicate: list.onDuplicate });
    const judged = await storeSlices(needs, hidden, slices, judge);
    const wordIds = judged.flatMap(({ outcome, wordId }) =>
      wordId !== null && (outcome === "found" || outcome === "new") ? wordId : [],
    );
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

/** Stores the new words among these lines, and gives those lines their ids. */
async function storeNew(
  needs: Needs,
  tx: Database,
  hidden: ImportingBook,
  judged: readonly JudgedLine[],
): Promise<JudgedLine[]> {
  const fresh = judged.filter(({ outcome }) => outcome === "new");
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
  if (Buffer.byteLength(text) > BYTES_MAX) refuse("IMPORT_TOO_LARGE");
  let count = 0;
  let slice: WordLine[] = [];
  for (const line of wordLines(text)) {
    count += 1;
    if (count > LINES_MAX) refuse("IMPORT_TOO_LARGE", `At most ${LINES_MAX} lines at once.`);
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
  return {
    rows: judged.map(({ fault, text, meaning, ...row }) => ({
      ...row,
      text: shortened(text),
      meaning: meaning === null ? null : shortened(meaning),
      message: fault === undefined ? null : textIn(language, `word_list.${fault}`, {}),
    })),
    found: count("found"),
    added: count("found", "new"),
    unknown: count("unknown"),
    duplicates: count("duplicate"),
    invalid: count("invalid"),
  };
}

function shortened(text: string): string {
  if (hasAtMost(text, SHOWN_CHARACTERS)) return text;
  return [...text.slice(0, 2 * SHOWN_CHARACTERS)].slice(0, SHOWN_CHARACTERS).join("");
}
