import type { DeckNote, NoteType } from "@wordloom/imports";
import type { Database } from "./platform/database/tables.ts";
import type { Settings } from "./platform/settings/settings.ts";
import type { Clock } from "./platform/time/clock.ts";

/** A word that an import made or found for a note of a deck. */
export interface DeckWord {
  readonly wordId: string;
  readonly note: DeckNote;
}

/** What a deck says of some of its words. */
export interface DeckPart {
  readonly userId: string;
  readonly words: readonly DeckWord[];
  /** By id; at least those of the words. */
  readonly noteTypes: ReadonlyMap<string, NoteType>;
}

/**
 * A part of a feature that keeps something that decks say of words: favorites, suspensions, where a
 * word came from. The import calls it, because it stands on a lower floor than most of them.
 */
export interface DeckKeeper {
  /** Names what it keeps in the record of an import. */
  readonly keeps: `deck_${string}`;
  /**
   * Stores what is new, in the caller's transaction.
   *
   * @returns the words of which it stored something
   */
  keep(
    needs: { readonly clock: Clock; readonly settings: Settings },
    tx: Database,
    part: DeckPart,
  ): Promise<readonly string[]>;
  /** Takes back what `keep` stored for these words. */
  drop(tx: Database, userId: string, wordIds: readonly string[]): Promise<void>;
}
