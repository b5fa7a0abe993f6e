import type { WordDraft } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { yieldToRequests } from "../../../platform/jobs/yield-to-requests.ts";
import type { Importer, ImporterNeeds } from "../../../importer.ts";
import {
  discardBook,
  listPlacesAfter,
  noteBookPart,
  removeWordsFromBook,
} from "../wordbooks/wordbooks.service.ts";
import { updateWords } from "../words/word-intake.service.ts";
import { dropUnusedWords, forgetKnownWords } from "../words/words.service.ts";
import {
  forgetImportBook,
  listLastChanges,
  removeChangesFrom,
  type ImportChange,
} from "./import-changes.repo.ts";
import { dropUnusedFiles } from "../recordings/recordings.service.ts";
import { ofRow, learnerOf, type ImportRow } from "./import-rows.repo.ts";

type Needs = Pick<Deps, "deckKeepers" | "deckReviews" | "importers"> & ImporterNeeds;

/** Changes taken back per transaction: the commit of a hundred words with their years is felt. */
const AT_ONCE = 50;
/** A change of an account is some hundred rows. */
const OF_ACCOUNTS_AT_ONCE = 3;

/**
 * Takes back what an import did, latest first, some at a time. Words that have been studied or put
 * into another book since stay, and so do new books with other words.
 *
 * @param signal  stops between two steps; the next call goes on
 */
export async function takeBack(needs: Needs, row: ImportRow, signal: AbortSignal): Promise<void> {
  let isChanged = false;
  while (!signal.aborted) {
    const isOver = await transact(needs.database, async (tx) => {
      const changes = manageable(await listLastChanges(tx, row.id, AT_ONCE));
      const last = changes.at(-1);
      if (last === undefined) return true;
      await reverse(needs, tx, row, changes);
      await removeChangesFrom(tx, row.id, last.seq);
      return false;
    });
    if (isOver) break;
    isChanged = true;
    await yieldToRequests(0);
  }
  if (!isChanged && row.state === "importing") return;
  forgetKnownWords(needs);
  if (!signal.aborted) await importerOf(needs, row)?.settle(needs, row.user_id);
}

/** Of changes of accounts, which are large, only the first few. */
function manageable(changes: readonly ImportChange[]): readonly ImportChange[] {
  let large = 0;
  const end = changes.findIndex(
    ({ what }) => what === "account" && (large += 1) > OF_ACCOUNTS_AT_ONCE,
  );
  return end === -1 ? changes : changes.slice(0, end);
}

/** Takes back what an import did, and makes the learner what is left. */
export async function takeBackWhole(
  needs: Needs,
  row: ImportRow,
  signal: AbortSignal,
): Promise<void> {
  await takeBack(needs, row, signal);
  if (signal.aborted || importerOf(needs, row) !== undefined) return;
  const heed = { signal, moves: () => {}, require: async () => {} };
  await needs.deckReviews.replay(needs, row.user_id, heed);
}

async function reverse(
  needs: Needs,
  tx: Database,
  row: ImportRow,
  changes: readonly ImportChange[],
): Promise<void> {
  const learner = learnerOf(row);
  const of = (what: ImportChange["what"]) => changes.filter((change) => change.what === what);
  for (const keeper of needs.deckKeepers) {
    const ids = of(keeper.keeps).map(({ word_id: wordId }) => wordId);
    if (ids.length > 0) await keeper.drop(tx, row.user_id, ids);
  }
  const reviewed = of(needs.deckReviews.keeps).map(({ word_id: wordId }) => wordId);
  if (reviewed.length > 0) await needs.deckReviews.drop(needs, tx, ofRow(row), reviewed);
  const brought = of("account").map((change) => change.before_json ?? "[]");
  if (brought.length > 0) await importerOf(needs, row)?.drop(needs, tx, row.user_id, brought);
  const byBook = Map.groupBy(of("entry"), (change) => change.wordbook_id);
  for (const [bookId, entries] of byBook) {
    const ids = entries.map(({ word_id: wordId }) => wordId);
    const count = await removeWordsFromBook(tx, bookId, ids);
    const detail = "An import was taken back";
    const step = { bookId, actor: learner, action: "words_removed", count, detail } as const;
    if (count > 0) await noteBookPart(needs, tx, step);
  }
  for (const { wordbook_id: bookId } of of("book")) {
    if (!(await isEmpty(tx, bookId))) continue;
    await needs.deckReviews.unselect(needs, tx, row.user_id, bookId);
    await discardBook(tx, bookId);
    await forgetImportBook(tx, bookId);
  }
  const values = of("values").map(({ word_id: id, before_json: json }): [string, WordDraft] => [
    id,
    JSON.parse(json ?? "{}") as WordDraft,
  ]);
  await updateWords(needs, tx, new Map(values), true);
  const words = of("word").map(({ word_id: wordId }) => wordId);
  if (words.length > 0) await dropUnusedWords(needs, tx, words);
  const files = of("media").flatMap(({ before_json: id }) => id ?? []);
  if (files.length > 0) await dropUnusedFiles(tx, row.user_id, files);
}

/** What imports files of this kind, if it is not the imports themselves. */
export function importerOf(
  { importers }: Pick<Deps, "importers">,
  { kind }: Pick<ImportRow, "kind">,
): Importer | undefined {
  return importers.find((one) => one.kind === kind);
}

const BEFORE_FIRST = { position: -1, wordId: "" };

async function isEmpty(tx: Database, bookId: string): Promise<boolean> {
  const [first] = await listPlacesAfter(tx, bookId, BEFORE_FIRST, 1);
  return first === undefined;
}
