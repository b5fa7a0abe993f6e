import { keepText } from "../basics/json-text.ts";
import { ttlCachePerApp } from "./ttl-cache.ts";

/** Changes by another process or a worker become visible after this time at the latest. */
const KEPT_MS = 1_000;
const LEARNERS_MAX = 200;
const READS_PER_LEARNER_MAX = 2;

/** Per learner: up to two lists of 200 words with their text, 200 KB; usually 30 KB. */
const keptReads = ttlCachePerApp<Map<string, object>>({ entriesMax: LEARNERS_MAX, ttlMs: KEPT_MS });

type Needs = Parameters<typeof keptReads>[0];

/**
 * A reply that clients request again and again, cached with its text for a second or until the
 * learner changes something: see `dropReads`.
 *
 * @param name  of the read and its query
 * @param load  reads the value, which must not change afterwards
 */
export async function keptRead<T extends object>(
  needs: Needs,
  { userId, name }: { readonly userId: string; readonly name: string },
  load: () => Promise<T>,
): Promise<T> {
  const reads = readsOf(needs, userId);
  const kept = reads.get(name) as T | undefined;
  if (kept !== undefined) return kept;
  const value = await load();
  // `dropReads` discards this map, so values loaded before a change are not cached.
  if (reads.size < READS_PER_LEARNER_MAX) reads.set(name, keepText(value));
  return value;
}

/** Drops the cached replies of a learner, after a commit that may have changed them. */
export function dropReads(needs: Needs, userId: string): void {
  keptReads(needs).forget(userId);
}

function readsOf(needs: Needs, userId: string): Map<string, object> {
  const cache = keptReads(needs);
  const known = cache.get(userId);
  if (known !== undefined) return known;
  const fresh = new Map<string, object>();
  cache.set(userId, fresh);
  return fresh;
}
