import type { Deps } from "../../deps.ts";
import { freshMapPerApp } from "../../platform/fresh-map.ts";
import { listSeenAmong, listUnseenWordIds, type PoolQuestion } from "./study-pool.repo.ts";

type Needs = Pick<Deps, "clock" | "database">;

/**
 * New words looked up beyond those asked for, so that the next requests are served from them: as
 * many as a quick learner meets while they are kept. Most come back later, and pay for each.
 */
const LOOKED_FURTHER = 80;

/** As many times the words asked for are checked first: as a rule most are still unseen. */
const CHECKED_FIRST = 1.5;

/** After this the look-up is made again, so that words added to a book appear. */
const KEPT_MS = 60_000;

/** A learner who has seen everything waits less for words that are added. */
const KEPT_WHEN_COMPLETE_MS = 3_000;

const LEARNERS_MAX = 2_000;

interface Ahead {
  readonly selection: string;
  readonly wordIds: readonly string[];
  /** The look-up found fewer words than it asked for: there are no others. */
  readonly complete: boolean;
}

const remembered = freshMapPerApp<Ahead>({
  entriesMax: LEARNERS_MAX,
  freshForMs: ({ complete }) => (complete ? KEPT_WHEN_COMPLETE_MS : KEPT_MS),
});

/**
 * The learner's next new words in the order of their books.
 *
 * Finding the first unseen word of a book skips all that were seen, which costs more the further a
 * learner has come. So a stretch is remembered for a minute and, at each use, cleared of words that
 * were answered meanwhile, by whichever process.
 */
export async function unseenWords(needs: Needs, asked: PoolQuestion): Promise<string[]> {
  const selection = JSON.stringify(asked.wordbookIds);
  const known = remembered(needs).get(asked.userId);
  if (known?.selection === selection) {
    const near = known.wordIds.slice(0, Math.ceil(asked.limit * CHECKED_FIRST));
    const nearby = await withoutSeen(needs, asked.userId, near);
    if (nearby.length >= asked.limit) return nearby.slice(0, asked.limit);
    const left = await withoutSeen(needs, asked.userId, known.wordIds);
    if (known.complete || left.length >= asked.limit) return left.slice(0, asked.limit);
  }
  const wordIds = await lookAhead(needs, asked, selection);
  return wordIds.slice(0, asked.limit);
}

async function withoutSeen(needs: Needs, userId: string, wordIds: readonly string[]) {
  const seen = new Set(await listSeenAmong(needs.database, userId, wordIds));
  return wordIds.filter((wordId) => !seen.has(wordId));
}

async function lookAhead(needs: Needs, asked: PoolQuestion, selection: string) {
  const limit = asked.limit + LOOKED_FURTHER;
  const wordIds = await listUnseenWordIds(needs.database, { ...asked, limit });
  const complete = wordIds.length < limit;
  remembered(needs).set(asked.userId, { selection, wordIds, complete });
  return wordIds;
}
