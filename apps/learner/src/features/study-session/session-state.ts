import type { QuestionKind } from "../app-settings/app-settings.ts";
import type { StudyWord } from "../kit/study-word.ts";

/**
 * A session as plain data: what is stored after every step, so that a reload goes on where it was.
 * Only `reduce` makes new ones.
 */
export interface SessionState {
  readonly id: string;
  /** Grows with every step that was stored; tells when another tab went on. */
  readonly revision: number;
  /** By the service's clock, as far as it was known. */
  readonly startedAtMs: number;
  /** The service's session, once it is known. */
  readonly serverSessionId: string | null;
  /** Words chosen to be practised: no more are fetched. Null: the plan of the day. */
  readonly practised: Practised | null;
  readonly words: Readonly<Record<string, StudyWord>>;
  readonly step: Step;
  /** Words that are not asked any more whatever answer is taken back: known, suspended, buried. */
  readonly dropped: readonly string[];
  /** The latest of them, as long as they can be brought back; latest last. */
  readonly asides: readonly Aside[];
  /** Latest last; with what is needed to take them back. */
  readonly history: readonly Answered[];
}

/** Words that slipped this week, in the session before, or that are about to be lost. */
export type Practised = "slipping" | "session" | "risk";

/** What the next question depends on: small, because undo keeps copies of it. */
export interface Step {
  /** Words still to be asked, in order; missed ones stand in `missed`. */
  readonly queue: readonly string[];
  readonly missed: readonly Missed[];
  /** Words that were shown before they are asked; they wait a little. */
  readonly introduced: readonly string[];
  /** Words that are through. */
  readonly done: readonly string[];
  /** Questions so far. */
  readonly asked: number;
  readonly timesAsked: Readonly<Record<string, number>>;
  readonly current: Current | null;
}

export interface Missed {
  readonly wordId: string;
  /** Asked again once so many questions were asked. */
  readonly dueAt: number;
  readonly times: number;
}

export type Current =
  | { readonly phase: "introduction"; readonly wordId: string }
  | {
      readonly phase: "question";
      readonly wordId: string;
      readonly kind: QuestionKind;
      readonly asked: number;
      readonly hintUsed: boolean;
    }
  | {
      readonly phase: "feedback";
      readonly wordId: string;
      readonly kind: QuestionKind;
      readonly asked: number;
      /** `clientRecordId` of the answer. */
      readonly answerId: string;
    };

/** An answer of this session. */
export interface Answered {
  readonly id: string;
  readonly wordId: string;
  readonly kind: QuestionKind;
  readonly isCorrect: boolean;
  /** Counted as right although a letter was off, or because the learner said so. */
  readonly isLenient: boolean;
  readonly given: string | null;
  readonly confusedWith: string | null;
  readonly selfRating: number | null;
  /**
   * By the service's clock, as far as it was known: a device's clock may be set anew meanwhile.
   * What is sent to the service carries the device's time.
   */
  readonly answeredAtMs: number;
  readonly responseTimeMs: number;
  /** The step before the question was answered; dropped when it cannot be taken back any more. */
  readonly before: Step | null;
}

/** A word was put aside. */
export interface Aside {
  /** Of the act. */
  readonly id: string;
  readonly wordId: string;
  readonly before: Step;
  /** Answers of the session before it. */
  readonly answers: number;
}

/** What undo takes back: the latest answer, or the word that was put aside after it. */
export function latestOf({ history, asides }: SessionState): Answered | Aside | undefined {
  const aside = asides.at(-1);
  return aside !== undefined && aside.answers >= history.length ? aside : history.at(-1);
}

/** Questions between a miss and its repetition (the engine's errorRepeatGap); doubled each time. */
export const REPEAT_GAP = 3;
/** Answers, and words put aside, that can be taken back, as long as they were not sent. */
export const UNDO_MAX = 10;

/** Where the session stands: what a key or a touch was meant for, which may be over meanwhile. */
export function placeOf({ step: { current, asked } }: SessionState): string {
  return `${asked} ${current?.phase} ${current?.wordId}`;
}

/** How often the word was missed in this session. */
export function missesOf({ history }: SessionState, wordId: string): number {
  return history.filter((answer) => answer.wordId === wordId && !answer.isCorrect).length;
}

/** Less is no memory to speak of. */
const GAP_MIN_MS = 3_600_000;

/**
 * How long the word had not been asked when it was answered in this session, and whether it was
 * recalled then. Nothing for words that were new, or answered more than once meanwhile.
 */
export function gapOf(
  { history, words }: SessionState,
  wordId: string,
): { readonly ms: number; readonly isRecalled: boolean } | undefined {
  const [first, ...more] = history.filter((answer) => answer.wordId === wordId);
  const before = words[wordId]?.state;
  if (first === undefined || more.length > 0 || before == null) return undefined;
  const ms = first.answeredAtMs - Date.parse(before.updatedAt);
  return ms < GAP_MIN_MS ? undefined : { ms, isRecalled: first.isCorrect };
}

/** Words through, and all words of the session. */
export function progressOf({ step, words }: SessionState): { done: number; all: number } {
  return { done: step.done.length, all: Object.keys(words).length };
}

/** Words that were not begun: when few are left, more are fetched. */
export function leftOf({ step }: SessionState): number {
  return step.queue.length + step.missed.length + step.introduced.length;
}
