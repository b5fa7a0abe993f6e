import type { AuditAction, Page, WordDraft, WordPublic } from "@wordloom/contract";
import { primaryLanguage, queryForms } from "@wordloom/language";
import { sql, type RawBuilder } from "kysely";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { requireLanguage } from "../../../platform/basics/require-language.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { ftsMatch } from "../../../platform/database/dialect/full-text.ts";
import { queryTokens, tokensOfOwner } from "../../../platform/database/dialect/search-tokens.ts";
import { ttlCachePerApp } from "../../../platform/memory/ttl-cache.ts";
import { MINUTE_MS } from "../../../platform/time/durations.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { changedIn, writeAudit, type AuditEntry } from "../../accounts/audit/audit.service.ts";
import { pageWindow, toPage, type PageQuery } from "../../../platform/basics/page.ts";
import { cleanWord, isComplete, toColumns } from "./word-draft.ts";
import { forgetKnownWords, knownWordsOf } from "./known-words.service.ts";
import { isInLanguages, isToldFor, sees, suitability, type WordReader } from "./seen-words.ts";
import { parseOwnFields } from "./word-versions.ts";
import { searchWords } from "./word-search.repo.ts";
import { dropWords, rewriteWords, storeWords } from "./word-store.service.ts";
import {
  countOwnWords,
  countRetold,
  countUnlisted,
  countWords,
  findLibraryWord,
  holdExistingIds,
  lockLibrary,
  listOwnRows,
  listRowsByText,
  listSeenRows,
  listVersionedIds,
  listVersions,
  listWordRows,
  listWords,
  toSeenWord,
  toWord,
  type SeenRow,
} from "./words.repo.ts";

export { forgetKnownWords, knownWords, knownWordsOf } from "./known-words.service.ts";
export { sees, type WordReader } from "./seen-words.ts";
export { countOwnWords, countWords, listOwners, lockLibrary } from "./words.repo.ts";
export { replaceRecording, setWordTags } from "./words.repo.ts";
export {
  countRevisions,
  faultOfDraft,
  foreseeWords,
  updateWords,
  findOrCreateWords,
} from "./word-intake.service.ts";
export { cleanWord, foldLines, foldText } from "./word-draft.ts";
export { countAddedWords, requireRoomForWords } from "./added-words.service.ts";
export { joinedWords, movedWords } from "./joined-words.repo.ts";
export {
  dropOwnWords,
  dropUnusedWords,
  dropWords,
  setDifficulties,
  storeWords,
  usedWords,
} from "./word-store.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "settings">;

/** A word as its reader sees it. @throws AppError NOT_FOUND */
export async function requireWord(
  db: Database,
  reader: WordReader,
  id: string,
): Promise<WordPublic> {
  const [row] = await listSeenRows(db, reader, [id]);
  return toSeenWord(row ?? refuse("NOT_FOUND", "No such word."));
}

/** Like `requireWord`, without reading the word itself. @throws AppError NOT_FOUND */
export async function requireWordId(
  needs: Pick<Deps, "clock" | "database">,
  userId: string,
  id: string,
): Promise<void> {
  if (!(await knownWordsOf(needs, userId, [id])).has(id)) refuse("NOT_FOUND", "No such word.");
}

/**
 * The given ids that are words the reader sees, locked against deletion until the end of the
 * transaction, so that rows about them are not left behind.
 */
export async function holdWords(
  tx: Database,
  reader: WordReader,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  return new Set(await holdExistingIds(tx, ids, reader));
}

/** Like `holdWords`, whoever owns the words: for rows that the service derives from them. */
export async function holdAnyWords(
  tx: Database,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set(await holdExistingIds(tx, ids));
}

/** Like `holdWords`, for a single word. @throws AppError NOT_FOUND */
export async function holdWord(tx: Database, reader: WordReader, id: string): Promise<void> {
  if (!(await holdWords(tx, reader, [id])).has(id)) refuse("NOT_FOUND", "No such word.");
}

/** A word among others of the same text, as its reader sees it. */
export type WordByText = WordPublic & { readonly textFolded: string };

/** Words that the reader sees with these texts, folded by `foldText`, the library's first. */
export async function listWordsByText(
  db: Database,
  reader: WordReader,
  foldedTexts: readonly string[],
): Promise<WordByText[]> {
  if (foldedTexts.length === 0) return [];
  const rows = await listRowsByText(db, reader, foldedTexts);
  return rows.map((row) => ({ ...toSeenWord(row), textFolded: row.text_folded }));
}

/** Ids of words with these texts, folded by `foldText`, by text. */
export async function listIdsByText(
  db: Database,
  reader: WordReader,
  foldedTexts: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = foldedTexts.length === 0 ? [] : await listRowsByText(db, reader, foldedTexts);
  const byText = Map.groupBy(rows, (row) => row.text_folded);
  return new Map([...byText].map(([text, found]) => [text, found.map(({ id }) => id)]));
}

