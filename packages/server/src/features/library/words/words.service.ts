import type { AuditAction, Page, WordDraft, WordPublic } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { ftsMatch } from "../../../platform/database/dialect/full-text.ts";
import { queryTokens } from "../../../platform/database/dialect/search-tokens.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { changedIn, writeAudit, type AuditEntry } from "../../accounts/audit/audit.service.ts";
import { pageWindow, toPage, type PageQuery } from "../../../platform/basics/page.ts";
import { cleanWord, foldText, isComplete, toColumns } from "./word-draft.ts";
import { forgetKnownWords, knownWords } from "./known-words.service.ts";
import { dropWords, rewriteWords, storeWords } from "./word-store.service.ts";
import {
  countWords,
  findWord,
  holdExistingIds,
  lockLibrary,
  listExistingIds,
  listWordRows,
  listWords,
  listWordsByText,
  searchWords,
  toWord,
} from "./words.repo.ts";

export { forgetKnownWords, knownWords } from "./known-words.service.ts";
export {
  countWords,
  listWordGlosses,
  listWordsByText,
  lockLibrary,
  setWordTags,
  type WordGloss,
} from "./words.repo.ts";
export {
  countRevisions,
  faultOfDraft,
  foreseeWords,
  updateWords,
  findOrCreateWords,
} from "./word-intake.service.ts";
export { cleanWord, foldLines, foldText, WORD_LIMITS } from "./word-draft.ts";
export { countAddedWords, requireRoomForWords } from "./added-words.service.ts";
export { joinedWords } from "./joined-words.repo.ts";
export { dropUnusedWords, storeWords } from "./word-store.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "settings">;

/** @throws AppError NOT_FOUND */
export async function requireWord(db: Database, id: string): Promise<WordPublic> {
  return toWord((await findWord(db, id)) ?? refuse("NOT_FOUND", "No such word."));
}

/** Like `requireWord`, without reading the word itself. @throws AppError NOT_FOUND */
export async function requireWordId(
  needs: Pick<Deps, "clock" | "database">,
  id: string,
): Promise<void> {
  if (!(await knownWords(needs, [id])).has(id)) refuse("NOT_FOUND", "No such word.");
}

/**
 * The given ids that are words, locked against deletion until the end of the transaction, so that
 * rows about them are not left behind.
 */
export async function holdWords(
  tx: Database,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  return new Set(await holdExistingIds(tx, ids));
}

/** Like `holdWords`, for a single word. @throws AppError NOT_FOUND */
export async function holdWord(tx: Database, id: string): Promise<void> {
  if (!(await holdWords(tx, [id])).has(id)) refuse("NOT_FOUND", "No such word.");
}

/** Which of these ids are words. */
export async function existingWordIds(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  return new Set(await listExistingIds(db, ids));
}

/** Ids of words with these texts, folded by `foldText`, by text. */
export async function listIdsByText(
  db: Database,
  foldedTexts: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = foldedTexts.length === 0 ? [] : await listWordsByText(db, foldedTexts);
  const byText = Map.groupBy(rows, (row) => row.text_folded);
  return new Map([...byText].map(([text, found]) => [text, found.map(({ id }) => id)]));
}

/** Words in the order of the ids. Leaves out unknown ids. */
export async function listWordsById(db: Database, ids: readonly string[]): Promise<WordPublic[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await listWordRows(db, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row === undefined ? [] : toWord(row);
  });
}

/** A page of the library in alphabetical order, or of the words that contain the search text. */
export async function listLibrary(
  needs: Pick<Deps, "database" | "settings">,
  query: PageQuery & { readonly search?: string | undefined },
): Promise<Page<WordPublic>> {
  const { database } = needs;
  const window = pageWindow(query, needs.settings);
  const folded = foldText(query.search ?? "");
  if (folded === "") {
    const rows = await listWords(database, window);
    return toPage(rows.map(toWord), await countWords(database), window);
  }
  const candidates = ftsMatch(database, queryTokens(folded));
  const { rows, total } = await searchWords(database, { folded, candidates }, window);
  return toPage(rows.map(toWord), total, window);
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
    await auditWord(needs, tx, by, { action: "word.create", id: word.id });
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

/** Changes a word. Omitted fields stay, and so do text and meaning if empty. */
export async function changeWord(
  needs: Needs & Pick<Deps, "peers">,
  id: string,
  draft: WordDraft,
  by?: Admin,
): Promise<WordPublic> {
  const changed = await transact(needs.database, async (tx) => {
    await lockLibrary(tx);
    const before = (await findWord(tx, id)) ?? refuse("NOT_FOUND", "No such word.");
    const clean = cleanWord(draft, toWord(before));
    const row = { ...before, ...toColumns(clean), updated_at_ms: needs.clock.nowMs() };
    await rewriteWords(tx, [row]);
    const states = changedIn(toWord(before), toWord(row));
    await auditWord(needs, tx, by, { action: "word.update", id, ...states });
    return toWord(row);
  });
  forgetKnownWords(needs);
  return changed;
}

/** Removes a word with the rows about it. Records stay. @throws AppError NOT_FOUND */
export async function deleteWord(
  needs: Pick<Deps, "clock" | "database" | "peers" | "wordTables">,
  id: string,
  by?: Admin,
): Promise<void> {
  const removed = await transact(needs.database, async (tx) => {
    await lockLibrary(tx);
    const count = await dropWords(needs, tx, [id]);
    if (count > 0) await auditWord(needs, tx, by, { action: "word.delete", id });
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
    readonly id?: string;
    readonly metadata?: object;
  },
): Promise<void> {
  if (by === undefined) return;
  const { action, id, metadata, ...states } = act;
  await writeAudit(tx, {
    by,
    action,
    atMs: clock.nowMs(),
    ...states,
    ...(id !== undefined && { target: { type: "word", id } }),
    ...(metadata !== undefined && { metadata: { ...metadata } }),
  });
}
