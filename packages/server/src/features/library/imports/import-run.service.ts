import type {
  Import,
  ImportCounts,
  ImportOptions,
  DeckResult,
  WordDraft,
  WordPublic,
} from "@wordloom/contract";
import type { DeckRow, NoteType } from "@wordloom/imports";
import type { DeckPart, DeckWord, WorkHeed } from "../../../deck-keeper.ts";
import type { ImporterNeeds, ImportStore } from "../../../importer.ts";
import type { Deps } from "../../../deps.ts";
import { AppError } from "../../../platform/basics/app-error.ts";
import { isStorageUnavailable } from "../../../platform/database/storage-errors.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { storeOwnWords } from "../own-words/own-word-store.service.ts";
import { addOwnBook, addWordsToBook, noteBookStep } from "../wordbooks/wordbooks.service.ts";
import { takeTurns } from "../../../platform/time/turns.ts";
import { updateWords } from "../words/word-intake.service.ts";
import { forgetKnownWords } from "../words/words.service.ts";
import { insertChanges, noteImportBook, type ImportChange } from "./import-changes.repo.ts";
import { withFile } from "./import-files.service.ts";
import {
  addReviews,
  deckWordsOf,
  countFiles,
  countRows,
  createImportJudge,
  NO_COUNTS,
  type JudgedRow,
} from "./import-judge.service.ts";
import { toImport } from "./import-reply.ts";
import { ofRow, learnerOf, updateImport, type ImportRow } from "./import-rows.repo.ts";
import { isDeck, termsOf, type ImportTerms } from "./import-terms.service.ts";
import { createImportMedia, type ImportMedia } from "../media/import-media.service.ts";
import { roomForMedia } from "../media/media.service.ts";
import { FileUnreadableError, takeRows, type RowTaker } from "./import-thread.service.ts";
import { wholeFile } from "./whole-file.service.ts";
import { importerOf, takeBack } from "./import-undo.service.ts";

type Needs = Pick<Deps, "deckKeepers" | "deckReviews" | "importers"> & ImporterNeeds;

/** The learner asked to stop, or the account is gone. */
export class StoppedError extends Error {
  override readonly name = "StoppedError";
}

/** Words put into a book between two turns of the event loop. */
const ENTERED_AT_ONCE = 250;

/** How an import went. */
export interface Imported {
  readonly counts: ImportCounts;
  readonly bookIds: readonly string[];
  readonly result: DeckResult | null;
}

/**
 * Imports the words of a file: own words some at a time, then their books at once, then what the
 * reviews of a deck mean. What an earlier attempt did is taken back first, so that a killed process
 * doubles nothing.
 *
 * @param moves  called with the share that is done
 * @throws StoppedError; FileUnreadableError; AppError OWN_WORDS_LIMIT, WORDBOOK_LIMIT
 */
export async function runImport(
  needs: Needs,
  row: ImportRow,
  signal: AbortSignal,
  moves: (share: number) => void,
): Promise<Imported> {
  await takeBack(needs, row, signal);
  const file = toImport(row);
  const options = (file.options ?? {}) as ImportOptions;
  const log = createChangeLog(row.id);
  const importer = importerOf(needs, row);
  if (importer !== undefined) {
    const store: ImportStore = {
      moves: (lines) => moves(lines / Math.max(1, file.preview?.rowCount ?? 1)),
      store: (work) =>
        transact(needs.database, async (tx) => {
          await requireRunning(needs, tx, row);
          return work(tx, (done) => log(tx, done));
        }),
    };
    const whole = wholeFile(needs, file, row.user_id, signal);
    return { ...(await importer.run(needs, whole, store)), result: null };
  }
  const terms = await termsOf(needs, learnerOf(row), file, options);
  const entries = createEntries();
  const noteTypes = new Map<string, NoteType>();
  const counts = { ...NO_COUNTS };
  const newId = () => needs.ids.next();
  const room = await roomForMedia(needs, needs.database, row.user_id);
  const media = createImportMedia(row.user_id, newId, room);
  const { recordingOf } = media;
  const judge = createImportJudge({ ...terms.rule, newId, recordingOf, isStored: true });
  const reviews = openRunReviews(needs, row, options, isDeck(file));
  const all = Math.max(1, file.preview?.rowCount ?? 1);
  const rowsShare = (file.preview?.reviewCount ?? 0) > 0 ? SHARE_OF_ROWS : 1;
  let done = 0;
  const taker: RowTaker = {
    async rows({ batch: rows, noteTypes: types, files }) {
      for (const type of types) noteTypes.set(type.id, type);
      await media.meet(needs.database, rows, files);
      const judged = await storeRows(needs, row, { judge, log, noteTypes, reviews, media }, rows);
      const fresh = media.newIn(judged);
      countRows(counts, judged);
      countFiles(counts, media.take(fresh));
      entries.add(judged);
      done += rows.length;
      moves((rowsShare * done) / all);
      return fresh.map(({ name }) => name);
    },
    async files(contents) {
      await transact(needs.database, async (tx) => {
        await requireRunning(needs, tx, row);
        await media.store(needs, tx, contents);
      });
      moves((rowsShare * done) / all);
    },
  };
  const { read, columns, deck, hasFiles } = terms;
  const nowMs = needs.clock.nowMs();
  const task = { name: file.name, options: read, columns, deck, hasFiles, nowMs };
  await withFile(needs.database, row.id, (path) => takeRows({ ...task, path }, signal, taker));
  const { bookIds, made } = await fillBooks(needs, row, terms, entries.inOrder(), log);
  forgetKnownWords(needs);
  const result = await reviews.finish(counts, {
    signal,
    moves: (share) => moves(rowsShare + (1 - rowsShare) * share),
    require: (tx) => requireRunning(needs, tx, row),
  });
  return { counts: { ...counts, books: made }, bookIds, result };
}

