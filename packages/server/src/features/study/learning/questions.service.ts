import type { PickNextWord, WordPublic } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { pickQuestion } from "../../adaptation/amas/amas.service.ts";
import { learnerDay } from "../../accounts/preferences/preferences.service.ts";
import { listWordsById } from "../../library/words/words.service.ts";
import { gatherNamed } from "./study-pool.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/** Entries of the session history that are used, newest first. Older ones have no influence. */
const HISTORY_MAX = 1_000;

/**
 * Picks the next question among the active words. Unknown ids are skipped.
 *
 * @throws AppError NOT_FOUND when no word is left
 */
export async function pickNextWord(
  needs: Needs,
  learner: Learner,
  request: PickNextWord,
): Promise<{ word: WordPublic; priority: "error_review" | "normal" }> {
  const { database } = needs;
  const active = new Set(request.activeWordIds);
  const words = await gatherNamed(needs, learner.id, [...active]);
  const errors = request.errorWordIds.filter((wordId) => active.has(wordId));
  const { nowMs, dayEndMs } = await learnerDay(needs, learner.id);
  const picked = await pickQuestion(needs, learner.id, words, {
    nowMs,
    dayEndMs,
    errors: errors.slice(-HISTORY_MAX),
    lastShownMs: latest(request.lastShownMap ?? {}),
    priority: prioritiesOf(active, request.priorityMap ?? {}),
  });
  const [word] =
    picked === undefined ? [] : await listWordsById(database, learner.id, [picked.wordId]);
  if (picked === undefined || word === undefined) {
    refuse("NOT_FOUND", "There are no words left to ask.");
  }
  return { word, priority: picked.priority };
}

/** Priorities of words that are not active have no influence. */
function prioritiesOf(active: ReadonlySet<string>, given: Readonly<Record<string, number>>) {
  const entries = [...active].flatMap((wordId) => {
    const priority = Object.hasOwn(given, wordId) ? given[wordId] : undefined;
    return priority === undefined ? [] : [[wordId, priority] as const];
  });
  return withoutInherited(entries);
}

function latest(shown: Readonly<Record<string, number>>): Record<string, number> {
  const entries = Object.entries(shown);
  if (entries.length <= HISTORY_MAX) return withoutInherited(entries);
  return withoutInherited(entries.toSorted((a, b) => b[1] - a[1]).slice(0, HISTORY_MAX));
}

/**
 * Creates an object without a prototype: a word id may be `constructor`, and inherited properties
 * are not values.
 */
function withoutInherited(entries: readonly (readonly [string, number])[]) {
  return Object.assign(Object.create(null), Object.fromEntries(entries)) as Record<string, number>;
}
