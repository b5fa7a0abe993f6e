import type { StudyAnswer } from "@wordloom/contract";
import type { QuestionKind } from "../app-settings/app-settings.ts";
import type { BrowserStore } from "../../platform/browser-store.ts";
import { observable, type Observable } from "../../platform/observable.ts";
import type { WordAct } from "../outbox/outbox-entry.ts";
import type { Outbox } from "../outbox/outbox.ts";
import { modeOf } from "../question/question.ts";
import type { Measured } from "./measure.ts";
import { newSession, reduce, type Asking, type SessionEvent } from "./reduce-session.ts";
import { leftOf, type SessionState } from "./session-state.ts";
import type { StudyWord } from "./study-word.ts";

export interface RuntimeNeeds {
  readonly store: BrowserStore;
  readonly outbox: Outbox;
  readonly asking: () => Asking;
  /** Words that follow, those of the session excluded. Empty when there are none, or no network. */
  readonly moreWords: (state: SessionState) => Promise<readonly StudyWord[]>;
  /** Milliseconds since 1970 by the service's clock as far as it is known. */
  readonly now: () => number;
  readonly newId: () => string;
  /** Runs something after a while; returns what cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
}

/** What the screen says about an answer. */
export interface Reply {
  readonly isCorrect: boolean;
  readonly isLenient?: boolean;
  readonly given?: string | null;
  readonly confusedWith?: string | null;
  /** Again, hard, good, easy: 0 to 3. */
  readonly selfRating?: number | null;
}

/** The running session, for screens. */
export interface StudyRuntime {
  readonly state: Observable<SessionState>;
  answer(reply: Reply, measured: Measured): Promise<void>;
  send(event: Extract<SessionEvent, { type: "hint" | "next" }>): Promise<void>;
  overrule(): Promise<void>;
  /** @returns whether there was something to take back */
  undo(): Promise<boolean>;
  act(act: WordAct, wordId: string): Promise<void>;
  /** The page is hidden or left: what is held may go. */
  leave(): Promise<void>;
}

const CURRENT = "current";
const HELD_MS = 5_000;
/** With fewer words left, more are fetched. */
const FEW = 4;

/** The session that was left unfinished in this browser. */
export async function keptSession(store: BrowserStore): Promise<SessionState | undefined> {
  const kept = (await store.get("session", CURRENT)) as SessionState | undefined;
  return kept?.step.current === null ? undefined : kept;
}

/** The last session, finished or not: for its summary. */
export async function lastSession(store: BrowserStore): Promise<SessionState | undefined> {
  return (await store.get("session", CURRENT)) as SessionState | undefined;
}

export async function startStudy(
  needs: RuntimeNeeds,
  words: readonly StudyWord[],
  isPractice: boolean,
): Promise<StudyRuntime> {
  const facts = { id: needs.newId(), startedAtMs: needs.now(), isPractice };
  const session = newSession(facts, words, needs.asking());
  await needs.store.write([{ table: "session", key: CURRENT, value: session }]);
  return resumeStudy(needs, session);
}

/**
 * Every step is written to the browser database before the screen shows it; an answer in the same
 * transaction as its entry in the outbox.
 */
export function resumeStudy(needs: RuntimeNeeds, session: SessionState): StudyRuntime {
  const { store, outbox } = needs;
  const state = observable(session);
  let stopTimer = () => {};
  let fetching = false;

  const go = async (event: SessionEvent, changes: Parameters<BrowserStore["write"]>[0] = []) => {
    const next = reduce(state.get(), event, needs.asking());
    state.set(next);
    await store.write([...changes, { table: "session", key: CURRENT, value: next }]);
    outbox.written();
    void fetchMore();
  };
  const fetchMore = async () => {
    if (fetching || state.get().isPractice || leftOf(state.get()) >= FEW) return;
    fetching = true;
    try {
      const words = await needs.moreWords(state.get());
      if (words.length > 0) await go({ type: "words", words });
    } finally {
      fetching = false;
    }
  };
  const release = async () => {
    stopTimer();
    await outbox.release();
    await outbox.flush();
  };
  const holdLatest = () => {
    stopTimer();
    stopTimer = needs.after(HELD_MS, () => void release());
  };
  return {
    state,
    async answer(reply, measured) {
      const { current } = state.get().step;
      if (current?.phase !== "question") return;
      const { wordId, kind, hintUsed } = current;
      const answeredAtMs = needs.now();
      const id = needs.newId();
      const answer = {
        ...{ id, wordId, kind, answeredAtMs, responseTimeMs: measured.responseTimeMs },
        isCorrect: reply.isCorrect,
        isLenient: reply.isLenient ?? false,
        given: reply.given ?? null,
        confusedWith: reply.confusedWith ?? null,
        selfRating: reply.selfRating ?? null,
      };
      const sessionId = state.get().serverSessionId;
      const draft = draftOf({ ...answer, hintUsed, sessionId }, measured);
      await go({ type: "answer", answer }, outbox.addAnswer(draft));
      holdLatest();
      void outbox.flush();
    },
    send: (event) => go(event),
    async overrule() {
      const last = state.get().history.at(-1);
      const back = last === undefined ? undefined : outbox.takeBack(last.id);
      if (last === undefined || back === undefined) return;
      const { serverSessionId: sessionId } = state.get();
      const measured = { ...nothingMeasured, responseTimeMs: last.responseTimeMs };
      const facts = { ...last, isCorrect: true, confusedWith: null, hintUsed: false, sessionId };
      await go({ type: "overrule" }, [...back, ...outbox.addAnswer(draftOf(facts, measured))]);
      holdLatest();
    },
    async undo() {
      const last = state.get().history.at(-1);
      const back = last === undefined ? undefined : outbox.takeBack(last.id);
      if (back === undefined) return false;
      stopTimer();
      await go({ type: "undo" }, back);
      return true;
    },
    async act(act, wordId) {
      const changes = outbox.addAct(act, wordId);
      const isGone = act === "known" || act === "suspend" || act === "bury";
      if (isGone) await go({ type: "drop", wordId }, changes);
      else {
        await store.write(changes);
        outbox.written();
      }
      void outbox.flush();
    },
    leave: release,
  };
}

const nothingMeasured: Measured = {
  responseTimeMs: 0,
  pausedTimeMs: 0,
  pauseCount: 0,
  focusLossDurationMs: 0,
  switchCount: 0,
};

interface AnswerFacts {
  readonly id: string;
  readonly wordId: string;
  readonly kind: QuestionKind;
  readonly isCorrect: boolean;
  readonly confusedWith: string | null;
  readonly selfRating: number | null;
  readonly hintUsed: boolean;
  readonly sessionId: string | null;
  readonly answeredAtMs: number;
}

function draftOf(answer: AnswerFacts, measured: Measured): StudyAnswer {
  const questionMode = modeOf[answer.kind];
  return {
    clientRecordId: answer.id,
    wordId: answer.wordId,
    isCorrect: answer.isCorrect,
    answeredAt: new Date(answer.answeredAtMs).toISOString(),
    ...measured,
    hintUsed: answer.hintUsed,
    sessionId: answer.sessionId,
    confusedWith: answer.confusedWith,
    selfRating: answer.selfRating,
    ...(questionMode !== undefined && { questionMode }),
  };
}
