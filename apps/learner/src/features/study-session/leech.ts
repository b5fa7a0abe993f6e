import { missesOf, type SessionState } from "./session-state.ts";
import type { StudyWord } from "../kit/study-word.ts";

/** As the service counts: a leech at so many wrong answers, marked again after so many more. */
const LEECH_LAPSES = 8;
const LEECH_EVERY = 4;

/** Whether the word does not want to stay. */
export function isLeech(lapses: number): boolean {
  return lapses >= LEECH_LAPSES;
}

/** Wrong answers about the word since it was last reset, those of this session included. */
export function lapsesOf(session: SessionState, { word, lapses }: StudyWord): number {
  return lapses + missesOf(session, word.id);
}

/** Whether the learner is told with this very miss: at 8, 12, 16, … */
export function isLeechMark(lapses: number): boolean {
  return isLeech(lapses) && (lapses - LEECH_LAPSES) % LEECH_EVERY === 0;
}