/** Of the work on a deck with reviews; the rest is the replay. */
const SHARE_OF_ROWS = 0.5;

/** Gives changes their order. */
function createChangeLog(importId: string) {
  let seq = 0;
  type Told = Pick<ImportChange, "what"> &
    Partial<Pick<ImportChange, "word_id" | "wordbook_id" | "before_json">>;
  return async (tx: Database, told: readonly Told[]): Promise<void> => {
    const rows = told.map((change) => ({
      import_id: importId,
      seq: (seq += 1),
      word_id: "",
      wordbook_id: "",
      before_json: null,
      ...change,
    }));
    await insertChanges(tx, rows);
  };
}

type ChangeLog = ReturnType<typeof createChangeLog>;

/** The words that go into books, by the keys of the books. */
function createEntries() {
  const books = new Map<string, { wordId: string; position: number }[]>();
  return {
    add(judged: readonly JudgedRow[]): void {
      for (const { bookKey, wordId, note } of judged) {
        if (bookKey === undefined || wordId === null) continue;
        const list = books.get(bookKey) ?? [];
        books.set(bookKey, list);
        list.push({ wordId, position: note?.position ?? -Infinity });
      }
    },
    /** Notes of a deck stand where it gives out their cards; those without a place come first. */
    inOrder(): Map<string, string[]> {
      const order = (a: number, b: number) => (a === b ? 0 : a - b);
      return new Map(
        [...books].map(([key, list]) => [
          key,
          list.toSorted((a, b) => order(a.position, b.position)).map(({ wordId }) => wordId),
        ]),
      );
    },
  };
}

interface Storing {
  readonly judge: ReturnType<typeof createImportJudge>;
  readonly log: ChangeLog;
  readonly noteTypes: ReadonlyMap<string, NoteType>;
  readonly reviews: RunReviews;
  readonly media: ImportMedia;
}

async function storeRows(
  needs: Needs,
  row: ImportRow,
  { judge, log, noteTypes, reviews, media }: Storing,
  rows: readonly DeckRow[],
): Promise<JudgedRow[]> {
  return transact(needs.database, async (tx) => {
    await requireRunning(needs, tx, row);
    const judged = await judge(tx, rows);
    const planned = judged.flatMap((one) => one.planned ?? []);
    await storeOwnWords(needs, tx, row.user_id, planned);
    const changes = judged.flatMap(({ change }) => change ?? []);
    const drafts = new Map(changes.map(({ before, draft }) => [before.id, draft]));
    await updateWords(needs, tx, drafts, true);
    await log(tx, [
      // Before the words, so that words are taken back first.
      ...media.newIn(judged).map(({ id }) => ({ what: "media" as const, before_json: id })),
      ...planned.map(({ wordId }) => ({ what: "word" as const, word_id: wordId ?? "" })),
      ...changes.map(({ before }) => ({
        what: "values" as const,
        word_id: before.id,
        before_json: JSON.stringify(valuesOf(before)),
      })),
    ]);
    const words = deckWordsOf(judged);
    if (words.length === 0) return judged;
    const part = { userId: row.user_id, words, noteTypes, media: media.named };
    await keepDeck(needs, tx, part, log);
    const reviewed = await reviews.store(tx, words);
    const what = needs.deckReviews.keeps;
    await log(
      tx,
      reviewed.map((id) => ({ what, word_id: id })),
    );
    return judged;
  });
}

/** Hands what a deck says of its words to those who keep it. */
async function keepDeck(needs: Needs, tx: Database, part: DeckPart, log: ChangeLog): Promise<void> {
  for (const keeper of needs.deckKeepers) {
    const ids = await keeper.keep(needs, tx, part);
    await log(
      tx,
      ids.map((id) => ({ what: keeper.keeps, word_id: id })),
    );
  }
}

