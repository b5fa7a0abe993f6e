import { createMemory, processAnswer } from "@wordloom/engine";
import type { Deps } from "../../../deps.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { takeTurns } from "../../../platform/time/turns.ts";
import { dayRulesOf } from "../../accounts/preferences/preferences.service.ts";
import { knownWords } from "../../library/words/words.service.ts";
import { latestAnswersTo } from "../../progress/answers/answer-history.service.ts";
import { zoned } from "../../progress/answers/answers.service.ts";
import { newWordState, type WordStateRow } from "../../progress/word-states/word-states.service.ts";
import { parametersOf } from "../engine-trials/learner-parameters.service.ts";
import { toWordStateRow } from "../amas/answered-word.ts";
import { openEngineStates } from "../amas/engine-states.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings"> & { readonly peers?: Deps["peers"] };

/** Of a word with more answers, only the latest count. */
const ANSWERS_MAX = 1_000;

/** A word that is to be replayed. */
export interface WordToReplay {
  readonly wordId: string;
  /** Times of answers that do not count, ms since 1970. */
  readonly without?: ReadonlySet<number>;
}

/**
 * States of words as their stored answers make them, with the learner's current weights: for words
 * of whose answers some came or went. The learner stays as it is. Stores nothing.
 *
 * @param tx  locks the learner until its end
 * @returns a state for each word that is there; one without answers is new
 */
export async function replayWordStates(
  needs: Needs,
  tx: Database,
  userId: string,
  words: readonly WordToReplay[],
): Promise<WordStateRow[]> {
  const open = await openEngineStates(needs, tx, [userId]);
  // Otherwise an answer before the learner's last one would be moved to that time.
  const learner = { ...open.get(userId), lastAtMs: null };
  const { parameters } = (await parametersOf(needs, tx, [userId], { exposed: false }))(userId);
  const rules = await dayRulesOf(tx, userId, needs.settings.APP_TIMEZONE);
  const ids = words.map(({ wordId }) => wordId);
  const facts = await knownWords(needs, ids, tx);
  const states: WordStateRow[] = [];
  for (const { wordId, without } of words) {
    const word = facts.get(wordId);
    if (word === undefined) continue;
    const found = await latestAnswersTo(tx, userId, wordId, ANSWERS_MAX);
    const answers = found.filter(({ atMs }) => without?.has(atMs) !== true);
    let memory = createMemory(wordId);
    let state = newWordState(userId, wordId, answers[0]?.atMs ?? needs.clock.nowMs());
    for (const answer of answers) {
      const context = { word, wordRating: null };
      const outcome = processAnswer(learner, memory, zoned(answer, rules), parameters, context);
      ({ memory } = outcome);
      const times = { atMs: answer.atMs, updatedAtMs: answer.atMs };
      state = toWordStateRow(parameters, state, outcome, times);
    }
    states.push(state);
    await takeTurns();
  }
  return states;
}
