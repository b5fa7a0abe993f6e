import type { Database } from "../../../platform/database/tables.ts";
import { listNames } from "./dictionary-rows.repo.ts";
import { insertSources, listSources } from "./word-sources.repo.ts";

/** The dictionary from which a word was filled. */
export interface WordSource {
  readonly id: string;
  readonly title: string;
  readonly attribution: string;
}

/** Notes from which dictionaries words were filled, in the transaction that stores them. */
export async function noteWordSources(
  tx: Database,
  sources: readonly { readonly word_id: string; readonly dictionary_seq: number }[],
): Promise<void> {
  await insertSources(tx, sources);
}

/** The sources of those of the words that were filled from a dictionary, by word. */
export async function listWordSources(
  db: Database,
  wordIds: readonly string[],
): Promise<Map<string, WordSource>> {
  const rows = await listSources(db, wordIds);
  const names = await listNames(db, [...new Set(rows.map((row) => row.dictionary_seq))]);
  const bySeq = new Map(names.map(({ seq, ...source }) => [seq, source]));
  return new Map(
    rows.flatMap(({ word_id: id, dictionary_seq: seq }) => {
      const source = bySeq.get(seq);
      return source === undefined ? [] : [[id, source] as const];
    }),
  );
}
