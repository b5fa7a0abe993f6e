import type { Deps } from "../../deps.ts";
import type { Database } from "../../platform/database/tables.ts";
import { createFreshMap, type FreshMap } from "../../platform/fresh-map.ts";
import { perApp } from "../../platform/per-app.ts";
import { listWordFacts, type WordFactsRow } from "./words.repo.ts";

type Needs = Pick<Deps, "clock" | "database"> & {
  /** Left out by programs that run beside the service. */
  readonly peers?: Deps["peers"];
};

/** What the engine wants to know of a word. */
export interface KnownWord extends WordFactsRow {
  /** The difficulty it was given, on the scale of priors for new words: 1 to 10. */
  readonly externalDifficulty: number;
}

/** Words remembered at most; a library has some tens of thousands. */
const REMEMBERED_MAX = 100_000;

/** How long a change by another process may go unnoticed when its message is lost. */
const BELIEVED_MS = 60_000;

const memory = perApp<Needs, FreshMap<KnownWord>>(
  ({ clock, peers }) => {
    const limits = { entriesMax: REMEMBERED_MAX, freshForMs: BELIEVED_MS };
    const remembered = createFreshMap<KnownWord>(clock, limits);
    peers?.on("words_changed", () => remembered.forgetWhere(() => true));
    return remembered;
  },
  { sweep: (held) => void held.sweep() },
);

/**
 * What the engine wants to know of some words; unknown ids are left out.
 *
 * Every answer and every batch asks this, and words hardly ever change, so it is remembered for a
 * minute, or until another process says that it changed some. An answer to a word that is gone by
 * then is accepted and ends among the dead letters, as if the word were deleted just after the
 * acceptance.
 *
 * @param db  the transaction to read in, when there is one
 */
export async function knownWords(
  needs: Needs,
  ids: readonly string[],
  db: Database = needs.database,
): Promise<Map<string, KnownWord>> {
  return memory(needs).read(ids, async (missing) => {
    const words = await listWordFacts(db, missing);
    return new Map(words.map((word) => [word.id, toKnown(word)]));
  });
}

/**
 * A difficulty of 0.5, which is that of words nobody has judged, comes to 5, at which the priors
 * stand still unless an operator moves `coldStartExtdRef`.
 */
function toKnown(word: WordFactsRow): KnownWord {
  return { ...word, externalDifficulty: Math.max(1, 10 * word.difficulty) };
}

/**
 * Words were changed or deleted, and that is committed: what was known of them no longer counts.
 */
export function forgetKnownWords(needs: Needs): void {
  memory(needs).forgetWhere(() => true);
  needs.peers?.tell("words_changed");
}
