import type { WordPublic } from "@wordloom/contract";
import type { SpokenPart } from "@wordloom/language";
import { gapAfter, isLearnedFirst } from "@wordloom/contract/first-session";
import { choosingKinds, questionKind, type Direction } from "../question/question-kind.ts";
import type { AskedKind } from "../question/asked-kind.ts";
import type { AppSettings } from "../app-settings/app-settings.ts";
import { isPuttingAside, type WordAct, type WordEdit } from "../outbox/outbox-entry.ts";
import {
  UNDO_MAX,
  latestOf,
  leftOf,
  type Answered,
  type Aside,
  type Current,
  type Missed,
  type SessionState,
  type Step,
} from "./session-state.ts";
import { editedWord } from "../kit/edited-word.ts";
import type { StudyWord } from "../kit/study-word.ts";

/** What the choice of a question depends on, apart from the word. */
export interface Asking {
  readonly kinds: AppSettings["kinds"];
  /** Whether a part of the word can be heard now. */
  readonly canSpeak: (word: WordPublic, part: SpokenPart) => boolean;
}

export type SessionEvent =
  | { readonly type: "server"; readonly sessionId: string }
  | { readonly type: "hint" }
  | {
      readonly type: "answer";
      readonly answer: Omit<Answered, "before">;
      /** Shows the next question at once, because there is no feedback to read. */
      readonly goesOn?: boolean;
    }
  /** "I was right": counts the answer on the screen as right. */
  | { readonly type: "overrule" }
  /** Moves on from an introduction or from the feedback. */
  | { readonly type: "next" }
  /** The learner's act on a word; put-aside words are dropped. */
  | { readonly type: "act"; readonly id: string; readonly act: WordAct; readonly wordId: string }
  /** The learner edited a word. */
  | { readonly type: "edit"; readonly wordId: string; readonly shown: WordEdit["shown"] }
  /** Asks the question on the screen, and those that follow, in another direction. */
  | { readonly type: "direction"; readonly direction: Direction }
  /** Postpones the word on the screen without an answer. */
  | { readonly type: "skip" }
  /** Takes the latest answer back, or restores the word that was put aside after it. */
  | { readonly type: "undo" }
  /** Marks answers that were sent and can no longer be undone. */
  | { readonly type: "sent"; readonly ids: readonly string[] };

const firstStep: Step = {
  queue: [],
  missed: [],
  introduced: [],
  done: [],
  asked: 0,
  timesAsked: {},
  current: null,
};

/** A session that asks these words, and no others. */
export function newSession(
  facts: Pick<SessionState, "id" | "startedAtMs" | "practised">,
  words: readonly StudyWord[],
  asking: Asking,
): SessionState {
  const empty: SessionState = {
    ...facts,
    revision: 0,
    dropped: [],
    asides: [],
    history: [],
    direction: "mixed",
    serverSessionId: null,
    words: Object.fromEntries(words.map((word) => [word.word.id, word])),
    step: firstStep,
  };
  const step = { ...firstStep, queue: words.map(({ word }) => word.id) };
  return withNext(empty, step, undefined, asking);
}

/** The session after an event. An event that does not fit the current step changes nothing. */
export function reduce(state: SessionState, event: SessionEvent, asking: Asking): SessionState {
  switch (event.type) {
    case "server":
      return { ...state, serverSessionId: event.sessionId };
    case "hint":
      return withCurrent(state, (now) =>
        now.phase === "question" ? { ...now, hintUsed: true } : now,
      );
    case "answer":
      return event.goesOn === true
        ? wentOn(answered(state, event.answer), asking)
        : answered(state, event.answer);
    case "overrule":
      return overruled(state);
    case "next":
      return wentOn(state, asking);
    case "act":
      return acted(state, event, asking);
    case "edit":
      return withEdit(state, event.wordId, event.shown);
    case "direction":
      return turned(state, event.direction, asking);
    case "skip":
      return skipped(state, asking);
    case "undo":
      return undone(state, asking);
    case "sent":
      return sealed(state, new Set(event.ids));
  }
}

