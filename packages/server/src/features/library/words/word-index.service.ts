import { ftsReplace, type IndexEntry } from "../../../platform/database/dialect/full-text.ts";
import { searchTokens, tokensOfOwner } from "../../../platform/database/dialect/search-tokens.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { listWordTexts } from "./word-search.repo.ts";
import type { WordRow } from "./words.repo.ts";

const WORDS_AT_ONCE = 500;

/** The entry of a word in the search index. */
export function indexEntry(row: IndexedWord): IndexEntry {
  const { text_folded, meaning_folded, text_keys, meaning_keys, reading_keys } = row;
  const forms = [text_folded, meaning_folded, text_keys, meaning_keys, reading_keys];
  const tokens = searchTokens(forms.map((form) => form ?? "").join("\n"));
  return { seq: Number(row.seq), tokens: tokensOfOwner(tokens, row.owner_id ?? null) };
}

type IndexedWord = Pick<WordRow, "seq" | "text_folded" | "meaning_folded"> &
  Partial<Pick<WordRow, "owner_id" | "text_keys" | "meaning_keys" | "reading_keys">>;

/** Fills the empty search index with all words after a dump was loaded. */
export async function indexAllWords(tx: Database): Promise<void> {
  for (let after = -1; ;) {
    const rows = await listWordTexts(tx, after, WORDS_AT_ONCE);
    if (rows.length === 0) return;
    await ftsReplace(tx, rows.map(indexEntry));
    after = rows.at(-1)?.seq ?? after;
  }
}
