import type { WordDraft } from "@wordloom/contract";
import type { Deps } from "../../deps.ts";
import type { Database } from "../../platform/database/tables.ts";
import { completeWord, faultOf, foldText, toColumns, type CleanWord } from "./word-draft.ts";
import { insertClean, rewriteWords } from "./word-store.service.ts";
import { holdLibrary, listWordRows, listWordsByText, toWord, type WordRow } from "./words.repo.ts";

type Needs = Pick<Deps, "clock" | "ids">;

/** How the words of a book map to words of the library. */
export interface IntakeResult {
  /** The book's words by folded text, in its order; what could not be used is missing. */
  readonly idsByText: ReadonlyMap<string, string>;
  /** Those that the library did not have before. */
  readonly created: readonly CreatedWord[];
}

export interface CreatedWord {
  readonly id: string;
  readonly textFolded: string;
}

/**
 * Finds or makes the words of a book, inside the caller's transaction. A word whose text the
 * library has, ignoring case, is taken as it is; blank texts and words over a limit are left out.
 */
export async function takeInWords(
  needs: Needs,
  tx: Database,
  drafts: readonly WordDraft[],
): Promise<IntakeResult> {
  await holdLibrary(tx);
  const usable = usableWords(drafts);
  const known = await findIdsByText(tx, [...usable.keys()]);
  const ids = new Map<string, string>();
  const fresh: { id: string; textFolded: string; word: CleanWord }[] = [];
  for (const [textFolded, word] of usable) {
    const id = known.get(textFolded) ?? needs.ids.next();
    ids.set(textFolded, id);
    if (!known.has(textFolded)) fresh.push({ id, textFolded, word });
  }
  await insertClean(needs, tx, fresh);
  const created = fresh.map(({ id, textFolded }) => ({ id, textFolded }));
  return { idsByText: ids, created };
}

/**
 * Gives words the texts, meanings, pronunciations and examples of newer drafts. What a draft does
 * not say stays, and so do difficulty and tags: they are what was made of the word here. A draft
 * over the limits changes nothing.
 *
 * @param drafts  by the id of the word
 * @returns how many words differ from before
 */
export async function reviseWords(
  needs: Pick<Deps, "clock">,
  tx: Database,
  drafts: ReadonlyMap<string, WordDraft>,
): Promise<number> {
  const atMs = needs.clock.nowMs();
  const rows = await listWordRows(tx, [...drafts.keys()]);
  const changed = rows.flatMap((row) => {
    const draft = drafts.get(row.id);
    const columns = draft && revisedColumns(row, draft);
    return columns === undefined ? [] : [{ ...row, ...columns, updated_at_ms: atMs }];
  });
  await rewriteWords(tx, changed);
  return changed.length;
}

/** Undefined when nothing changes. */
function revisedColumns(row: WordRow, draft: WordDraft) {
  const word = completeWord({ ...draft, difficulty: null, tags: null }, toWord(row));
  const columns = toColumns(word);
  const names = Object.keys(columns) as (keyof typeof columns)[];
  const isSame = names.every((name) => columns[name] === row[name]);
  return isSame || faultOf(word) !== undefined ? undefined : columns;
}

/** Words that can be stored, by folded text; of equal texts the first. */
function usableWords(drafts: readonly WordDraft[]): Map<string, CleanWord> {
  const usable = new Map<string, CleanWord>();
  for (const draft of drafts) {
    const word = completeWord(draft);
    const textFolded = foldText(word.text);
    if (textFolded === "" || usable.has(textFolded) || faultOf(word) !== undefined) continue;
    usable.set(textFolded, word);
  }
  return usable;
}

async function findIdsByText(
  tx: Database,
  foldedTexts: readonly string[],
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const word of await listWordsByText(tx, foldedTexts)) {
    if (!ids.has(word.text_folded)) ids.set(word.text_folded, word.id);
  }
  return ids;
}
