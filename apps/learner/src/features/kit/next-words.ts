import { createKitKeeper, type Kit, type KitNeeds } from "./kit.ts";
import { duePortion, plannedWords, type Taken } from "./planned-words.ts";
import type { StudyWord } from "./study-word.ts";

/** Today's plan, or beyond it with words that fall due later. */
export type PlanAim = "plan" | "ahead";

export interface WordNeeds extends KitNeeds {
  /** Whether the device has a network; without one the service is not asked. */
  readonly hasNetwork: () => boolean;
  /** Whether the service answered the latest call. */
  readonly isServed: () => boolean;
  /** Reviews per day while the learner catches up; null: no limit. */
  readonly reviewCap: () => number | null;
  readonly after: (ms: number, run: () => void) => void;
}

/** The next words to study, and how many of the plan remain after them. */
export interface Batch {
  readonly words: readonly StudyWord[];
  readonly left: number;
}

/**
 * Decides which words come next, online and offline: the plan of the stored kit, without words that
 * were answered, put aside, or are in the session.
 */
export interface NextWords {
  /**
   * The first words of a session; undefined when none are stored and there is no network.
   * @throws the service's error when no kit is stored
   */
  first(aim: PlanAim): Promise<Batch | undefined>;
  /**
   * The words that follow. An old kit still serves this call, and a new one is loaded for the next.
   */
  more(aim: PlanAim, session: Taken): Promise<Batch>;
  /** All words of the plan that the session can still take; undefined when no kit is stored. */
  planned(aim: PlanAim, session: Taken | undefined): Promise<readonly StudyWord[] | undefined>;
  /** All stored words, in the plan or not. */
  kept(): Promise<readonly StudyWord[]>;
  /** Loads a new kit after answers were sent. If that fails, the old one stays. */
  renew(): Promise<void>;
  /**
   * Discards the kit after a change of books or pace, so that the next session follows the new
   * plan.
   */
  planChanged(): Promise<void>;
}

/** A kit older than this is reloaded when there is a network. */
const FRESH_MS = 10 * 60_000;

/** The longest a learner waits for fresher words than the stored ones. */
export const WAIT_MS = 1_200;

const NOTHING_TAKEN: Taken = { words: {}, history: [] };

export function createNextWords(needs: WordNeeds): NextWords {
  const keeper = createKitKeeper(needs);

  const planOf = (kit: Kit, aim: PlanAim, session: Taken) => {
    // A learner who continues past the plan wants more than the portion.
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

/** A clock that was set back makes a kit from the future, which is not fresh either. */
function isFresh({ fetchedAtMs }: Kit, nowMs: number): boolean {
  const ageMs = nowMs - fetchedAtMs;
  return ageMs >= 0 && ageMs < FRESH_MS;
}

const ignore = () => {};
