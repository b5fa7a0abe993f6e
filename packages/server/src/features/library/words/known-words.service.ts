import type { Deps } from "../../../deps.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { createTtlCache, type TtlCache } from "../../../platform/memory/ttl-cache.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import { sees } from "./seen-words.ts";
import { listWordFacts, type WordFactsRow } from "./words.repo.ts";

type Needs = Pick<Deps, "clock" | "database"> & {
  /** Absent in programs that run outside the service. */
  readonly peers?: Deps["peers"];
};

/** Facts about a word for the engine. */
export interface KnownWord extends WordFactsRow {
  /** The word's difficulty on the scale of priors for new words: 1 to 10. */
  readonly externalDifficulty: number;
}

/** Maximum number of cached words, 300 bytes each. A library has some tens of thousands. */
const CACHED_MAX = 50_000;

/** How long a change by another process may go unnoticed if its message is lost. */
const FRESH_FOR_MS = 60_000;

const caches = perApp<Needs, TtlCache<KnownWord>>(
  ({ clock, peers }) => {
    const limits = { entriesMax: CACHED_MAX, ttlMs: FRESH_FOR_MS };
    const cache = createTtlCache<KnownWord>(clock, limits);
    peers?.on("words_changed", () => cache.forgetWhere(() => true));
    return cache;
  },
  { sweep: (cache) => void cache.sweep() },
);

/**
 * Facts about words for the engine, whoever owns them: the caller has made sure that the learner
 * sees the words, or asks `knownWordsOf`. Leaves out unknown ids.
 *
 * Needed for every answer and every batch, while words hardly ever change. So the facts are cached
 * for a minute, or until another process reports a change. An answer to a word deleted meanwhile is
 * still accepted, as if the word had been deleted just after the acceptance.
 *
 * @param db  the transaction to read in, if any
 */
export async function knownWords(
  needs: Needs,
  ids: readonly string[],
  db: Database = needs.database,
): Promise<Map<string, KnownWord>> {
  return caches(needs).read(ids, async (missing) => {
    const words = await listWordFacts(db, missing);
    return new Map(words.map((word) => [word.id, toKnown(word)]));
  });
}

/** The same for the words that the learner sees. */
export async function knownWordsOf(
  needs: Needs,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, KnownWord>> {
  const known = await knownWords(needs, ids);
  const hidden = [...known.values()].filter(({ ownerId }) => !sees(userId, ownerId));
  for (const { id } of hidden) known.delete(id);
  return known;
}

/**
 * A difficulty of 0.5, the default of words, becomes 5, which leaves the priors unchanged unless an
 * operator changes `coldStartExtdRef`.
 */
function toKnown(word: WordFactsRow): KnownWord {
  return { ...word, externalDifficulty: Math.max(1, 10 * word.difficulty) };
}

/** Clears the caches of all processes. Call after the commit of changed or deleted words. */
export function forgetKnownWords(needs: Needs & Pick<Deps, "peers">): void {
  caches(needs).forgetWhere(() => true);
  needs.peers.notify("words_changed");
}
