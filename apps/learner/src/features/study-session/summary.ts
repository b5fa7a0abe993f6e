import type { SessionState } from "./session-state.ts";

/** The results of a session. */
export interface SessionSummary {
  readonly answers: number;
  /** Different words that were answered. */
  readonly words: number;
  readonly right: number;
  /** Words answered right at the first try. */
  readonly firmed: readonly string[];
  readonly slipped: readonly {
    readonly wordId: string;
    readonly isNew: boolean;
    /** Words that it was taken for, the first one first. */
    readonly confusedWith: readonly string[];
  }[];
  readonly met: readonly string[];
  readonly seconds: number;
  /**
   * How much longer the mean answer took in the last third than in the first (0.2: 20 % longer);
   * null with too few answers.
   */
  readonly slowing: number | null;
}

/** With fewer answers the comparison means nothing. */
const SLOWING_MIN = 12;

export function summaryOf({ history, words }: SessionState): SessionSummary {
  const byWord = Map.groupBy(history, ({ wordId }) => wordId);
  const firsts = [...byWord].map(([wordId, answers]) => ({
    wordId,
    isNew: words[wordId]?.kind === "new",
    isFirstRight: answers[0]?.isCorrect ?? false,
    misses: answers.filter(({ isCorrect }) => !isCorrect),
  }));
  const times = history.map(({ responseTimeMs }) => responseTimeMs);
  return {
    answers: history.length,
    words: byWord.size,
    right: history.filter(({ isCorrect }) => isCorrect).length,
    firmed: firsts.filter(({ isFirstRight }) => isFirstRight).map(({ wordId }) => wordId),
    slipped: firsts
      .filter(({ misses }) => misses.length > 0)
      .map(({ wordId, isNew, misses }) => ({
        wordId,
        isNew,
        confusedWith: [...new Set(misses.flatMap(({ confusedWith }) => confusedWith ?? []))],
      })),
    met: firsts.filter(({ isNew }) => isNew).map(({ wordId }) => wordId),
    seconds: secondsOf(
      history.map(({ answeredAtMs }) => answeredAtMs),
      times,
    ),
    slowing: slowingOf(times),
  };
}

/** The part of a gap between two answers beyond this is not study time. */
const PAUSE_MAX_MS = 120_000;

function secondsOf(at: readonly number[], times: readonly number[]): number {
  const gaps = at.slice(1).map((time, index) => Math.min(PAUSE_MAX_MS, time - (at[index] ?? time)));
  const total = gaps.reduce((sum, gap) => sum + Math.max(0, gap), times[0] ?? 0);
  return Math.round(total / 1_000);
}

function slowingOf(times: readonly number[]): number | null {
  if (times.length < SLOWING_MIN) return null;
  const third = Math.floor(times.length / 3);
  const mean = (list: readonly number[]) => list.reduce((sum, ms) => sum + ms, 0) / list.length;
  const [first, last] = [mean(times.slice(0, third)), mean(times.slice(-third))];
  return first > 0 ? last / first - 1 : null;
}
