import { DAY_MS, HOUR_MS, MINUTE_MS } from "./numeric/durations.ts";

/** Question mode. An absent mode counts as the first one. */
export type Mode =
  "word-to-meaning" | "meaning-to-word" | "audio-to-meaning" | "meaning-to-spelling";

export const MODES: readonly Mode[] = [
  "word-to-meaning",
  "meaning-to-word",
  "audio-to-meaning",
  "meaning-to-spelling",
];

/** Index of a mode in {@link MODES}; written out for speed, because every answer needs it. */
export function modeIndex(mode: Mode): number {
  if (mode === "word-to-meaning") return 0;
  if (mode === "meaning-to-word") return 1;
  return mode === "audio-to-meaning" ? 2 : 3;
}

/** 1 again, 2 hard, 3 good, 4 easy. */
export type Grade = 1 | 2 | 3 | 4;

/** One answer of a learner. Times are unix milliseconds, durations milliseconds. */
export interface AnswerInput {
  /** Empty only for a quit without a word. */
  wordId: string;
  atMs: number;
  isCorrect: boolean;
  responseTimeMs: number;
  mode?: Mode;
  /** Absent: four, unless the mode is typed. */
  choiceCount?: number;
  /** How hard the learner says it was, on the scale of grades. */
  selfRating?: Grade;
  /** Explicit grade, for replays of logs that contain one. */
  grade?: Grade;
  hintUsed?: boolean;
  retryCount?: number;
  isQuit?: boolean;
  confusedWith?: string;
  pauseCount?: number;
  switchCount?: number;
  focusLossMs?: number;
  dwellMs?: number;
  pausedMs?: number;
  interactionDensity?: number;
  sessionId?: string;
  /** Offset from UTC, and the hour 0..23 at which the learner's local day begins. */
  utcOffsetMinutes: number;
  dayStartHour: number;
}

/** Facts about a word, independent of the learner. */
export interface WordFacts {
  id: string;
  text: string;
  /** 0..1; null when unknown. */
  difficulty: number | null;
  /** 1..10, from a source outside the service. */
  externalDifficulty?: number;
  morphemes?: { known: number; total: number };
  confusables?: { id: string; similarity: number }[];
  /** Used only to choose wrong options. */
  meaning?: string;
  partOfSpeech?: string | null;
}

/** Whether the answer is typed, so that guessing hardly ever succeeds. */
export function isTyped(mode: Mode): boolean {
  return mode === "meaning-to-spelling";
}

/**
 * Whether the learner chose among options, which shows less than a recall. A self-rated or graded
 * answer is one to a card without options.
 */
export function isChosen(answer: AnswerInput): boolean {
  const { mode, selfRating, grade } = answer;
  return selfRating === undefined && grade === undefined && !isTyped(mode ?? "word-to-meaning");
}

/** The mode of an answer or of a question about one. */
export function modeOf(answer: { mode?: Mode }): Mode {
  return answer.mode ?? "word-to-meaning";
}

/** Number of the learner's local day at an instant; days begin at dayStartHour. */
export function localDay(atMs: number, utcOffsetMinutes: number, dayStartHour: number): number {
  return Math.floor((atMs + utcOffsetMinutes * MINUTE_MS - dayStartHour * HOUR_MS) / DAY_MS);
}

/** The learner's local hour, 0..23. */
export function localHour(atMs: number, utcOffsetMinutes: number): number {
  const hours = Math.floor((atMs + utcOffsetMinutes * MINUTE_MS) / HOUR_MS);
  return ((hours % 24) + 24) % 24;
}