/** Words in the order of the ids. Leaves out those that the reader does not see. */
export async function listWordsById(
  db: Database,
  reader: WordReader,
  ids: readonly string[],
): Promise<WordPublic[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await listSeenRows(db, reader, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row === undefined ? [] : toSeenWord(row);
  });
}

/** The learner's own words, then the library's words of which they have an own version. */
export async function* ownWordPages(
  db: Database,
  userId: string,
  pageSize: number,
): AsyncGenerator<WordPublic[]> {
  for (let after = -1; ;) {
    const rows = await listOwnRows(db, userId, after, pageSize);
    yield rows.map(toWord);
    if (rows.length < pageSize) break;
    after = Number(rows.at(-1)?.seq);
  }
  for (let after = ""; ;) {
    const ids = await listVersionedIds(db, userId, after, pageSize);
    yield await listWordsById(db, userId, ids);
    if (ids.length < pageSize) return;
    after = ids.at(-1) ?? after;
  }
}

/** Like `listWordsById` for several learners, with the same number of statements. */
export async function listWordsOfMany(
  db: Database,
  asked: readonly { readonly userId: string; readonly ids: readonly string[] }[],
): Promise<WordPublic[][]> {
  const [only] = asked;
  if (only !== undefined && asked.length === 1) {
    return [await listWordsById(db, only.userId, only.ids)];
  }
  const pairs = asked.flatMap(({ userId, ids }) => ids.map((id) => [userId, id] as const));
  const rows = await listWordRows(db, [...new Set(pairs.map(([, id]) => id))]);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const versions = await listVersions(db, pairs);
  return asked.map(({ userId, ids }) =>
    ids.flatMap((id) => {
      const row = rowOf.get(id);
      if (row === undefined || !sees(userId, row.owner_id)) return [];
      return toSeenWord({ ...row, fields_json: versions.get(`${userId}\n${id}`) ?? null });
    }),
  );
}

/** The facts about a word for a list of options. */
export interface WordGloss {
  readonly id: string;
  readonly text: string;
  readonly meaning: string;
  readonly partOfSpeech: string | null;
  readonly difficulty: number;
  readonly language: string;
  readonly meaningLanguage: string;
  readonly reading: string | null;
  readonly pronunciation: string | null;
}

/** The words that the reader sees, in no particular order. */
export async function listWordGlosses(
  db: Database,
  reader: WordReader,
  ids: readonly string[],
): Promise<WordGloss[]> {
  return (await listSeenRows(db, reader, ids)).map(toGloss);
}

function toGloss(row: SeenRow): WordGloss {
  const own = parseOwnFields(row.fields_json);
  const { id, text, difficulty, language, meaning_language: meaningLanguage } = row;
  const { meaning = row.meaning, partOfSpeech = row.part_of_speech } = own;
  const { reading = row.reading, pronunciation = row.pronunciation } = own;
  const sound = { reading, pronunciation };
  return { id, text, meaning, partOfSpeech, difficulty, language, meaningLanguage, ...sound };
}

/** Which words to list. */
interface LibraryQuery extends PageQuery {
  readonly search?: string | undefined;
  /** Lists each text once, for who reads meanings in this language; absent: all words. */
  readonly meaningLanguage?: string | undefined;
  /** Lists only words of the library in these languages; absent or empty: in all. */
  readonly languages?: readonly string[] | undefined;
}

/** A page of all words that the reader sees, by text, or of those that contain the search text. */
export async function listLibrary(
  needs: Pick<Deps, "clock" | "database" | "settings">,
  reader: WordReader,
  { meaningLanguage: language, languages: tags = [], ...query }: LibraryQuery,
): Promise<Page<WordPublic>> {
  const { database } = needs;
  const window = pageWindow(query, needs.settings);
  const forms = queryForms(query.search ?? "");
  const languages = tags.map(requireLanguage);
  if (forms.length === 0) {
    const isListed = isListedFor(language, languages);
    const rows = await listWords(database, reader, window, isListed);
    const total = await countListed(needs, reader, { language, languages });
    return toPage(rows.map(toSeenWord), total, window);
  }
  const tokens = forms.map(queryTokens);
  const candidates = (ownerId: string | null) =>
    ftsMatch(database, ...tokens.map((of) => tokensOfOwner(of, ownerId)));
  // A text is also found by a meaning that would not be listed for this reader.
  const rank = language === undefined ? undefined : suitability(language);
  const found = { isListed: isInLanguages(languages), rank };
  const wanted = { forms, candidates, ...found };
  const { rows, total } = await searchWords(database, reader, wanted, window);
  return toPage(rows.map(toSeenWord), total, window);
}

/** A condition on `words`: see `LibraryQuery`. */
function isListedFor(
  meaningLanguage: string | undefined,
  languages: readonly string[],
): RawBuilder<boolean> {
  const isLearned = sql<boolean>`(words.owner_id is not null or ${isInLanguages(languages)})`;
  return sql<boolean>`${isLearned} and ${isToldFor(meaningLanguage)}`;
}

