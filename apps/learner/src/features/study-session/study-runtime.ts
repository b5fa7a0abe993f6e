import { type Observable, observable } from "@wordloom/web/state";
import { createTurns } from "../../platform/in-turn.ts";
import type { BrowserStore, StoreTransaction } from "../../platform/browser-store.ts";
import { markUsed } from "../kit/kit.ts";
import { isPuttingAside, type WordAct } from "../outbox/outbox-entry.ts";
import type { Outbox } from "../outbox/outbox.ts";
import { answerDraft, overruled } from "./answer-draft.ts";
import type { Measured } from "./measure.ts";
import { newSession, reduce, type Asking, type SessionEvent } from "./reduce-session.ts";
import { latestOf, placeOf, type Answered, type SessionState } from "./session-state.ts";
import { putSession, sessionElsewhere } from "./session-store.ts";
import type { StudyWord } from "../kit/study-word.ts";

export { keptSession, lastSession } from "./session-store.ts";

export interface RuntimeNeeds {
  readonly store: BrowserStore;
  readonly outbox: Outbox;
  readonly asking: () => Asking;
  /**
   * The device's clock, Unix milliseconds. Answers need it because the service corrects their times
   * by the sending time, read from the same clock.
   */
  readonly now: () => number;
  /** The service's clock, Unix milliseconds, for the times stored in the session. */
  readonly serviceNow: () => number;
  readonly newId: () => string;
  /** The other tabs of this learner. */
  readonly tabs?: Tabs;
}

export interface Tabs {
  /** Notifies the other tabs that this one stored something. */
  notify(): void;
  /** Calls when another tab stored something. @returns a function that unsubscribes */
  onNotified(listener: () => void): () => void;
}

/** What the screen reports about an answer. */
export interface Reply {
  readonly isCorrect: boolean;
  readonly isLenient?: boolean;
  readonly given?: string | null;
  readonly confusedWith?: string | null;
  /** Again, hard, good, easy: 0 to 3. */
  readonly selfRating?: number | null;
  /** Answers and moves on in one step, without showing feedback. */
  readonly goesOn?: boolean;
}

type PlainType = "hint" | "next" | "skip" | "direction" | "server" | "edit";

/** Events that do not touch the outbox. */
type PlainEvent = Extract<SessionEvent, { readonly type: PlainType }>;

/**
 * The running session, for screens. Steps run one at a time. `answer` and `send` apply to what the
 * screen shows when they are called, and are ignored once it has changed: a key pressed twice while
 * the store is slow neither answers the next question nor skips a new word.
 */
export interface StudyRuntime {
  readonly state: Observable<SessionState>;
  /** Whether the latest answer (or the word put aside after it) can still be undone. */
  readonly canUndo: Observable<boolean>;
  answer(reply: Reply, measured: Measured): Promise<void>;
  send(event: PlainEvent): Promise<void>;
  /** "I was right". @returns whether it was in time */
  overrule(): Promise<boolean>;
  /** @returns whether there was something to undo */
  undo(): Promise<boolean>;
  act(act: WordAct, wordId: string): Promise<void>;
  /** Releases the held entry when the page is hidden or left. */
  leave(): Promise<void>;
  /** Ends the subscriptions when the screen closes. */
  close(): void;
}

/** @param words all words of the session: what is planned at its start is what is asked */
export async function startStudy(
  needs: RuntimeNeeds,
  words: readonly StudyWord[],
  practised: SessionState["practised"],
): Promise<StudyRuntime> {
  const facts = { id: needs.newId(), startedAtMs: needs.serviceNow(), practised };
  const session = newSession(facts, words, needs.asking());
  await needs.store.transact(["session"], async (at) => putSession(at, session, undefined));
  needs.tabs?.notify();
  return resumeStudy(needs, session);
}

/**
 * Runs steps one at a time. Each is shown at once and stored in one transaction, an answer together
 * with its outbox entry. If another tab made a step first, this one is dropped and the other's
 * state is shown.
 */
