import type { EntryFault, WordDraft } from "@wordloom/contract";
import { primaryLanguage } from "@wordloom/language";
import type { Deps } from "../../../deps.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { hasHan } from "../../../platform/basics/han.ts";
import { completeWord, faultOf, foldText, toColumns, type CleanWord } from "./word-draft.ts";
import { insertClean, rewriteWords } from "./word-store.service.ts";
import { lockLibrary, listWordRows, listRowsByText, toWord, type WordRow } from "./words.repo.ts";

type Needs = Pick<Deps, "clock" | "ids">;

/** Library words that correspond to the words of a book. */
export interface LibraryWords {
  /** Word ids by folded text, in the book's order. Unusable words are missing. */
  readonly idsByText: ReadonlyMap<string, string>;
  /** The words that were created. */
  readonly created: readonly CreatedWord[];
}

interface CreatedWord {
  readonly id: string;
  readonly textFolded: string;
}

/** Rule for linking the words of a book to library words. */
export interface LinkRule {
  /** Ignores words explained in another script, English or Chinese, for every draft. */
  readonly sameScript?: boolean;
}

/**
 * Finds or creates the words of a book, inside the caller's transaction. A word whose text the
 * library has in the same language, in any case or code points, is used unchanged. If there are
 * several, one explained in the script of the draft is preferred. A draft that names the language
 * of its meaning uses only words explained in that language. Blank texts and words over a limit are
 * skipped.
 */
export async function findOrCreateWords(
  needs: Needs,
  tx: Database,
  drafts: readonly WordDraft[],
  rule: LinkRule = {},
): Promise<LibraryWords> {
  await lockLibrary(tx);
  const usable = usableWords(drafts);
  const known = await findIdsByText(tx, usable, rule);
  const ids = new Map<string, string>();
  const fresh: { id: string; textFolded: string; word: CleanWord }[] = [];
  for (const [textFolded, { word }] of usable) {
    const id = known.get(textFolded) ?? needs.ids.next();
    ids.set(textFolded, id);
    if (!known.has(textFolded)) fresh.push({ id, textFolded, word });
  }
  await insertClean(needs, tx, fresh);
  const created = fresh.map(({ id, textFolded }) => ({ id, textFolded }));
  return { idsByText: ids, created };
}

/**
 * Updates words with the texts, meanings, pronunciations and examples of newer drafts. Omitted
 * fields stay, and so do difficulty and tags, which are maintained locally. A draft over the limits
 * changes nothing.
 *
 * @param drafts  by word id
 * @param isWhole  changes difficulty and tags, too
 * @returns number of words changed
 */
export async function updateWords(
  needs: Pick<Deps, "clock">,
  tx: Database,
  drafts: ReadonlyMap<string, WordDraft>,
  isWhole = false,
): Promise<number> {
  const atMs = needs.clock.nowMs();
  const changed = await revisedRows(tx, drafts, isWhole);
  await rewriteWords(
    tx,
    changed.map((row) => ({ ...row, updated_at_ms: atMs })),
  );
  return changed.length;
}

/** How many words `updateWords` would change. */
export async function countRevisions(
  db: Database,
  drafts: ReadonlyMap<string, WordDraft>,
): Promise<number> {
  return (await revisedRows(db, drafts)).length;
}

/** The ids that `findOrCreateWords` would find, and how many words it would create. */
export async function foreseeWords(
  db: Database,
  drafts: readonly WordDraft[],
): Promise<{ readonly found: readonly string[]; readonly fresh: number }> {
  const usable = usableWords(drafts);
  const found = await findIdsByText(db, usable, {});
  return { found: [...found.values()], fresh: usable.size - found.size };
}

async function revisedRows(db: Database, drafts: ReadonlyMap<string, WordDraft>, isWhole = false) {
  const rows = await listWordRows(db, [...drafts.keys()]);
  return rows.flatMap((row) => {
    const draft = drafts.get(row.id);
    const columns = draft && revisedColumns(row, draft, isWhole);
    return columns === undefined ? [] : [{ ...row, ...columns }];
  });
}

/** Undefined if nothing changes. */
function revisedColumns(row: WordRow, draft: WordDraft, isWhole: boolean) {
  const kept = isWhole ? {} : { difficulty: null, tags: null };
  const word = completeWord({ ...draft, ...kept }, toWord(row));
  const columns = toColumns(word);
  const names = Object.keys(columns) as (keyof typeof columns)[];
  const isSame = names.every((name) => columns[name] === row[name]);
  return isSame || faultOf(word) !== undefined ? undefined : columns;
}

/** The reason why a word cannot be stored; undefined if it can. */
export function faultOfDraft(draft: WordDraft): EntryFault | undefined {
  const word = completeWord(draft);
  if (word.text !== "") return faultOf(word);
  return { code: "field_empty", args: { field: "text" }, message: "text: empty" };
}

interface UsableWord {
  readonly word: CleanWord;
  /** The draft names the language of its meaning; otherwise it was derived from the meaning. */
  readonly saysLanguage: boolean;
}

/** Words that can be stored, by folded text. Of equal texts, the first is used. */
function usableWords(drafts: readonly WordDraft[]): Map<string, UsableWord> {
  const usable = new Map<string, UsableWord>();
  for (const draft of drafts) {
    const word = completeWord(draft);
    const textFolded = foldText(word.text);
    if (textFolded === "" || usable.has(textFolded) || faultOf(word) !== undefined) continue;
    usable.set(textFolded, { word, saysLanguage: draft.meaningLanguage != null });
  }
  return usable;
}

async function findIdsByText(
  tx: Database,
  words: ReadonlyMap<string, UsableWord>,
  { sameScript = false }: LinkRule,
): Promise<Map<string, string>> {
  const alike = new Map<string, string>();
  const others = new Map<string, string>();
  for (const row of await listRowsByText(tx, null, [...words.keys()])) {
    const { word, saysLanguage } = words.get(row.text_folded) ?? {};
    if (word === undefined || row.language !== word.language) continue;
    const [stored, wanted] = [row.meaning_language, word.meaningLanguage].map(primaryLanguage);
    if (saysLanguage && stored !== wanted) continue;
    const found = hasHan(row.meaning) === hasHan(word.meaning) ? alike : others;
    if (!found.has(row.text_folded)) found.set(row.text_folded, row.id);
  }
  return sameScript ? alike : new Map([...others, ...alike]);
}