/** The session without those of the words that it would still ask. */
export function withoutWords(
  session: SessionState,
  ids: readonly string[],
  asking: Asking,
): SessionState {
  return ids
    .filter((wordId) => !session.step.done.includes(wordId))
    .reduce((state, wordId) => dropped(state, wordId, asking), session);
}

/** The session with an edited word. */
export function withEdit(
  session: SessionState,
  wordId: string,
  shown: WordEdit["shown"],
): SessionState {
  const entry = session.words[wordId];
  if (entry === undefined) return session;
  return { ...session, words: { ...session.words, [wordId]: editedWord(entry, shown) } };
}

function withCurrent(state: SessionState, change: (now: Current) => Current): SessionState {
  const { current } = state.step;
  if (current === null) return state;
  return { ...state, step: { ...state.step, current: change(current) } };
}

function answered(state: SessionState, answer: Omit<Answered, "before">): SessionState {
  const { current } = state.step;
  if (current?.phase !== "question" || current.wordId !== answer.wordId) return state;
  const { wordId, kind, asked, hintUsed } = current;
  const step: Step = {
    ...outcome(state, wordId, { kind, isRight: answer.isCorrect && !hintUsed }),
    current: { phase: "feedback", wordId, kind, asked, answerId: answer.id },
  };
  const history = [...state.history, { ...answer, before: state.step }];
  return { ...state, step, history: withinUndo(history) };
}

/**
 * Brings a missed word, or one answered with a hint, back; each time after twice as many questions.
 * A new word comes back after its first right answer, too, and after a choice that followed a miss:
 * the last question about it is not to be a choice.
 */
function outcome(
  { step, words, history }: Pick<SessionState, "step" | "words" | "history">,
  wordId: string,
  { kind, isRight }: { readonly kind: AskedKind; readonly isRight: boolean },
): Step {
  const asked = step.asked + 1;
  const timesAsked = { ...step.timesAsked, [wordId]: (step.timesAsked[wordId] ?? 0) + 1 };
  const known = step.missed.find((entry) => entry.wordId === wordId);
  const others = step.missed.filter((entry) => entry !== known);
  const done = step.done.filter((id) => id !== wordId);
  const before = history.filter((answer) => answer.wordId === wordId && answer.isCorrect).length;
  // Asked after a right answer, a choice is the only way to ask.
  const isLast = known?.times === 0 || !choosingKinds.has(kind);
  const isLearned = words[wordId]?.kind !== "new" || (isLast && isLearnedFirst(before + 1));
  // Words that are through are asked between others, and stay through.
  if (isRight && (isLearned || step.done.includes(wordId))) {
    return { ...step, asked, timesAsked, missed: others, done: [...done, wordId] };
  }
  const times = isRight ? 0 : (known?.times ?? 0) + 1;
  const again: Missed = { wordId, times, dueAt: asked + gapAfter(times) };
  return { ...step, asked, timesAsked, done, missed: [...others, again] };
}

/** Drops the undo data of all but the latest answers. */
function withinUndo(history: readonly Answered[]): Answered[] {
  const firstKept = history.length - UNDO_MAX;
  return history.map((answer, index) =>
    index < firstKept && answer.before !== null ? { ...answer, before: null } : answer,
  );
}

function overruled(state: SessionState): SessionState {
  const { current } = state.step;
  const last = state.history.at(-1);
  if (current?.phase !== "feedback" || last?.id !== current.answerId) return state;
  if (last.isCorrect || last.before === null) return state;
  const history = state.history.slice(0, -1);
  const before = { step: brought(state, last.before), words: state.words, history };
  const { kind } = last;
  const step = { ...outcome(before, last.wordId, { kind, isRight: true }), current };
  const right = { ...last, isCorrect: true, isLenient: true, confusedWith: null };
  return { ...state, step, history: [...history, right] };
}

function wentOn(state: SessionState, asking: Asking): SessionState {
  const { step } = state;
  const { current } = step;
  if (current === null || current.phase === "question") return state;
  const introduced =
    current.phase === "introduction" ? [...step.introduced, current.wordId] : step.introduced;
  return withNext(state, { ...step, introduced }, current.wordId, asking);
}

