import type { StudyToday } from "@wordloom/contract";
import { reviewsLeft } from "./planned-words.ts";

/** A session holds at most the words of one kit. */
const SESSION_MAX = 200;

/**
 * Words that a session of today's plan has, if the learner wants all: what Today offers, and what
 * is asked.
 * @param cap reviews a day while catching up; null: as many as are due
 */
export function sessionWords(
  today: Pick<StudyToday, "due" | "new" | "reviewedToday">,
  cap: number | null,
): number {
  const due = Math.min(today.due, reviewsLeft(cap, today.reviewedToday));
  return Math.min(SESSION_MAX, due + today.new);
}
