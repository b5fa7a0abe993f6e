import type { Kit } from "../kit/kit.ts";
import type { SessionState } from "./session-state.ts";
import type { StudyWord } from "./study-word.ts";

type Facts = Pick<SessionState, "words" | "history">;

/**
 * Words of the kit that a session can still take, in the kit's order. A kit that was made during
 * the session offers as many new words as the day has left. Those that the session holds are among
 * them unless the service has counted their answers, though it may have picked others this time.
 *
 * @param isAhead with words that fall due later
 */
export function plannedWords(kit: Kit, session: Facts, isAhead: boolean): readonly StudyWord[] {
  const offered = kit.words.filter(({ kind }) => isAhead || kind !== "ahead");
  const inKit = new Set(offered.map(({ word }) => word.id));
  const uncounted = new Set(kit.uncounted);
  const answered = session.history.map(({ wordId }) => wordId);
  const counted = new Set(answered.filter((wordId) => !uncounted.has(wordId)));
  const held = Object.values(session.words).filter(
    ({ kind, word }) => kind === "new" && !inKit.has(word.id) && !counted.has(word.id),
  );
  // What is known of a waiting word is not true any more.
  const fresh = offered.filter(({ word, waiting }) => !waiting && !(word.id in session.words));
  const newWords = fresh.filter(({ kind }) => kind === "new");
  const tooMany = new Set(newWords.slice(Math.max(0, newWords.length - held.length)));
  return fresh.filter((word) => !tooMany.has(word));
}
