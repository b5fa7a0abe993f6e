import type { Deps } from "../../deps.ts";
import { perApp } from "../../platform/per-app.ts";

/** Ids remembered at most; a library has some tens of thousands of words. */
const REMEMBERED_MAX = 200_000;

/** Another process may delete words, and cannot tell: so long may we believe in a deleted one. */
const BELIEVED_MS = 10_000;

/** Word ids that were seen to exist a moment ago. */
export interface KnownWords {
  has(id: string): boolean;
  add(id: string): void;
  /** To be called after words were deleted, once that is committed. */
  forget(): void;
}

/**
 * Spares every answer the question whether its word exists.
 *
 * An answer to a word that was deleted elsewhere within the last seconds is accepted and ends among
 * the dead letters, as it would if the word were deleted just after the acceptance.
 */
export const knownWords = perApp<Pick<Deps, "clock" | "database">, KnownWords>(({ clock }) => {
  const ids = new Set<string>();
  let untilMs = 0;
  return {
    has(id) {
      if (clock.monotonicMs() < untilMs) return ids.has(id);
      ids.clear();
      untilMs = clock.monotonicMs() + BELIEVED_MS;
      return false;
    },
    add(id) {
      if (ids.size < REMEMBERED_MAX) ids.add(id);
    },
    forget: () => ids.clear(),
  };
});
