import type { OwnWordDraft, Page, WordDraft, WordPublic } from "@wordloom/contract";
import { queryForms } from "@wordloom/language";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { pageWindow, toPage, type PageQuery } from "../../../platform/basics/page.ts";
import { requireLanguage } from "../../../platform/basics/require-language.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { preferencesOf } from "../../accounts/preferences/preferences.service.ts";
import {
  addNotedWords,
  findWordbooks,
  holdBooks,
  requireOwnBook,
} from "../wordbooks/wordbooks.service.ts";
import { listWordSources, type WordSource } from "../dictionaries/word-sources.service.ts";
import { requireReadableRecordings } from "../media/media.service.ts";
import { isComplete } from "../words/word-draft.ts";
import { cleanWord, listWordsById, requireWord } from "../words/words.service.ts";
import {
  createOwnWordPlanner,
  lockOwnWords,
  storeOwnWords,
  type PlannedWord,
} from "./own-word-store.service.ts";
import { versionsTagged } from "./own-tags.service.ts";
import { countOwn, listOwnIds } from "./own-words.repo.ts";

export { changeOwnWord, deleteOwnWord } from "./own-versions.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "settings">;

/**
 * A page of the learner's own words and of the library words with an own version.
 *
 * @throws AppError INVALID_LANGUAGE; NOT_FOUND, FORBIDDEN for the book
 */
export async function listOwnWords(
  { database, settings }: Pick<Deps, "database" | "settings">,
  learner: Learner,
  query: PageQuery & {
    readonly search?: string | undefined;
    readonly language?: string | undefined;
    readonly wordbookId?: string | undefined;
    readonly tag?: string | undefined;
  },
): Promise<Page<WordPublic>> {
  const { tag, wordbookId } = query;
  if (wordbookId !== undefined) await requireOwnBook(database, learner, wordbookId);
  const window = pageWindow(query, settings);
  const filter = {
    userId: learner.id,
    forms: queryForms(query.search ?? ""),
    language: query.language === undefined ? undefined : requireLanguage(query.language),
    wordbookId,
    tagged:
      tag === undefined
        ? undefined
        : { tag, versions: await versionsTagged(database, learner.id, tag) },
  };
  const ids = await listOwnIds(database, filter, window);
  const words = await listWordsById(database, learner.id, ids);
  return toPage(words, await countOwn(database, filter), window);
}

/**
 * A word as the learner sees it, and the library's word as everyone else does: the same one, or the
 * one that an own word was made beside; and the dictionary from which it was filled.
 *
 * @throws AppError NOT_FOUND
 */
export async function readOwnWord(
  { database }: Pick<Deps, "database">,
  learner: Learner,
  wordId: string,
): Promise<{ word: WordPublic; library: WordPublic | null; source: WordSource | null }> {
  const word = await requireWord(database, learner.id, wordId);
  const source = (await listWordSources(database, [word.id])).get(word.id) ?? null;
  const libraryId = word.ownerId === null ? word.id : word.basedOn;
  if (libraryId === null) return { word, library: null, source };
  const [library = null] = await listWordsById(database, null, [libraryId]);
  return { word, library, source };
}

/**
 * Adds a word of the learner's own, unless the rule for duplicates finds one that exists.
 *
 * @throws AppError WORDS_INVALID_PAYLOAD, INVALID_LANGUAGE, OWN_WORDS_LIMIT; NOT_FOUND, FORBIDDEN
 *   for the book
 */
export async function createOwnWord(
  needs: Needs,
  learner: Learner,
  draft: OwnWordDraft,
): Promise<{ word: WordPublic; isNew: boolean }> {
  if (!isComplete(draft)) refuse("WORDS_INVALID_PAYLOAD", "A word needs a text and a meaning.");
  return transact(needs.database, async (tx) => {
    const [planned] = await addAll(needs, tx, learner, [draft]);
    if (planned === undefined) throw new Error("adding a word planned none");
    const word = await requireWord(tx, learner.id, planned.wordId ?? "");
    return { word, isNew: planned.outcome === "own" };
  });
}

