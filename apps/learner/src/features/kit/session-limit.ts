import type { StudyToday } from "@wordloom/contract";
import { KIT_WORDS_MAX } from "@wordloom/contract/limits";
import { reviewsLeft } from "./planned-words.ts";

/**
 * Words that a session of today's plan has, if the learner wants all: what Today offers, and what
 * is asked. A session holds at most the words of one kit.
 * @param cap reviews a day while catching up; null: as many as are due
 */
export function sessionWords(
  today: Pick<StudyToday, "due" | "new" | "reviewedToday">,
  cap: number | null,
): number {
  const due = Math.min(today.due, reviewsLeft(cap, today.reviewedToday));
  return Math.min(KIT_WORDS_MAX, due + today.new);
}