/** A hint that was taken stays taken. */
function turned(state: SessionState, direction: Direction, asking: Asking): SessionState {
  const session = { ...state, direction };
  const { current } = state.step;
  if (current?.phase !== "question") return session;
  const asked = asks(session, state.step, current.wordId, asking);
  return withCurrent(asked, (now) => ({ ...now, hintUsed: current.hintUsed }));
}

/** Moves the word to the end of the queue; a missed word waits as long as after a first miss. */
function skipped(state: SessionState, asking: Asking): SessionState {
  const { step } = state;
  if (step.current?.phase !== "question") return state;
  const { wordId } = step.current;
  const isMissed = step.missed.some((entry) => entry.wordId === wordId);
  const missed = step.missed.map((entry) =>
    entry.wordId === wordId ? { ...entry, dueAt: step.asked + gapAfter(1) } : entry,
  );
  const isQueued = !isMissed && !step.done.includes(wordId);
  const queue = isQueued ? [...step.queue, wordId] : step.queue;
  const isAlone = leftOf({ ...state, step: { ...step, queue, missed } }) === 1;
  return isAlone ? state : withNext(state, { ...step, queue, missed }, wordId, asking);
}

type Act = Extract<SessionEvent, { readonly type: "act" }>;

function acted(state: SessionState, { id, act, wordId }: Act, asking: Asking): SessionState {
  const word = state.words[wordId];
  if (word === undefined) return state;
  if (isPuttingAside(act)) {
    const after = dropped(state, wordId, asking);
    if (after === state) return state;
    const aside: Aside = { id, wordId, before: state.step, answers: state.history.length };
    return { ...after, asides: [...state.asides, aside].slice(-UNDO_MAX) };
  }
  if (act === "unsuspend") return state;
  const favorite = act === "favorite";
  if (word.favorite === favorite) return state;
  return { ...state, words: { ...state.words, [wordId]: { ...word, favorite } } };
}

function dropped(state: SessionState, wordId: string, asking: Asking): SessionState {
  if (!(wordId in state.words) || state.dropped.includes(wordId)) return state;
  const step = withoutWord(state.step, wordId);
  const after = { ...state, step, dropped: [...state.dropped, wordId] };
  return step.current?.wordId === wordId ? withNext(after, step, wordId, asking) : after;
}

/** Marks the word as completed without changing the screen. */
function withoutWord(step: Step, wordId: string): Step {
  const without = (ids: readonly string[]) => ids.filter((id) => id !== wordId);
  return {
    ...step,
    queue: without(step.queue),
    introduced: without(step.introduced),
    missed: step.missed.filter((entry) => entry.wordId !== wordId),
    done: [...without(step.done), wordId],
  };
}

function undone(state: SessionState, asking: Asking): SessionState {
  const last = latestOf(state);
  if (last === undefined || last.before === null) return state;
  if ("answers" in last) return broughtBack(state, last);
  const step = brought(state, last.before);
  const back = { ...state, step, history: state.history.slice(0, -1) };
  const { current } = step;
  const isDropped = current !== null && state.dropped.includes(current.wordId);
  return isDropped ? withNext(back, step, current.wordId, asking) : back;
}

function broughtBack(state: SessionState, { wordId, before }: Aside): SessionState {
  const dropped = state.dropped.filter((id) => id !== wordId);
  const open = { ...state, dropped, asides: state.asides.slice(0, -1) };
  return { ...open, step: brought(open, before) };
}

/** An earlier step, without the words that were dropped since; older apps added some meanwhile. */
function brought(state: SessionState, earlier: Step): Step {
  const step = state.dropped.reduce(withoutWord, earlier);
  const there = new Set([
    ...step.queue,
    ...step.missed.map(({ wordId }) => wordId),
    ...step.introduced,
    ...step.done,
    ...(step.current === null ? [] : [step.current.wordId]),
  ]);
  const later = Object.keys(state.words).filter((wordId) => !there.has(wordId));
  return { ...step, queue: [...step.queue, ...later] };
}