/** The same for many, all or none. Entries without text or meaning are left out. */
export async function createOwnWordBatch(
  needs: Needs,
  learner: Learner,
  drafts: readonly OwnWordDraft[],
): Promise<{ count: number; items: WordPublic[]; skipped: number[]; linked: number[] }> {
  const complete = drafts.flatMap((draft, index) => (isComplete(draft) ? { draft, index } : []));
  return transact(needs.database, async (tx) => {
    const list = complete.map(({ draft }) => draft);
    const planned = await addAll(needs, tx, learner, list);
    const placed = planned.map((one, at) => ({ ...one, index: complete[at]?.index ?? 0 }));
    const kept = placed.filter(({ outcome }) => outcome !== "skipped");
    const left = new Set(kept.map(({ index }) => index));
    const items = await listWordsById(
      tx,
      learner.id,
      kept.flatMap(({ wordId }) => wordId ?? []),
    );
    return {
      count: items.length,
      items,
      skipped: [...drafts.keys()].filter((index) => !left.has(index)),
      linked: kept.filter(({ outcome }) => outcome !== "own").map(({ index }) => index),
    };
  });
}

/** Plans and stores drafts in order, and puts the words into their books. */
async function addAll(
  needs: Needs,
  tx: Database,
  learner: Learner,
  drafts: readonly OwnWordDraft[],
): Promise<PlannedWord[]> {
  for (const draft of drafts) cleanWord(draft);
  const recordings = drafts.map(({ audioUrl }) => audioUrl);
  await requireReadableRecordings(tx, learner.id, recordings);
  await lockOwnWords(tx, learner.id);
  const bookIds = [...new Set(drafts.flatMap(({ wordbookId }) => wordbookId ?? []))];
  await holdBooks(tx, bookIds);
  for (const id of bookIds) await requireOwnBook(tx, learner, id);
  const languages = await languagesIn(tx, learner, bookIds);
  const planned: PlannedWord[] = [];
  // Drafts of one rule in a row are planned together: usually that is all of them.
  for (const group of groupsOf(drafts)) {
    const [first] = group;
    const rule = {
      userId: learner.id,
      onDuplicate: first?.onDuplicate ?? "own",
      ...languages(first?.wordbookId ?? undefined),
      newId: () => needs.ids.next(),
    } as const;
    const plan = await createOwnWordPlanner(rule)(tx, group.map(withoutRule));
    await storeOwnWords(needs, tx, learner.id, plan);
    planned.push(...plan);
  }
  for (const bookId of bookIds) {
    const ids = planned.flatMap(({ outcome, wordId }, at) =>
      drafts[at]?.wordbookId === bookId && outcome !== "skipped" ? (wordId ?? []) : [],
    );
    await addNotedWords(needs, tx, learner, bookId, ids);
  }
  return planned;
}

function groupsOf(drafts: readonly OwnWordDraft[]): OwnWordDraft[][] {
  const groups: OwnWordDraft[][] = [];
  let last = "";
  for (const draft of drafts) {
    const rule = JSON.stringify([draft.onDuplicate ?? "own", draft.wordbookId ?? null]);
    if (rule === last) groups.at(-1)?.push(draft);
    else groups.push([draft]);
    last = rule;
  }
  return groups;
}

function withoutRule({ wordbookId: _book, onDuplicate: _rule, ...draft }: OwnWordDraft): WordDraft {
  return draft;
}

/**
 * The languages of words that do not say theirs: those of the book's words, or else English and the
 * learner's language.
 */
export async function languagesIn(
  db: Database,
  learner: Learner,
  bookIds: readonly string[],
): Promise<(bookId: string | undefined) => { language: string; meaningLanguage: string }> {
  const { language: ofLearner } = await preferencesOf(db, learner.id);
  const books = new Map((await findWordbooks(db, bookIds)).map((book) => [book.id, book]));
  return (bookId) => {
    const book = bookId === undefined ? undefined : books.get(bookId);
    return {
      language: book?.language ?? "en",
      meaningLanguage: book?.meaningLanguage ?? ofLearner,
    };
  };
}
