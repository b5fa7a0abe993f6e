import type { EarlierState, WordLearningState, WordStateChange } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { noteMastered } from "../../progress/activity/activity.service.ts";
import { lockLearners } from "../../adaptation/amas/engine-states.service.ts";
import { drainOutboxOf } from "../records/outbox.service.ts";
import {
  listWordStates,
  markWordsMastered,
  readWordState,
  saveWordStates,
  setStates,
  startOver,
  unmarkWords,
} from "../../progress/word-states/word-states.service.ts";
import { holdWord, holdWords } from "../../library/words/words.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "log" | "metrics" | "settings"> & {
  readonly events: Pick<Deps["events"], "toAdmins" | "toUser">;
};

/** Marks a word as mastered. @throws AppError NOT_FOUND */
export async function markMastered(
  needs: Needs,
  learner: Learner,
  wordId: string,
): Promise<WordLearningState> {
  return setWordState(needs, learner, wordId, { state: "mastered" });
}

/** Marks several words as mastered; unknown ones are ignored. */
export async function markKnownWordsMastered(
  needs: Needs,
  learner: Learner,
  wordIds: readonly string[],
): Promise<void> {
  await drainOutboxOf(needs, learner.id);
  await transact(needs.database, async (tx) => {
    const words = await holdWords(tx, learner.id, wordIds);
    await lockLearners(needs, tx, [learner.id]);
    const atMs = needs.clock.nowMs();
    const mastered = await markWordsMastered(tx, learner.id, [...words], atMs);
    await noteMastered(needs, tx, { userId: learner.id, atMs, words: mastered });
  });
}

/** Sets a word's state, creating it if necessary. @throws AppError NOT_FOUND */
export async function setWordState(
  needs: Needs,
  learner: Learner,
  wordId: string,
  change: WordStateChange,
): Promise<WordLearningState> {
  await drainOutboxOf(needs, learner.id);
  await transact(needs.database, async (tx) => {
    await holdWord(tx, learner.id, wordId);
    await lockLearners(needs, tx, [learner.id]);
    await applyChanges(needs, tx, learner, new Map([[wordId, change]]));
  });
  return readWordState(needs, learner, wordId);
}

/**
 * Sets several states, all or none. If a word occurs twice, its last change applies.
 *
 * @returns number of words
 * @throws AppError WORD_NOT_FOUND
 */
export async function setWordStates(
  needs: Needs,
  learner: Learner,
  updates: readonly (WordStateChange & { wordId: string })[],
): Promise<number> {
  const changes = new Map(updates.map((update) => [update.wordId, update]));
  await drainOutboxOf(needs, learner.id);
  await transact(needs.database, async (tx) => {
    const words = await holdWords(tx, learner.id, [...changes.keys()]);
    const missing = [...changes.keys()].find((wordId) => !words.has(wordId));
    if (missing !== undefined) refuse("WORD_NOT_FOUND", `No such word: ${missing.slice(0, 64)}`);
    await lockLearners(needs, tx, [learner.id]);
    await applyChanges(needs, tx, learner, changes);
  });
  return changes.size;
}

async function applyChanges(
  needs: Needs,
  tx: Database,
  learner: Learner,
  changes: ReadonlyMap<string, WordStateChange>,
): Promise<void> {
  const atMs = needs.clock.nowMs();
  const mastered = await setStates(tx, learner.id, changes, atMs);
  await noteMastered(needs, tx, { userId: learner.id, atMs, words: mastered });
}

/**
 * Undoes marking words as mastered. Words that have changed since keep their state.
 *
 * @param words  their states before
 * @returns number of words restored
 */
export async function takeBackMastered(
  needs: Needs,
  learner: Learner,
  words: readonly EarlierState[],
): Promise<number> {
  const earlier = new Map(words.map((word) => [word.wordId, word]));
  await drainOutboxOf(needs, learner.id);
  return transact(needs.database, async (tx) => {
    const held = await holdWords(tx, learner.id, [...earlier.keys()]);
    await lockLearners(needs, tx, [learner.id]);
    const { restored, markedAtMs } = await unmarkWords(tx, learner.id, [...held], earlier);
    for (const atMs of markedAtMs) {
      await noteMastered(needs, tx, { userId: learner.id, atMs, words: -1 });
    }
    return restored;
  });
}

/** Deletes what was learned about a word. @throws AppError NOT_FOUND without a state */
export async function resetWordState(
  needs: Needs,
  learner: Learner,
  wordId: string,
): Promise<WordLearningState> {
  await drainOutboxOf(needs, learner.id);
  await transact(needs.database, async (tx) => {
    await holdWords(tx, learner.id, [wordId]);
    await lockLearners(needs, tx, [learner.id]);
    const [before] = await listWordStates(tx, learner.id, [wordId]);
    if (before === undefined) refuse("NOT_FOUND", "This word has no state.");
    await saveWordStates(tx, [startOver(before, needs.clock.nowMs())]);
  });
  return readWordState(needs, learner, wordId);
}