/**
 * Words of the library that are left out, by languages; counting them reads the whole library.
 * Learners of the same languages share an entry.
 */
const leftOut = ttlCachePerApp<number>({ entriesMax: 100, ttlMs: MINUTE_MS });

async function countListed(
  needs: Pick<Deps, "clock" | "database">,
  reader: WordReader,
  { language, languages }: { language: string | undefined; languages: readonly string[] },
): Promise<number> {
  const { database } = needs;
  const own = reader === null ? 0 : await countOwnWords(database, reader);
  const all = (await countWords(database)) + own;
  if (language === undefined && languages.length === 0) return all;
  const primary = language === undefined ? undefined : primaryLanguage(language);
  const key = [primary ?? "", ...languages.toSorted()].join(" ");
  const count = () =>
    languages.length === 0 && primary !== undefined
      ? countRetold(database, primary)
      : countUnlisted(database, isListedFor(primary, languages));
  return all - (await leftOut(needs).readOne(key, count));
}

/**
 * Adds one word.
 *
 * @param by  the acting administrator, for the audit log; absent for the service itself
 * @throws AppError WORDS_INVALID_PAYLOAD, CONFLICT
 */
export async function createWord(needs: Needs, draft: WordDraft, by?: Admin): Promise<WordPublic> {
  if (!isComplete(draft)) refuse("WORDS_INVALID_PAYLOAD", "A word needs a text and a meaning.");
  return transact(needs.database, async (tx) => {
    const [word] = await storeWords(needs, tx, [draft]);
    if (word === undefined) throw new Error("storing a word returned none");
    await auditWord(needs, tx, by, { action: "word.create", word, after: { ...word } });
    return word;
  });
}

/**
 * Adds many words, all or none.
 *
 * @returns the new words, and the indexes of entries without text or meaning
 */
export async function createWordBatch(
  needs: Needs,
  drafts: readonly WordDraft[],
  by?: Admin,
): Promise<{ items: WordPublic[]; skipped: number[] }> {
  const skipped: number[] = [];
  const complete: WordDraft[] = [];
  for (const [index, draft] of drafts.entries()) {
    if (isComplete(draft)) complete.push(draft);
    else skipped.push(index);
  }
  const items = await transact(needs.database, async (tx) => {
    const stored = await storeWords(needs, tx, complete);
    const metadata = { count: stored.length, skipped: skipped.length };
    await auditWord(needs, tx, by, { action: "word.create_batch", metadata });
    return stored;
  });
  return { items, skipped };
}

/** Changes a word of the library. Omitted fields stay, and so do text and meaning if empty. */
export async function changeWord(
  needs: Needs & Pick<Deps, "peers">,
  id: string,
  draft: WordDraft,
  by?: Admin,
): Promise<WordPublic> {
  const changed = await transact(needs.database, async (tx) => {
    await lockLibrary(tx);
    const before = (await findLibraryWord(tx, id)) ?? refuse("NOT_FOUND", "No such word.");
    const clean = cleanWord(draft, toWord(before));
    const row = { ...before, ...toColumns(clean), updated_at_ms: needs.clock.nowMs() };
    await rewriteWords(tx, [row]);
    const word = toWord(row);
    const states = changedIn(toWord(before), word);
    await auditWord(needs, tx, by, { action: "word.update", word, ...states });
    return word;
  });
  forgetKnownWords(needs);
  return changed;
}

/** Removes a library word with the rows about it. Records stay. @throws AppError NOT_FOUND */
export async function deleteWord(
  needs: Pick<Deps, "clock" | "database" | "peers" | "wordTables">,
  id: string,
  by?: Admin,
): Promise<void> {
  const removed = await transact(needs.database, async (tx) => {
    await lockLibrary(tx);
    const row = await findLibraryWord(tx, id);
    if (row === undefined) return 0;
    const word = toWord(row);
    const count = await dropWords(needs, tx, [id]);
    const before = { ...word };
    if (count > 0) await auditWord(needs, tx, by, { action: "word.delete", word, before });
    return count;
  });
  forgetKnownWords(needs);
  if (removed === 0) refuse("NOT_FOUND", "No such word.");
}

/** Without an administrator there is nothing to audit. */
async function auditWord(
  { clock }: Pick<Deps, "clock">,
  tx: Database,
  by: Admin | undefined,
  act: Pick<AuditEntry, "before" | "after"> & {
    readonly action: AuditAction;
    readonly word?: WordPublic;
    readonly metadata?: object;
  },
): Promise<void> {
  if (by === undefined) return;
  const { action, word, metadata, ...states } = act;
  await writeAudit(tx, {
    by,
    action,
    atMs: clock.nowMs(),
    ...states,
    ...(word && { target: { type: "word", id: word.id, name: word.text } }),
    ...(metadata !== undefined && { metadata: { ...metadata } }),
  });
}
