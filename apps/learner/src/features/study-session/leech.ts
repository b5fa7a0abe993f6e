import { missesOf, type SessionState } from "./session-state.ts";
import type { StudyWord } from "../kit/study-word.ts";

/**
 * The service's thresholds: a word becomes a leech at 8 wrong answers and is marked again every 4.
 */
const LEECH_LAPSES = 8;
const LEECH_EVERY = 4;

/** Whether the word is a leech. */
export function isLeech(lapses: number): boolean {
  return lapses >= LEECH_LAPSES;
}

/** Wrong answers to the word since its last reset, including those of this session. */
export function lapsesOf(session: SessionState, { word, lapses }: StudyWord): number {
  return lapses + missesOf(session, word.id);
}

/** Whether this miss notifies the learner: the 8th, 12th, 16th, … */
export function isLeechMark(lapses: number): boolean {
  return isLeech(lapses) && (lapses - LEECH_LAPSES) % LEECH_EVERY === 0;
}
