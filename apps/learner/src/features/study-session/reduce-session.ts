import { questionKind } from "../question/question-kind.ts";
import type { AppSettings } from "../app-settings/app-settings.ts";
import { isPuttingAside, type WordAct } from "../outbox/outbox-entry.ts";
import {
  REPEAT_GAP,
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
import type { StudyWord } from "../kit/study-word.ts";

/** What the draw of a question depends on besides the word. */
export interface Asking {
  readonly kinds: AppSettings["kinds"];
  /** Whether this browser has a voice for the language of the text. */
  readonly canSpeak: (text: string) => boolean;
}

export type SessionEvent =
  | { readonly type: "words"; readonly words: readonly StudyWord[] }
  | { readonly type: "server"; readonly sessionId: string }
  | { readonly type: "hint" }
  | {
      readonly type: "answer";
      readonly answer: Omit<Answered, "before">;
      /** The next question follows at once: there is no feedback to look at. */
      readonly goesOn?: boolean;
    }
  /** "I was right": the answer on the screen counts as right. */
  | { readonly type: "overrule" }
  /** Goes on, from an introduction or from the feedback. */
  | { readonly type: "next" }
  /** The word is not asked again in this session: known, suspended, buried. */
  | { readonly type: "drop"; readonly wordId: string }
  /** What the learner did to a word; those that are put aside are dropped. */
  | { readonly type: "act"; readonly id: string; readonly act: WordAct; readonly wordId: string }
  /** The word on the screen is asked later, without an answer. */
  | { readonly type: "skip" }
  /** Takes the latest answer back, or brings the word back that was put aside after it. */
  | { readonly type: "undo" }
  /** Answers that were sent cannot be taken back any more. */
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
    serverSessionId: null,
    words: {},
    step: firstStep,
  };
  return reduce(empty, { type: "words", words }, asking);
}

/** The session after an event. Events that do not fit the present step change nothing. */
export function reduce(state: SessionState, event: SessionEvent, asking: Asking): SessionState {
  switch (event.type) {
    case "words":
      return started(withWords(state, event.words), asking);
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
    case "skip":
      return skipped(state, asking);
    case "drop":
      return dropped(state, event.wordId, asking);
    case "undo":
      return undone(state, asking);
    case "sent":
      return sealed(state, new Set(event.ids));
  }
}

function withWords(state: SessionState, words: readonly StudyWord[]): SessionState {
  const fresh = words.filter(({ word }) => !(word.id in state.words));
  const added = Object.fromEntries(fresh.map((word) => [word.word.id, word]));
  const queue = [...state.step.queue, ...fresh.map(({ word }) => word.id)];
  return { ...state, words: { ...state.words, ...added }, step: { ...state.step, queue } };
}

function started(state: SessionState, asking: Asking): SessionState {
  return state.step.current === null ? withNext(state, state.step, undefined, asking) : state;
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
  const isThrough = answer.isCorrect && !hintUsed;
  const step: Step = {
    ...outcome(state.step, wordId, isThrough),
    current: { phase: "feedback", wordId, kind, asked, answerId: answer.id },
  };
  const history = [...state.history, { ...answer, before: state.step }];
  return { ...state, step, history: withinUndo(history) };
}

/** A missed word, or one that needed help, comes back; each time after twice as many questions. */
function outcome(step: Step, wordId: string, isThrough: boolean): Step {
  const asked = step.asked + 1;
  const timesAsked = { ...step.timesAsked, [wordId]: (step.timesAsked[wordId] ?? 0) + 1 };
  const known = step.missed.find((entry) => entry.wordId === wordId);
  const others = step.missed.filter((entry) => entry !== known);
  if (isThrough) {
    return { ...step, asked, timesAsked, missed: others, done: [...step.done, wordId] };
  }
  const times = (known?.times ?? 0) + 1;
  const again: Missed = { wordId, times, dueAt: asked + REPEAT_GAP * 2 ** (times - 1) };
  return { ...step, asked, timesAsked, missed: [...others, again] };
}

/** Only the latest answers keep what is needed to take them back. */
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
  const step = { ...outcome(brought(state, last.before), last.wordId, true), current };
  const right = { ...last, isCorrect: true, isLenient: true, confusedWith: null };
  return { ...state, step, history: [...state.history.slice(0, -1), right] };
}

function wentOn(state: SessionState, asking: Asking): SessionState {
  const { step } = state;
  const { current } = step;
  if (current === null || current.phase === "question") return state;
  const introduced =
    current.phase === "introduction" ? [...step.introduced, current.wordId] : step.introduced;
  return withNext(state, { ...step, introduced }, current.wordId, asking);
}

/** To the end of the queue; a missed word waits as long as after a first miss. */
function skipped(state: SessionState, asking: Asking): SessionState {
  const { step } = state;
  if (step.current?.phase !== "question") return state;
  const { wordId } = step.current;
  const isMissed = step.missed.some((entry) => entry.wordId === wordId);
  const missed = step.missed.map((entry) =>
    entry.wordId === wordId ? { ...entry, dueAt: step.asked + REPEAT_GAP } : entry,
  );
  const queue = isMissed ? step.queue : [...step.queue, wordId];
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

/** The word counts as through; what stands on the screen stays. */
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

/** An earlier step, with the words that came or were dropped since. */
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
 * The next question: a missed word whose turn has come, then an introduced one, then the queue;
 * a missed word before its turn only when nothing else is left, the word just shown only when it is
 * alone.
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
  if (next !== undefined) return asks(state, step, next.wordId, asking);
  return { ...state, step: { ...step, current: null } };
}

/** New words that are shown before the first of them is asked. */
const INTRODUCED_MAX = 2;

function without(step: Step, introduced: string): Step {
  return { ...step, introduced: step.introduced.filter((wordId) => wordId !== introduced) };
}

/** A word of the queue: new ones are shown first. */
function begins(state: SessionState, step: Step, wordId: string, asking: Asking): SessionState {
  const queue = step.queue.slice(1);
  if (state.words[wordId]?.kind !== "new") return asks(state, { ...step, queue }, wordId, asking);
  return { ...state, step: { ...step, queue, current: { phase: "introduction", wordId } } };
}

function asks(state: SessionState, step: Step, wordId: string, asking: Asking): SessionState {
  const word = state.words[wordId];
  if (word === undefined) return state;
  const asked = step.timesAsked[wordId] ?? 0;
  const canSpeak = asking.canSpeak(word.word.text);
  const kind = questionKind(word, { kinds: asking.kinds, canSpeak, asked });
  const current: Current = { phase: "question", wordId, kind, asked, hintUsed: false };
  return { ...state, step: { ...step, current } };
}
