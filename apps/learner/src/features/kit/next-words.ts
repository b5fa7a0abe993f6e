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

/**
 * Decides which words a session asks, with a network and without: the plan of the kit that this
 * browser keeps, less the words that were answered or put aside.
 */
export interface NextWords {
  /**
   * All words of a session that begins now. An empty kept plan is loaded again first, because words
   * may have fallen due since. Undefined: none are kept, and there is no network.
   *
   * @param expected words that Today promises; a kept plan with fewer is loaded again, too
   * @throws the service's refusal if nothing is kept
   */
  first(aim: PlanAim, expected?: number): Promise<readonly StudyWord[] | undefined>;
  /** Words of the plan that a session does not hold; undefined where nothing is kept. */
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

  const renew = () => keeper.renew().then(ignore, ignore);

  return {
    async first(aim, expected = 0) {
      const plan = (kit: Kit) => planOf(kit, aim, NOTHING_TAKEN);
      const kit = await kitToBeginWith(keeper, needs, (kept) => {
        const { length } = plan(kept);
        return length === 0 ? "none" : length < expected ? "some" : "all";
      });
      return kit && plan(kit);
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

/** @param wordsOf how many of the words to begin with it has */
async function kitToBeginWith(
  keeper: KitKeeper,
  needs: WordNeeds,
  wordsOf: (kit: Kit) => "none" | "some" | "all",
): Promise<Kit | undefined> {
  const kept = await keeper.kept();
  const has = kept === undefined ? "none" : wordsOf(kept);
  const isUsable = kept !== undefined && has !== "none";
  if (isUsable && has === "all" && isFresh(kept, needs.now())) return kept;
  if (!needs.hasNetwork()) return kept;
  // A running request may miss words that have fallen due since.
  const fresh = kept === undefined || has === "all" ? keeper.newest() : keeper.renew();
  if (isUsable) {
    const late = new Promise<Kit>((resolve) => needs.after(WAIT_MS, () => resolve(kept)));
    return Promise.race([fresh.catch(() => kept), late]);
  }
  return fresh.catch((error: unknown) => {
    if (needs.isServed()) throw error;
    return kept;
  });
}

/**
 * Whether the kit is new, and of the learner's current day. A clock that was set back makes a kit
 * from the future, which is not fresh either.
 */
function isFresh({ fetchedAtMs, plan }: Kit, nowMs: number): boolean {
  const ageMs = nowMs - fetchedAtMs;
  return ageMs >= 0 && ageMs < FRESH_MS && nowMs < Date.parse(plan.dayEndsAt);
}

const ignore = () => {};
