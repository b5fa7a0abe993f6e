import type { DeckKeeper } from "../../../deck-keeper.ts";
import { learnerDay } from "../../accounts/preferences/preferences.service.ts";
import {
  listSuspendedAmong,
  removeEndedSuspensions,
  removeSuspensions,
  suspendWords,
} from "./suspended-words.repo.ts";

/**
 * Suspends the words whose cards a deck has all suspended, and buries those of which it has buried
 * the rest until the end of the learner's day. Words that are suspended stay as they are.
 */
export const deckSuspensionsKeeper: DeckKeeper = {
  keeps: "deck_suspension",
  async keep({ clock, settings }, tx, { userId, words }) {
    const aside = words.filter(({ note }) => note.queue !== "active");
    if (aside.length === 0) return [];
    const nowMs = clock.nowMs();
    await removeEndedSuspensions(tx, userId, nowMs);
    const ids = aside.map(({ wordId }) => wordId);
    const known = new Set(await listSuspendedAmong(tx, userId, ids));
    const fresh = aside.filter(({ wordId }) => !known.has(wordId) && known.add(wordId));
    const { dayEndMs } = await learnerDay({ clock, settings, database: tx }, userId);
    for (const reason of ["suspended", "buried"] as const) {
      const these = fresh.filter(({ note }) => note.queue === reason);
      const row = {
        user_id: userId,
        reason,
        until_ms: reason === "buried" ? dayEndMs : null,
        created_at_ms: nowMs,
      };
      if (these.length > 0)
        await suspendWords(
          tx,
          these.map(({ wordId }) => wordId),
          row,
        );
    }
    return fresh.map(({ wordId }) => wordId);
  },
  async drop(tx, userId, wordIds) {
    await removeSuspensions(tx, userId, wordIds);
  },
};
