import type { Deps } from "../../../deps.ts";
import { ttlCachePerApp } from "../../../platform/memory/ttl-cache.ts";
import { listUnseenWordIds, listUnusableAmong, type PoolQuery } from "./study-pool.repo.ts";

type Needs = Pick<Deps, "clock" | "database">;

/**
 * How many more new words are read than requested, to serve the next requests: as many as a quick
 * learner sees while they are cached. Each costs memory and time, and most learners return later.
 */
const READ_AHEAD = 80;

/** First, this multiple of the requested words is checked: usually most are still unseen. */
const FIRST_CHECK_RATIO = 1.5;

/** How long words are cached. Words added to a book appear after that. */
const CACHED_MS = 60_000;

/** Shorter for a learner who has seen everything and waits for added words. */
const CACHED_COMPLETE_MS = 3_000;

/** Up to 8 KB each. */
const LEARNERS_MAX = 1_000;

interface NextWords {
  readonly selection: string;
  readonly wordIds: readonly string[];
  /** True if there are no further new words. */
  readonly complete: boolean;
}

const cache = ttlCachePerApp<NextWords>({
  entriesMax: LEARNERS_MAX,
  ttlMs: ({ complete }) => (complete ? CACHED_COMPLETE_MS : CACHED_MS),
});

/**
 * The learner's next new words in the order of their books.
 *
 * Finding the first unseen word of a book skips all words already seen, which costs more the
 * further a learner has come. So the next words are cached for a minute. Each use filters out words
 * that any process has meanwhile recorded as seen or removed from the books.
 */
export async function unseenWords(needs: Needs, query: PoolQuery): Promise<string[]> {
  const selection = JSON.stringify([query.wordbookIds, query.languages]);
  const known = cache(needs).get(query.userId);
  if (known?.selection === selection) {
    const first = known.wordIds.slice(0, Math.ceil(query.limit * FIRST_CHECK_RATIO));
    const unseen = await withoutUnusable(needs, query, first);
    if (unseen.length >= query.limit) return unseen.slice(0, query.limit);
    const left = await withoutUnusable(needs, query, known.wordIds);
    if (known.complete || left.length >= query.limit) return left.slice(0, query.limit);
  }
  const wordIds = await readAhead(needs, query, selection);
  return wordIds.slice(0, query.limit);
}

async function withoutUnusable(needs: Needs, query: PoolQuery, wordIds: readonly string[]) {
  const unusable = new Set(await listUnusableAmong(needs.database, query, wordIds));
  return wordIds.filter((wordId) => !unusable.has(wordId));
}

async function readAhead(needs: Needs, query: PoolQuery, selection: string) {
  const limit = query.limit + READ_AHEAD;
  const wordIds = await listUnseenWordIds(needs.database, { ...query, limit });
  const complete = wordIds.length < limit;
  cache(needs).set(query.userId, { selection, wordIds, complete });
  return wordIds;
}
