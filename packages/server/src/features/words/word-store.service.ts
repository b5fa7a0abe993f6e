import type { WordDraft, WordPublic } from "@wordloom/contract";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../platform/app-error.ts";
import { ftsReplace } from "../../platform/database/dialect/full-text.ts";
import { searchTokens } from "../../platform/database/dialect/search-tokens.ts";
import type { Database } from "../../platform/database/tables.ts";
import { cleanWord, requireClientId, toColumns } from "./word-draft.ts";
import { insertWords, listExistingIds, toWord, type WordRow } from "./words.repo.ts";

/**
 * Stores new words and makes them searchable, inside the caller's transaction.
 *
 * An empty meaning is allowed here: imports have words whose meaning is not known yet.
 *
 * @throws AppError WORDS_INVALID_PAYLOAD a limit is passed; CONFLICT an id is taken
 */
export async function storeWords(
  needs: Pick<Deps, "clock" | "ids">,
  tx: Database,
  drafts: readonly WordDraft[],
): Promise<WordPublic[]> {
  const atMs = needs.clock.nowMs();
  const rows = drafts.map((draft) => ({
    id: draft.id ? requireClientId(draft.id) : needs.ids.next(),
    ...toColumns(cleanWord(draft)),
    created_at_ms: atMs,
    updated_at_ms: atMs,
  }));
  await requireFree(
    tx,
    rows.map((row) => row.id),
  );
  const stored = await insertWords(tx, rows);
  await indexWords(tx, stored);
  return stored.map(toWord);
}

/** Brings the search index up to date with these words. */
export async function indexWords(tx: Database, rows: readonly WordRow[]): Promise<void> {
  await ftsReplace(
    tx,
    rows.map((row) => ({
      seq: row.seq,
      tokens: searchTokens(`${row.text_folded}\n${row.meaning_folded}`),
    })),
  );
}

async function requireFree(tx: Database, ids: readonly string[]): Promise<void> {
  const twice = new Set(ids).size < ids.length;
  const [taken] = await listExistingIds(tx, ids);
  if (twice || taken !== undefined) refuse("CONFLICT", "A word with this id exists.");
}
