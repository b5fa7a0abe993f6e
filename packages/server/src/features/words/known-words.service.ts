import type { Deps } from "../../deps.ts";
import type { Database } from "../../platform/database/tables.ts";
import { perApp } from "../../platform/per-app.ts";
import { listWordFacts, type WordFactsRow } from "./words.repo.ts";

type Needs = Pick<Deps, "clock" | "database"> & {
  /** Left out by programs that run beside the service. */
  readonly peers?: Deps["peers"];
};

/** Words remembered at most; a library has some tens of thousands. */
const REMEMBERED_MAX = 100_000;

/** Another process that changes words may fail to tell us: so long may we believe the old. */
const BELIEVED_MS = 60_000;

interface Remembered {
  readonly facts: Map<string, WordFactsRow>;
  untilMs: number;
}

const memory = perApp<Needs, Remembered>(
  ({ peers }) => {
    const remembered = { facts: new Map<string, WordFactsRow>(), untilMs: 0 };
    peers?.on("words_changed", () => remembered.facts.clear());
    return remembered;
  },
  {
    sweep: (held, clock) => {
      if (held.untilMs < clock.monotonicMs()) held.facts.clear();
    },
  },
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
): Promise<Map<string, WordFactsRow>> {
  const { facts } = upToDate(needs);
  const unknown = ids.filter((id) => !facts.has(id));
  if (unknown.length > 0) {
    for (const word of await listWordFacts(db, unknown)) facts.set(word.id, word);
  }
  const asked = new Map<string, WordFactsRow>();
  for (const id of ids) {
    const word = facts.get(id);
    if (word !== undefined) asked.set(id, word);
  }
  return asked;
}

/**
 * Words were changed or deleted, and that is committed: what was known of them no longer counts.
 */
export function forgetKnownWords(needs: Needs): void {
  memory(needs).facts.clear();
  needs.peers?.tell("words_changed");
}

function upToDate(needs: Needs): Remembered {
  const remembered = memory(needs);
  const nowMs = needs.clock.monotonicMs();
  if (nowMs < remembered.untilMs && remembered.facts.size < REMEMBERED_MAX) return remembered;
  remembered.facts.clear();
  remembered.untilMs = nowMs + BELIEVED_MS;
  return remembered;
}
