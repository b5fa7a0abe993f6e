import type { DeckResult } from "@wordloom/contract";
import type { DeckNote, NoteType } from "@wordloom/imports";
import type { Ids } from "./platform/basics/ids.ts";
import type { Database } from "./platform/database/tables.ts";
import type { Log } from "./platform/observability/log.ts";
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
  /** The files that are kept, by the names that notes give them. */
  readonly media: ReadonlyMap<string, { readonly id: string }>;
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

/** An import of a learner's. */
export interface LearnersImport {
  readonly userId: string;
  readonly importId: string;
}

/** Reviews of notes as records of their words. */
interface ReviewCounts {
  /** Taken over, or to be taken over. */
  readonly reviews: number;
  /** There already. */
  readonly reviewsKnown: number;
}

/** How long work goes on, and who wants to know how far it is. */
export interface WorkHeed {
  readonly signal: AbortSignal;
  /** Called now and then, with the share that is done. */
  moves(share: number): void;
  /** Throws in every transaction as soon as the import is stopped. */
  require(tx: Database): Promise<void>;
}

/** What the work on reviews uses. */
interface ReviewNeeds {
  readonly clock: Clock;
  readonly database: Database;
  readonly ids: Ids;
  readonly log: Log;
  readonly settings: Settings;
}

/** The reviews of one deck while it is imported. */
export interface ReviewsOfRun {
  /** Stores the reviews that are new, in the caller's transaction. */
  store(
    tx: Database,
    words: readonly DeckWord[],
  ): Promise<ReviewCounts & { readonly wordIds: readonly string[] }>;
  /** Replays the learner, tells of it, and says what the words are worth. */
  finish(heed: WorkHeed): Promise<DeckResult>;
}

/** What a learner wants of the reviews of a deck. */
interface ReviewOptions {
  readonly reviews: "replay" | "ignore";
  readonly schedule: "engine" | "keep";
}

/**
 * Takes the reviews of decks over as records, and takes them back. It stands on a higher floor than
 * the imports, because the engine learns from the records.
 */
export interface DeckReviews {
  /** Names its steps in the record of an import. */
  readonly keeps: `deck_${string}`;
  /** What `store` would do, for words that may not exist yet. */
  judge(
    needs: Pick<ReviewNeeds, "database">,
    of: LearnersImport,
    words: readonly DeckWord[],
  ): Promise<ReviewCounts>;
  open(needs: ReviewNeeds, of: LearnersImport, options: ReviewOptions): ReviewsOfRun;
  /** Takes back what `store` stored for these words; `replay` has to follow. */
  drop(
    needs: Pick<ReviewNeeds, "clock" | "settings">,
    tx: Database,
    of: LearnersImport,
    wordIds: readonly string[],
  ): Promise<void>;
  /** Removes a list that goes from those that the learner studies. */
  unselect(
    needs: Pick<ReviewNeeds, "clock">,
    tx: Database,
    userId: string,
    bookId: string,
  ): Promise<void>;
  /** Makes the learner what the remaining records say, if any were dropped. */
  replay(needs: ReviewNeeds, userId: string, heed: WorkHeed): Promise<void>;
}
