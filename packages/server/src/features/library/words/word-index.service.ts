import { ftsReplace } from "../../../platform/database/dialect/full-text.ts";
import { searchTokens } from "../../../platform/database/dialect/search-tokens.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { listWordTexts } from "./word-texts.repo.ts";

const WORDS_AT_ONCE = 500;

/** Fills the empty search index with all words after a dump was loaded. */
export async function indexAllWords(tx: Database): Promise<void> {
  for (let after = -1; ;) {
    const rows = await listWordTexts(tx, after, WORDS_AT_ONCE);
    if (rows.length === 0) return;
    const entries = rows.map(({ seq, text_folded: text, meaning_folded: meaning }) => {
      return { seq, tokens: searchTokens(`${text}\n${meaning}`) };
    });
    await ftsReplace(tx, entries);
    after = rows.at(-1)?.seq ?? after;
  }
}
