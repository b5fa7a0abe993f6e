import type { Kit } from "../kit/kit.ts";
import type { SessionState } from "./session-state.ts";
import type { StudyWord } from "./study-word.ts";

type Facts = Pick<SessionState, "words" | "history">;

/** An answer may be as old as that before the service has counted it. */
const UNDER_WAY_MS = 10_000;

/**
 * Words of the kit that a session can still take, in the kit's order. A kit that was made during
 * the session offers as many new words as the day has left; those that the session holds and has
 * not asked yet are among them, though the service may have picked others this time.
 *
 * @param isAhead with words that fall due later
 */
export function plannedWords(kit: Kit, session: Facts, isAhead: boolean): readonly StudyWord[] {
  const offered = kit.words.filter(({ kind }) => isAhead || kind !== "ahead");
  const inKit = new Set(offered.map(({ word }) => word.id));
  const counted = new Set(
    session.history
      .filter(({ answeredAtMs }) => answeredAtMs < kit.fetchedAtMs - UNDER_WAY_MS)
      .map(({ wordId }) => wordId),
  );
  const held = Object.values(session.words).filter(
    ({ kind, word }) => kind === "new" && !inKit.has(word.id) && !counted.has(word.id),
  );
  // What is known of a waiting word is not true any more.
  const fresh = offered.filter(({ word, waiting }) => !waiting && !(word.id in session.words));
  const newWords = fresh.filter(({ kind }) => kind === "new");
  const tooMany = new Set(newWords.slice(Math.max(0, newWords.length - held.length)));
  return fresh.filter((word) => !tooMany.has(word));
}
