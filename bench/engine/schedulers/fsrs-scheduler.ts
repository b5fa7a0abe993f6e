import { type BindingMemoryState, FSRSBinding } from "@open-spaced-repetition/binding";
import { dueAfterFit } from "@wordloom/engine";
import { fitFsrs, FSRS_DEFAULT, stateAfter } from "../predictors/fsrs-rival.ts";
import type { Review } from "../predictors/revlog.ts";
import type { Scheduler, SeenAnswer } from "./scheduler.ts";

const DAY_MS = 86_400_000;
const FIRST_FIT = 1000;

export interface FsrsHabits {
  /** Refitted by its own optimizer at each doubling of the history, or never. */
  readonly isFitted: boolean;
  /** Target recall, 0..1. */
  readonly retention: number;
  /** Words of at least this stability are reviewed after `days`; absent: at the retention. */
  readonly rest?: { readonly stabilityDays: number; readonly days: number };
}

/** FSRS-6 at a fixed retention. */
export function fsrsScheduler({ isFitted, retention, rest }: FsrsHabits): Scheduler {
  const log: Review[] = [];
  let fsrs = new FSRSBinding([...FSRS_DEFAULT]);
  const words: { state: BindingMemoryState; review: Review }[] = [];
  let nextFit = FIRST_FIT;
  const take = (review: Review, word: number): number => {
    const before = words[word]?.state ?? null;
    const next = fsrs.nextStates(before, retention, review.pauseDays ?? 0);
    const chosen = stateAfter(next, review.grade);
    const state = chosen.memory;
    words[word] = { state, review };
    const rests = rest !== undefined && state.stability >= rest.stabilityDays;
    return review.day + (rests ? rest.days : Math.max(1, Math.round(chosen.interval)));
  };
  return {
    answered(seen) {
      const review = reviewOf(seen, words[seen.word]?.review);
      log.push(review);
      return take(review, seen.word);
    },
    async closeDay(day, dueDays) {
      if (!isFitted || log.length < nextFit) return;
      nextFit = 2 * log.length;
      fsrs = new FSRSBinding(await fitFsrs(log));
      words.length = 0;
      const due: number[] = [];
      for (const review of log) {
        const word = Number(review.cardId);
        due[word] = Math.max(day + 1, take(review, word));
      }
      // Limits overfull days as the engine does, because every refit needs it.
      for (const [word, after] of due.entries()) {
        dueDays[word] = dueAfterFit(dueDays[word] as number, after, day);
      }
    },
  };
}

function reviewOf(seen: SeenAnswer, before: Review | undefined): Review {
  const pauseDays = before === undefined ? null : seen.day - before.day;
  return {
    cardId: String(seen.word),
    grade: seen.grade ?? (seen.recalled ? 3 : 1),
    outcome: seen.recalled ? 1 : 0,
    atMs: seen.day * DAY_MS + seen.second * 1000,
    durationMs: seen.seconds * 1000,
    day: seen.day,
    pauseDays,
    exactDays: pauseDays,
    nth: (before?.nth ?? 0) + 1,
    lapses: 0,
  };
}
