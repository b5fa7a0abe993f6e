import type { AskedKind } from "../question/asked-kind.ts";
import type { Direction } from "../question/question-kind.ts";
import type { StudyWord } from "../kit/study-word.ts";

/**
 * A session as plain data, stored after every step so that a reload resumes it. Only `reduce`
 * creates new states.
 */
export interface SessionState {
  readonly id: string;
  /** Grows with every stored step; a difference shows that another tab made a step. */
  readonly revision: number;
  /** Unix milliseconds by the service's clock, as far as it was known. */
  readonly startedAtMs: number;
  /** The id of the service's session, once known. */
  readonly serverSessionId: string | null;
  /** The kind of practice, which fetches no more words; null for the plan of the day. */
  readonly practised: Practised | null;
  /** Chosen for this session. */
  readonly direction: Direction;
  readonly words: Readonly<Record<string, StudyWord>>;
  readonly step: Step;
  /** Words that undo does not bring back into the session: known, suspended, buried. */
  readonly dropped: readonly string[];
  /** The words put aside last that can still be restored, latest last. */
  readonly asides: readonly Aside[];
  /** Latest last, with the data for undoing them. */
  readonly history: readonly Answered[];
}

/**
 * Words that slipped this week, slipped in the previous session, or are at high risk of being
 * forgotten; or new words beyond those of the day.
 */
export type Practised = "slipping" | "session" | "risk" | "new";

/** What determines the next question. It is small because undo keeps copies of it. */
export interface Step {
  /** Words still to be asked, in order; those to be asked again are in `missed` instead. */
  readonly queue: readonly string[];
  readonly missed: readonly Missed[];
  /** Words that were shown and will be asked a little later. */
  readonly introduced: readonly string[];
  /** Completed words; they may be asked once more while a missed word waits. */
  readonly done: readonly string[];
  /** Questions asked so far. */
  readonly asked: number;
  readonly timesAsked: Readonly<Record<string, number>>;
  readonly current: Current | null;
}

export interface Missed {
  readonly wordId: string;
  /** The value of `asked` at which the word is asked again. */
  readonly dueAt: number;
  /** 0 for a new word that was answered right once and comes back all the same. */
  readonly times: number;
}

export type Current =
  | { readonly phase: "introduction"; readonly wordId: string }
  | {
      readonly phase: "question";
      readonly wordId: string;
      readonly kind: AskedKind;
      readonly asked: number;
      readonly hintUsed: boolean;
    }
  | {
      readonly phase: "feedback";
      readonly wordId: string;
      readonly kind: AskedKind;
      readonly asked: number;
      /** `clientRecordId` of the answer. */
      readonly answerId: string;
    };

/** An answer of this session. */
export interface Answered {
  readonly id: string;
  readonly wordId: string;
  readonly kind: AskedKind;
  readonly isCorrect: boolean;
  /** Counted as right despite a typo, or because the learner overruled the verdict. */
  readonly isLenient: boolean;
  readonly given: string | null;
  readonly confusedWith: string | null;
  readonly selfRating: number | null;
  /**
   * Unix milliseconds by the service's clock, because the device's clock may be changed during a
   * session. The service receives the device's time.
   */
  readonly answeredAtMs: number;
  readonly responseTimeMs: number;
  /** The step before the question was answered; dropped once the answer cannot be undone. */
  readonly before: Step | null;
}

/** Whether the screen shows what was wrong: with a typo, an answer is right and corrected. */
export function showsCorrection({ isCorrect, isLenient }: Answered): boolean {
  return !isCorrect || isLenient;
}

/** A word that was put aside. */
export interface Aside {
  /** Id of the act. */
  readonly id: string;
  readonly wordId: string;
  readonly before: Step;
  /** Number of answers in the session before it. */
  readonly answers: number;
}

/** What undo reverts: the latest answer, or the word that was put aside after it. */
export function latestOf({ history, asides }: SessionState): Answered | Aside | undefined {
  const aside = asides.at(-1);
  return aside !== undefined && aside.answers >= history.length ? aside : history.at(-1);
}

/** How many answers and put-aside words can be undone, as long as they are unsent. */
export const UNDO_MAX = 10;

/**
 * Identifies what is on the screen, so that a late key press or tap can be recognized as outdated.
 */
export function placeOf({ step: { current, asked } }: SessionState): string {
  return `${asked} ${current?.phase} ${current?.wordId}`;
}

/** How often the word was missed in this session. */
export function missesOf({ history }: SessionState, wordId: string): number {
  return history.filter((answer) => answer.wordId === wordId && !answer.isCorrect).length;
}

/** When the latest answer was given; before the first one, when the session began. */
export function lastAtMsOf({
  history,
  startedAtMs,
}: Pick<SessionState, "history" | "startedAtMs">): number {
  return history.at(-1)?.answeredAtMs ?? startedAtMs;
}

/** A shorter gap says nothing about memory. */
const GAP_MIN_MS = 3_600_000;

/**
 * The time between the previous answer and this session's, and whether the word was recalled.
 * Undefined for new words, short gaps, and words answered more than once in the session.
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

/** Completed words and all words of the session. */
export function progressOf({ step, words }: SessionState): { done: number; all: number } {
  return { done: step.done.length, all: Object.keys(words).length };
}

/** Words not started yet; when few are left, more are fetched. */
export function leftOf({ step }: SessionState): number {
  return step.queue.length + step.missed.length + step.introduced.length;
}

/** The session of the plan that "Continue" goes on with. */
export interface OpenPlan {
  /** Answers so far. */
  readonly answered: number;
  /** Words that it still asks. */
  readonly left: number;
  /** Those among them that are part of the day's plan, because they were not answered yet. */
  readonly planned: number;
}

export function openPlanOf(session: SessionState): OpenPlan {
  const { done, all } = progressOf(session);
  const over = new Set([...session.dropped, ...session.history.map(({ wordId }) => wordId)]);
  const planned = Object.keys(session.words).filter((wordId) => !over.has(wordId)).length;
  return { answered: session.history.length, left: all - done, planned };
}

/**
 * The outcome of the answer whose feedback is shown; undefined before the service has told it. An
 * earlier answer to the word says nothing about this one.
 *
 * @param outcomes  by word
 */
export function outcomeOfFeedback<T extends { readonly answerId: string }>(
  { step: { current } }: Pick<SessionState, "step">,
  outcomes: ReadonlyMap<string, T>,
): T | undefined {
  if (current?.phase !== "feedback") return undefined;
  const outcome = outcomes.get(current.wordId);
  return outcome?.answerId === current.answerId ? outcome : undefined;
}