/** Former values as a draft that brings them back: what was absent is empty, not omitted. */
function valuesOf(word: WordPublic): WordDraft {
  return {
    text: word.text,
    meaning: word.meaning,
    difficulty: word.difficulty,
    examples: word.examples,
    exampleMeanings: word.exampleMeanings,
    tags: word.tags,
    language: word.language,
    meaningLanguage: word.meaningLanguage,
    pronunciation: word.pronunciation ?? "",
    partOfSpeech: word.partOfSpeech ?? "",
    reading: word.reading ?? "",
    audioUrl: word.audioUrl ?? "",
  };
}

async function requireRunning({ clock }: Needs, tx: Database, { id }: ImportRow): Promise<void> {
  const isRunning = await updateImport(tx, id, ["importing"], { changed_at_ms: clock.nowMs() });
  if (!isRunning) throw new StoppedError("the import was stopped");
}

/** Makes the new books and puts the words into all books, at once. */
async function fillBooks(
  needs: Needs,
  row: ImportRow,
  terms: ImportTerms,
  entries: ReadonlyMap<string, readonly string[]>,
  log: ChangeLog,
): Promise<{ bookIds: string[]; made: number }> {
  const learner = learnerOf(row);
  return transact(needs.database, async (tx) => {
    await requireRunning(needs, tx, row);
    const bookIds: string[] = [];
    let made = 0;
    for (const [key, wordIds] of entries) {
      let { id } = terms.rule.bookFor(key);
      if (id === undefined) {
        id = await makeBook(needs, tx, learner, terms.bookName(key));
        made += 1;
        await log(tx, [{ what: "book", wordbook_id: id }]);
      }
      bookIds.push(id);
      await enterWords(needs, tx, learner, { bookId: id, wordIds }, log);
    }
    return { bookIds, made };
  });
}

/** Puts words into a book and records it, some at a time, so that requests come in between. */
async function enterWords(
  needs: Needs,
  tx: Database,
  learner: Learner,
  { bookId, wordIds }: { readonly bookId: string; readonly wordIds: readonly string[] },
  log: ChangeLog,
): Promise<void> {
  let count = 0;
  for (let start = 0; start < wordIds.length; start += ENTERED_AT_ONCE) {
    const part = wordIds.slice(start, start + ENTERED_AT_ONCE);
    count += await addWordsToBook(tx, bookId, part, needs.clock.nowMs());
    await log(
      tx,
      part.map((id) => ({ what: "entry", word_id: id, wordbook_id: bookId })),
    );
    await takeTurns();
  }
  const action = "words_added";
  const step = { bookId, actor: learner, action, count, detail: "Words added" } as const;
  if (count > 0) await noteBookStep(needs, tx, step);
}

async function makeBook(
  needs: Needs,
  tx: Database,
  learner: Learner,
  name: string,
): Promise<string> {
  const { id } = await addOwnBook(needs, tx, learner, { name, description: "" });
  await noteImportBook(tx, id, learner.id);
  return id;
}

/** What a failed import says: refusals are for the learner, everything else for the operator. */
export function errorOf(error: unknown): NonNullable<Import["error"]> {
  if (error instanceof FileUnreadableError)
    return { code: "IMPORT_UNREADABLE", message: error.message, problem: error.problem };
  return { ...faultOf(error), problem: null };
}

function faultOf(error: unknown): { code: string; message: string } {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  if (isStorageUnavailable(error))
    return { code: "UNAVAILABLE", message: "There was no room for the words, or no database." };
  return { code: "INTERNAL", message: "The words could not be imported." };
}

/** The reviews of a deck during a run. */
interface RunReviews {
  /** @returns the words of which reviews were stored */
  store(tx: Database, words: readonly DeckWord[]): Promise<readonly string[]>;
  finish(counts: ImportCounts, heed: WorkHeed): Promise<DeckResult | null>;
}

/** @param isDeck  other files have neither reviews nor a result */
function openRunReviews(
  needs: Needs,
  row: ImportRow,
  { reviews, schedule }: ImportOptions,
  isDeck: boolean,
): RunReviews {
  const run = needs.deckReviews.open(needs, ofRow(row), {
    reviews: reviews ?? "replay",
    schedule: schedule ?? "engine",
  });
  const stored = { reviews: 0, reviewsKnown: 0 };
  return {
    async store(tx, words) {
      const { wordIds, ...more } = await run.store(tx, words);
      addReviews(stored, more);
      return wordIds;
    },
    async finish(counts, heed) {
      if (!isDeck) return null;
      addReviews(counts, stored);
      return run.finish(heed);
    },
  };
}
