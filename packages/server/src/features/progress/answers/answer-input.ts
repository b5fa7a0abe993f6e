import type { RecordDraft } from "@wordloom/contract";
import type { AnswerInput, Grade } from "@wordloom/engine";
import { withoutNullish } from "../../../platform/basics/without-nullish.ts";
import { utcOffsetMinutes, type DayRules } from "../../../platform/time/local-day.ts";

/** An answer in the engine's format, but without the learner's time zone and day start. */
export type UnzonedAnswer = Omit<AnswerInput, "utcOffsetMinutes" | "dayStartHour">;

/** @param atMs  the time of the answer */
export function toAnswerInput(draft: RecordDraft, atMs: number): UnzonedAnswer {
  const { questionMode, selfRating } = draft;
  return withoutNullish({
    wordId: draft.wordId,
    atMs,
    isCorrect: draft.isCorrect,
    responseTimeMs: draft.responseTimeMs,
    mode: questionMode,
    // The API counts from 0 (again) to 3 (easy); grades start at 1.
    selfRating: selfRating == null ? undefined : ((selfRating + 1) as Grade),
    hintUsed: draft.hintUsed,
    retryCount: draft.retryCount,
    isQuit: draft.isQuit,
    confusedWith: draft.confusedWith,
    pauseCount: draft.pauseCount,
    switchCount: draft.switchCount,
    focusLossMs: draft.focusLossDurationMs,
    dwellMs: draft.dwellTimeMs,
    pausedMs: draft.pausedTimeMs,
    interactionDensity: draft.interactionDensity,
    sessionId: draft.sessionId,
  });
}

/** The answer with the learner's time zone, as it was at the answer, and day start. */
export function zoned(answer: UnzonedAnswer, { timeZone, dayStartHour }: DayRules): AnswerInput {
  return { ...answer, utcOffsetMinutes: utcOffsetMinutes(answer.atMs, timeZone), dayStartHour };
}
