import type { WordFacts } from "@wordloom/engine";
import type { Deps } from "../../../deps.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { ttlCachePerApp } from "../../../platform/memory/ttl-cache.ts";
import { listSimilarWords, type SimilarWord } from "../confusables/confusables.service.ts";
import { knownWordsOf } from "../words/words.service.ts";

type Needs = Pick<Deps, "clock" | "database">;

/** Maximum number of words whose look-alikes are cached, a dozen each: up to 1.5 KB. */
const CACHED_MAX = 10_000;

/** Look-alikes are computed once a week. */
const FRESH_FOR_MS = 600_000;

const NONE: readonly SimilarWord[] = [];

const cache = ttlCachePerApp<readonly SimilarWord[]>({
  entriesMax: CACHED_MAX,
  ttlMs: FRESH_FOR_MS,
});

/**
 * Facts about words for the engine to choose among, including the words each may be confused with.
 * Leaves out unknown ids and words
 * that the learner does not see.
 */
export async function wordFacts(
  needs: Needs,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, WordFacts>> {
  const words = await knownWordsOf(needs, userId, ids);
  const similar = await similarWords(needs, needs.database, [...words.keys()]);
  const facts = new Map<string, WordFacts>();
  for (const [id, word] of words) {
    const confusables = similar(id);
    facts.set(id, confusables.length === 0 ? word : { ...word, confusables: [...confusables] });
  }
  return facts;
}

/** Words that each of these may be confused with, most similar first. Empty if unknown. */
export async function similarWords(
  needs: Needs,
  db: Database,
  ids: readonly string[],
): Promise<(id: string) => readonly SimilarWord[]> {
  const similar = await cache(needs).read(ids, async (missing) => {
    const found = await listSimilarWords(needs, db, missing);
    return new Map(missing.map((id) => [id, found.get(id) ?? NONE]));
  });
  return (id) => similar.get(id) ?? NONE;
}
