import { useQueryClient } from "@tanstack/react-query";
import { toast } from "@wordloom/ui";
import type { EarlierState, WordLearningState } from "@wordloom/contract";
import { useState } from "react";
import {
  addWordbookWords,
  dismissSlippingWord,
  readWordStateBatch,
  removeWordbookWord,
  resetWordState,
  restoreSlippingWord,
  suspendWord,
  takeBackMastered,
  unsuspendWord,
  updateWordStateBatch,
} from "virtual:endpoints";
import { refusalText } from "@wordloom/web";
import { call } from "../../server-state/api.ts";
import { planChanged } from "../study-session/learner-workspace.ts";
import { wordsLeftOut } from "../study-session/left-out.ts";
import { useText } from "../../text/use-text.ts";

type Ids = readonly string[];

interface Done {
  readonly text: string;
  readonly undo?: () => Promise<unknown>;
  /** Why some words failed. Those that succeeded stay changed and can be undone. */
  readonly error?: unknown;
}

/** Runs an act, then shows its result with an undo button, or the reason it failed. */
function useRun() {
  const text = useText();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);

  const run = async (act: () => Promise<Done | undefined>): Promise<boolean> => {
    setBusy(true);
    try {
      const done = await act();
      if (done !== undefined) say(done);
      if (done?.error !== undefined) complain(done.error, "word-act-failed");
      return done?.error === undefined;
    } catch (error) {
      complain(error, "word-act");
      return false;
    } finally {
      setBusy(false);
      void planChanged();
      void queries.invalidateQueries();
    }
  };
  const complain = (error: unknown, key: string) =>
    toast({ text: refusalText(error, text), tone: "slip", key });
  const say = ({ text: said, undo }: Done) => {
    const back = undo && {
      label: text.t("common.undo"),
      run: () => void run(async () => void (await undo())),
    };
    toast({ text: said, key: "word-act", ...(back && { action: back }) });
  };
  return { busy, run };
}

/** An endpoint with a word id as its only parameter. */
type OfOneWord =
  | typeof resetWordState
  | typeof suspendWord
  | typeof unsuspendWord
  | typeof dismissSlippingWord
  | typeof restoreSlippingWord;

type SaidOfWords =
  "words.was_reset" | "words.was_suspended" | "words.was_taken_off" | "words.was_resumed";

/**
 * Acts on one or several words. Each shows its result and offers undo as far as the service allows;
 * what a reset discards is lost.
 */
export function useWordActs() {
  const text = useText();
  const { busy, run } = useRun();
  /** Words are put aside: the session that was begun does not ask them, and that is said. */
  const aside = async (said: string, ids: Ids) => {
    const fewer = await wordsLeftOut(ids);
    const shorter = fewer > 0 ? [text.t("words.session_shorter", { count: fewer })] : [];
    return text.sentences([said, ...shorter]);
  };
  const toEach = (said: SaidOfWords, act: OfOneWord, back?: OfOneWord) => (ids: Ids) =>
    run(async () => {
      const { done, error } = await each(ids, (wordId) => call(act, { params: { wordId } }));
      const undo = back && (() => all(done, (wordId) => call(back, { params: { wordId } })));
      const count = text.t(said, { count: done.length });
      const told = act === suspendWord ? await aside(count, done) : count;
      return { text: told, ...(undo && { undo }), error };
    });
  return {
    busy,
    run,
    known: (ids: Ids) =>
      run(async () => {
        const before = await call(readWordStateBatch, { body: { wordIds: [...ids] } });
        await setStates(ids, () => ({ state: "mastered", masteryLevel: 1 }));
        return {
          text: await aside(text.t("words.marked_known", { count: ids.length }), ids),
          undo: () =>
            call(takeBackMastered, { body: { words: ids.map((id) => earlier(before, id)) } }),
        };
      }),
    reset: toEach("words.was_reset", resetWordState),
    suspend: toEach("words.was_suspended", suspendWord, unsuspendWord),
    takeOff: toEach("words.was_taken_off", dismissSlippingWord, restoreSlippingWord),
    resume: toEach("words.was_resumed", unsuspendWord, suspendWord),
    addTo: (book: { readonly id: string; readonly name: string }, ids: Ids) =>
      run(async () => {
        const params = { id: book.id };
        const { added } = await call(addWordbookWords, { params, body: { wordIds: [...ids] } });
        const said = text.t("words.was_added", { count: added, book: book.name });
        // The reply does not say which words were in the book before, and undo must keep those.
        if (added < ids.length) return { text: said };
        const remove = (wordId: string) =>
          call(removeWordbookWord, { params: { ...params, wordId } });
        return { text: said, undo: () => all(ids, remove) };
      }),
    takeOut: (bookId: string, ids: Ids) =>
      run(async () => {
        const params = { id: bookId };
        const { done, error } = await each(ids, (wordId) =>
          call(removeWordbookWord, { params: { ...params, wordId } }),
        );
        return {
          text: text.t("words.was_taken_out", { count: done.length }),
          undo: () => call(addWordbookWords, { params, body: { wordIds: done } }),
          error,
        };
      }),
  };
}

type Change = Pick<WordLearningState, "state" | "masteryLevel">;

function setStates(ids: Ids, changeOf: (id: string) => Change): Promise<unknown> {
  const updates = ids.map((wordId) => ({ wordId, ...changeOf(wordId) }));
  return call(updateWordStateBatch, { body: { updates } });
}

/** The earlier state of a word; without one it was new. */
function earlier(before: readonly WordLearningState[], wordId: string): EarlierState {
  const state = before.find((entry) => entry.wordId === wordId);
  const fresh = { state: "new", masteryLevel: 0, nextReviewDate: null } as const;
  const { masteryLevel, nextReviewDate, updatedAt, ...rest } = state ?? {
    ...fresh,
    updatedAt: new Date().toISOString(),
  };
  return { wordId, state: rest.state, masteryLevel, nextReviewDate, updatedAt };
}

/**
 * Runs one request after the other, so that a long selection does not hit the rate limit at once.
 * @returns the successful ids, and the error that stopped the rest
 * @throws if the first one fails
 */
async function each(
  ids: Ids,
  act: (id: string) => Promise<unknown>,
): Promise<{ readonly done: string[]; readonly error?: unknown }> {
  const done: string[] = [];
  for (const id of ids) {
    try {
      await act(id);
      done.push(id);
    } catch (error) {
      if (done.length === 0) throw error;
      return { done, error };
    }
  }
  return { done };
}

/** @throws unless all of them succeed */
async function all(ids: Ids, act: (id: string) => Promise<unknown>): Promise<void> {
  const { error } = await each(ids, act);
  if (error !== undefined) throw error;
}