export function resumeStudy(needs: RuntimeNeeds, session: SessionState): StudyRuntime {
  const { outbox, tabs } = needs;
  const state = observable(session);
  const inTurn = createTurns();
  const inPlace = createPlaces(state, inTurn);
  const canUndo = undoability(state, outbox);
  const step = createStep(needs, state);
  /** @returns whether the step was made */
  const go = async (event: SessionEvent, also?: Also, isLoose = false): Promise<boolean> => {
    const isDone = await step(event, also && { also, isLoose });
    if (also !== undefined) await outbox.look();
    return isDone;
  };
  const follow = async () => {
    const work = (at: StoreTransaction) => sessionElsewhere(at, state.get());
    const elsewhere = await needs.store.transact(["session"], work);
    if (elsewhere !== undefined) state.set(elsewhere);
  };
  const stopListening = tabs?.onNotified(() => void inTurn(follow)) ?? (() => {});
  return {
    state,
    canUndo,
    answer(reply, measured) {
      const at = { deviceMs: needs.now(), serviceMs: needs.serviceNow() };
      return inPlace(async () => {
        const given = answerNow(state.get(), { reply, measured, at, id: needs.newId() });
        if (given === undefined) return;
        await go({ type: "answer", answer: given.answer, goesOn: given.goesOn }, async (stored) => {
          await outbox.add(stored, { kind: "answer", answer: given.draft });
          await markUsed(stored, given.answer.wordId);
          return true;
        });
        void outbox.flush();
      });
    },
    send: (event) => (isOfScreen(event) ? inPlace : inTurn)(async () => void (await go(event))),
    overrule: () =>
      inTurn(async () => {
        const last = state.get().history.at(-1);
        if (last === undefined || !outbox.canTakeBack(last.id)) return false;
        return go({ type: "overrule" }, (at) => outbox.amend(at, last.id, overruled));
      }),
    undo: () =>
      inTurn(async () => {
        const last = latestOf(state.get());
        if (last === undefined || last.before === null) return false;
        if (!outbox.canTakeBack(last.id)) return false;
        const takeBack = async (at: StoreTransaction) =>
          (await outbox.takeBack(at, last.id)) !== undefined;
        return go({ type: "undo" }, takeBack);
      }),
    act: (act, wordId) =>
      inTurn(async () => {
        const id = needs.newId();
        const add: Also = async (at) => {
          await outbox.add(at, { kind: "act", id, act, wordId });
          if (isPuttingAside(act)) await markUsed(at, wordId);
          return true;
        };
        await go({ type: "act", id, act, wordId }, add, true);
        void outbox.flush();
      }),
    leave: () => inTurn(() => outbox.release()).then(() => void outbox.flush()),
    close: stopListening,
  };
}

/** Whether the event refers to what is on the screen. */
const isOfScreen = ({ type }: PlainEvent) => type !== "server" && type !== "edit";

/**
 * Runs work in turn, but only if the session still shows the same question as when it was
 * requested.
 */
function createPlaces(state: Observable<SessionState>, inTurn: ReturnType<typeof createTurns>) {
  return (work: () => Promise<void>): Promise<void> => {
    const place = placeOf(state.get());
    return inTurn(async () => (placeOf(state.get()) === place ? work() : undefined));
  };
}

/** Joins the transaction of a step. @returns false to cancel the step */
type Also = (at: StoreTransaction) => Promise<boolean>;

interface Joined {
  readonly also: Also;
  /** Applies even if the event changes nothing or another tab made a step. */
  readonly isLoose: boolean;
}

type Settable = Observable<SessionState> & { set(state: SessionState): void };

/** Shows and stores a step. @returns whether the step was made */
function createStep({ store, asking, tabs }: RuntimeNeeds, state: Settable) {
  return async (event: SessionEvent, joined?: Joined): Promise<boolean> => {
    const before = state.get();
    const reduced = reduce(before, event, asking());
    const isChanged = reduced !== before;
    const isLoose = joined?.isLoose ?? false;
    if (!isChanged && !isLoose) return false;
    const next = isChanged ? { ...reduced, revision: before.revision + 1 } : before;
    state.set(next);
    let shown = before;
    try {
      shown = await store.transact(["session", "outbox", "kit"], async (at) => {
        const elsewhere = await sessionElsewhere(at, before);
        if (elsewhere !== undefined && !isLoose) return elsewhere;
        if (joined !== undefined && !(await joined.also(at))) return before;
        if (elsewhere !== undefined) return elsewhere;
        if (isChanged) putSession(at, next, before);
        return next;
      });
    } finally {
      state.set(shown);
    }
    const isDone = shown === next || isLoose;
    if (isDone) tabs?.notify();
    return isDone;
  };
}

interface Given {
  readonly reply: Reply;
  readonly measured: Measured;
  readonly at: { readonly deviceMs: number; readonly serviceMs: number };
  readonly id: string;
}

/** The answer to the question on the screen, for the session and for the service. */
function answerNow(state: SessionState, given: Given) {
  const { step, serverSessionId } = state;
  if (step.current?.phase !== "question") return undefined;
  const { wordId, kind, hintUsed } = step.current;
  const { reply, measured, at, id } = given;
  const answer: Omit<Answered, "before"> = {
    id,
    wordId,
    kind,
    responseTimeMs: measured.responseTimeMs,
    answeredAtMs: at.serviceMs,
    isCorrect: reply.isCorrect,
    isLenient: reply.isLenient ?? false,
    given: reply.given ?? null,
    confusedWith: reply.confusedWith ?? null,
    selfRating: reply.selfRating ?? null,
  };
  const answeredAt = new Date(at.deviceMs).toISOString();
  const draft = answerDraft(answer, measured, {
    answeredAt,
    hintUsed,
    sessionId: serverSessionId,
  });
  return { answer, draft, goesOn: reply.goesOn ?? false };
}

/** Combines the session and the outbox. */
function undoability(state: Observable<SessionState>, outbox: Outbox): Observable<boolean> {
  const get = () => {
    const last = latestOf(state.get());
    return last !== undefined && last.before !== null && outbox.canTakeBack(last.id);
  };
  return {
    get,
    subscribe(listener) {
      const ends = [state.subscribe(listener), outbox.counts.subscribe(listener)];
      return () => ends.forEach((end) => end());
    },
  };
}
