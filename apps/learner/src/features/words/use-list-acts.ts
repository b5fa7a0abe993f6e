import { useQueryClient } from "@tanstack/react-query";
import { toast } from "@wordloom/ui";
import type { WordLearningState } from "@wordloom/contract";
import { useState } from "react";
import {
  addWordbookWords,
  dismissSlippingWord,
  readWordStateBatch,
  removeWordbookWord,
  resetWordState,
  restoreSlippingWord,
  suspendWord,
  unsuspendWord,
  updateWordStateBatch,
} from "virtual:endpoints";
import { refusalText } from "@wordloom/web";
import { call } from "../../server-state/api.ts";
import { useText } from "../../text/use-text.ts";

type Ids = readonly string[];

interface Done {
  readonly text: string;
  readonly undo?: () => Promise<unknown>;
}

/** Runs an act; says what was done with a way back, or why it failed. */
function useRun() {
  const text = useText();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);

  const run = async (act: () => Promise<Done | undefined>): Promise<boolean> => {
    setBusy(true);
    try {
      const done = await act();
      if (done !== undefined) say(done);
      return true;
    } catch (error) {
      toast({ text: refusalText(error, text), tone: "slip", key: "word-act" });
      return false;
    } finally {
      setBusy(false);
      void queries.invalidateQueries();
    }
  };
  const say = ({ text: said, undo }: Done) => {
    const back = undo && {
      label: text.t("common.undo"),
      run: () => void run(async () => void (await undo())),
    };
    toast({ text: said, key: "word-act", ...(back && { action: back }) });
  };
  return { busy, run };
}

/**
 * Acts on one or several words. Each says what was done and offers to undo it, as far as the
 * service can: what a reset discards is gone.
 */
export function useWordActs() {
  const text = useText();
  const { busy, run } = useRun();
  return {
    busy,
    run,
    known: (ids: Ids) =>
      run(async () => {
        const before = await call(readWordStateBatch, { body: { wordIds: [...ids] } });
        await setStates(ids, () => ({ state: "mastered", masteryLevel: 1 }));
        return {
          text: text.t("words.marked_known", { count: ids.length }),
          undo: () => setStates(ids, (id) => earlier(before, id)),
        };
      }),
    reset: (ids: Ids) =>
      run(async () => {
        await each(ids, (wordId) => call(resetWordState, { params: { wordId } }));
        return { text: text.t("words.was_reset", { count: ids.length }) };
      }),
    suspend: (ids: Ids) =>
      run(async () => {
        await each(ids, (wordId) => call(suspendWord, { params: { wordId } }));
        return {
          text: text.t("words.was_suspended", { count: ids.length }),
          undo: () => each(ids, (wordId) => call(unsuspendWord, { params: { wordId } })),
        };
      }),
    takeOff: (ids: Ids) =>
      run(async () => {
        await each(ids, (wordId) => call(dismissSlippingWord, { params: { wordId } }));
        return {
          text: text.t("words.was_taken_off", { count: ids.length }),
          undo: () => each(ids, (wordId) => call(restoreSlippingWord, { params: { wordId } })),
        };
      }),
    resume: (ids: Ids) =>
      run(async () => {
        await each(ids, (wordId) => call(unsuspendWord, { params: { wordId } }));
        return {
          text: text.t("words.was_resumed", { count: ids.length }),
          undo: () => each(ids, (wordId) => call(suspendWord, { params: { wordId } })),
        };
      }),
    addTo: (book: { readonly id: string; readonly name: string }, ids: Ids) =>
      run(async () => {
        const params = { id: book.id };
        const { added } = await call(addWordbookWords, { params, body: { wordIds: [...ids] } });
        const said = text.t("words.was_added", { count: added, book: book.name });
        // Which of them were in the book before is not told: those must not be taken out.
        if (added < ids.length) return { text: said };
        const remove = (wordId: string) =>
          call(removeWordbookWord, { params: { ...params, wordId } });
        return { text: said, undo: () => each(ids, remove) };
      }),
    takeOut: (bookId: string, ids: Ids) =>
      run(async () => {
        const params = { id: bookId };
        await each(ids, (wordId) => call(removeWordbookWord, { params: { ...params, wordId } }));
        return {
          text: text.t("words.was_taken_out", { count: ids.length }),
          undo: () => call(addWordbookWords, { params, body: { wordIds: [...ids] } }),
        };
      }),
  };
}

type Change = Pick<WordLearningState, "state" | "masteryLevel">;

function setStates(ids: Ids, changeOf: (id: string) => Change): Promise<unknown> {
  const updates = ids.map((wordId) => ({ wordId, ...changeOf(wordId) }));
  return call(updateWordStateBatch, { body: { updates } });
}

function earlier(before: readonly WordLearningState[], id: string): Change {
  const state = before.find(({ wordId }) => wordId === id);
  return state === undefined
    ? { state: "new", masteryLevel: 0 }
    : { state: state.state, masteryLevel: state.masteryLevel };
}

/** One after the other: a long selection must not use up the learner's requests at once. */
async function each(ids: Ids, act: (id: string) => Promise<unknown>): Promise<void> {
  for (const id of ids) await act(id);
}
