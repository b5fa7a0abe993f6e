import { createKitKeeper, type Kit, type KitNeeds } from "./kit.ts";
import { duePortion, plannedWords, type Taken } from "./planned-words.ts";
import type { StudyWord } from "./study-word.ts";

/** Today's plan, or on beyond it with words that fall due later. */
export type PlanAim = "plan" | "ahead";

export interface WordNeeds extends KitNeeds {
  /** Whether the device has a network: without one the service is not asked. */
  readonly hasNetwork: () => boolean;
  /** Whether the service answered the latest call. */
  readonly isServed: () => boolean;
  /** Reviews a day while the learner catches up; null: as many as are due. */
  readonly reviewCap: () => number | null;
  readonly after: (ms: number, run: () => void) => void;
}

/** Words to study next, and how many of the plan are left after them. */
export interface Batch {
  readonly words: readonly StudyWord[];
  readonly left: number;
}

/**
 * Decides which words come next, with a network and without: the plan of the kit that this browser
 * keeps, less the words that were answered or put aside and those that the session holds.
 */
export interface NextWords {
  /**
   * The words to begin a session with. Undefined: none are kept, and there is no network.
   *
   * @throws what the service answered where nothing is kept
   */
  first(aim: PlanAim): Promise<Batch | undefined>;
  /** The words that follow; a kit that is old is loaded anew for the time after. */
  more(aim: PlanAim, session: Taken): Promise<Batch>;
  /** All words of the plan that a session can still take; undefined where nothing is kept. */
  planned(aim: PlanAim, session: Taken | undefined): Promise<readonly StudyWord[] | undefined>;
  /** All words that are kept for studying, whatever the plan says of them. */
  kept(): Promise<readonly StudyWord[]>;
  /** Loads a new kit, after answers were sent. The old one stays where that fails. */
  renew(): Promise<void>;
  /** Other books, another pace: the next session begins with words of the new plan. */
  planChanged(): Promise<void>;
}

/** An older kit is loaded anew when there is a network. */
const FRESH_MS = 10 * 60_000;

/** A learner does not wait longer than that for words fresher than those that are here. */
export const WAIT_MS = 1_200;

const NOTHING_TAKEN: Taken = { words: {}, history: [] };

export function createNextWords(needs: WordNeeds): NextWords {
  const keeper = createKitKeeper(needs);

  const planOf = (kit: Kit, aim: PlanAim, session: Taken) => {
    // Who goes on after the plan wants more than the portion.
    const cap = aim === "ahead" ? null : needs.reviewCap();
    return plannedWords(kit, session, aim === "ahead", duePortion(kit, session, cap, needs.now()));
  };

  const batchOf = (kit: Kit | undefined, aim: PlanAim, session: Taken): Batch => {
    if (kit === undefined) return { words: [], left: 0 };
    const planned = planOf(kit, aim, session);
    const words = planned.slice(0, Math.max(1, kit.batchSize));
    return { words, left: planned.length - words.length };
  };

  const renew = () => keeper.renew().then(ignore, ignore);

  return {
    async first(aim) {
      const kit = await kitToBeginWith(keeper, needs);
      return kit && batchOf(kit, aim, NOTHING_TAKEN);
    },
    async more(aim, session) {
      const kit = await keeper.kept();
      if (needs.isServed() && !(kit && isFresh(kit, needs.now()))) void renew();
      return batchOf(kit, aim, session);
    },
    async planned(aim, session = NOTHING_TAKEN) {
      const kit = await keeper.kept();
      return kit && planOf(kit, aim, session);
    },
    kept: async () => (await keeper.kept())?.words ?? [],
    renew,
    async planChanged() {
      await keeper.forget();
      void renew();
    },
  };
}

type KitKeeper = ReturnType<typeof createKitKeeper>;

async function kitToBeginWith(keeper: KitKeeper, needs: WordNeeds): Promise<Kit | undefined> {
  const kept = await keeper.kept();
  const hasWords = kept !== undefined && kept.words.length > 0;
  if (hasWords && isFresh(kept, needs.now())) return kept;
  if (!needs.hasNetwork()) return kept;
  const fresh = keeper.newest();
  if (hasWords) {
    const late = new Promise<Kit>((resolve) => needs.after(WAIT_MS, () => resolve(kept)));
    return Promise.race([fresh.catch(() => kept), late]);
  }
  return fresh.catch((error: unknown) => {
    if (needs.isServed()) throw error;
    return kept;
  });
}

/** A clock that was set back makes a kit from the future: not to be trusted either. */
function isFresh({ fetchedAtMs }: Kit, nowMs: number): boolean {
  const ageMs = nowMs - fetchedAtMs;
  return ageMs >= 0 && ageMs < FRESH_MS;
}

const ignore = () => {};
