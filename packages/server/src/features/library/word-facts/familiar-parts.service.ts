import type { Deps } from "../../../deps.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { ttlCachePerApp } from "../../../platform/memory/ttl-cache.ts";
import { listPartsOf, type SplitWord } from "../content/morphemes.service.ts";
import { foldText, listIdsByText } from "../words/words.service.ts";

type Needs = Pick<Deps, "clock" | "database">;

/** The morphemes of a word, for estimating how familiar they are to a learner. */
export interface WordParts {
  readonly total: number;
  /** Prefixes and suffixes. They are few and frequent, so everyone is assumed to know them. */
  readonly affixes: number;
  /** Library words that are roots of this one. A root is familiar once its word was answered. */
  readonly rootWordIds: readonly string[];
}

/** Each takes some 300 bytes. */
const CACHED_MAX = 20_000;
const FRESH_FOR_MS = 600_000;

const cache = ttlCachePerApp<WordParts>({
  entriesMax: CACHED_MAX,
  ttlMs: FRESH_FOR_MS,
});

/** Morphemes of these words: stored ones, or else found by splitting. */
export async function partsOfWords(
  needs: Needs,
  db: Database,
  words: readonly SplitWord[],
): Promise<ReadonlyMap<string, WordParts>> {
  const byId = new Map(words.map((word) => [word.id, word]));
  return cache(needs).read([...byId.keys()], (missing) => {
    const unknown = missing.flatMap((id) => byId.get(id) ?? []);
    return readParts(db, unknown);
  });
}

async function readParts(
  db: Database,
  words: readonly SplitWord[],
): Promise<Map<string, WordParts>> {
  const split = await listPartsOf(db, words);
  const rootsOf = (id: string) =>
    (split.get(id) ?? []).filter(({ type }) => type === "root").map(({ text }) => foldText(text));
  const texts = new Set(words.flatMap(({ id }) => rootsOf(id)));
  // Of the library only, because all learners share the cache.
  const idsByText = await listIdsByText(db, null, [...texts]);
  const parts = new Map<string, WordParts>();
  for (const { id } of words) {
    const roots = rootsOf(id);
    const total = split.get(id)?.length ?? 0;
    const rootWordIds = roots.flatMap((text) => idsByText.get(text) ?? []);
    const others = rootWordIds.filter((wordId) => wordId !== id);
    parts.set(id, { total, affixes: total - roots.length, rootWordIds: others });
  }
  return parts;
}