function sealed(state: SessionState, ids: ReadonlySet<string>): SessionState {
  const isAny = state.history.some(({ id, before }) => before !== null && ids.has(id));
  if (!isAny) return state;
  const history = state.history.map((answer) =>
    ids.has(answer.id) ? { ...answer, before: null } : answer,
  );
  return { ...state, history };
}

/**
 * Picks the next question: a missed word that is due, then an introduced word, then the queue. A
 * missed word comes early only when nothing else is left, and after three others if there are any;
 * the word just shown only when it is the last.
 */
function withNext(
  state: SessionState,
  step: Step,
  justShown: string | undefined,
  asking: Asking,
): SessionState {
  const isOther = (wordId: string) => wordId !== justShown;
  const [waiting] = step.introduced;
  const due = step.missed.find(({ wordId, dueAt }) => dueAt <= step.asked && isOther(wordId));
  if (due !== undefined) return asks(state, step, due.wordId, asking);
  const isRipe = step.introduced.length > INTRODUCED_MAX || step.queue.length === 0;
  if (waiting !== undefined && isRipe && isOther(waiting)) {
    return asks(state, without(step, waiting), waiting, asking);
  }
  const [first] = step.queue;
  if (first !== undefined) return begins(state, step, first, asking);
  const soonest = step.missed.toSorted((a, b) => a.dueAt - b.dueAt);
  const next = soonest.find(({ wordId }) => isOther(wordId)) ?? soonest[0];
  if (waiting !== undefined && (isOther(waiting) || next === undefined)) {
    return asks(state, without(step, waiting), waiting, asking);
  }
  if (next === undefined) return { ...state, step: { ...step, current: null } };
  const filler = fillerBefore(next, state, step);
  return asks(state, step, filler ?? next.wordId, asking);
}

/**
 * A word that is through, to be asked once more where a word that was just missed would follow
 * itself: what is repeated at once is read off the screen, not remembered.
 */
function fillerBefore({ dueAt, times }: Missed, state: SessionState, step: Step) {
  const answeredAt = dueAt - gapAfter(times);
  // One other word is enough for a word that was not missed.
  if (step.asked - answeredAt >= (times === 0 ? 1 : gapAfter(1))) return undefined;
  const latest = state.history.slice(-gapAfter(1)).map(({ wordId }) => wordId);
  const through = step.done.filter((id) => !state.dropped.includes(id) && id in state.words);
  return through.find((id) => !latest.includes(id)) ?? through.find((id) => id !== latest.at(-1));
}

/** New words introduced before the first of them is asked. */
const INTRODUCED_MAX = 2;

function without(step: Step, introduced: string): Step {
  return { ...step, introduced: step.introduced.filter((wordId) => wordId !== introduced) };
}

/** Starts a word of the queue; a new word is introduced first. */
function begins(state: SessionState, step: Step, wordId: string, asking: Asking): SessionState {
  const queue = step.queue.slice(1);
  if (state.words[wordId]?.kind !== "new") return asks(state, { ...step, queue }, wordId, asking);
  return { ...state, step: { ...step, queue, current: { phase: "introduction", wordId } } };
}

function asks(state: SessionState, step: Step, wordId: string, asking: Asking): SessionState {
  const word = state.words[wordId];
  if (word === undefined) return state;
  const asked = step.timesAsked[wordId] ?? 0;
  const canSpeak = (part: SpokenPart) => asking.canSpeak(word.word, part);
  const latest = latestAnswer(state, step, wordId);
  const { kinds } = asking;
  const { id: seed, direction } = state;
  const kind = questionKind(word, { kinds, direction, canSpeak, asked, latest, seed });
  const current: Current = { phase: "question", wordId, kind, asked, hintUsed: false };
  return { ...state, step: { ...step, current } };
}

/** Words practiced because a session missed them come back from there. */
function latestAnswer({ practised }: SessionState, step: Step, wordId: string) {
  const waiting = step.missed.find((entry) => entry.wordId === wordId);
  if (waiting !== undefined) return waiting.times === 0 ? "recognized" : "missed";
  return practised === "session" && step.timesAsked[wordId] === undefined ? "missed" : undefined;
}
