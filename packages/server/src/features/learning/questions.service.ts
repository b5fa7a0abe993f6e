import type { PickNextWord, WordPublic } from "@wordloom/contract";
import type { Deps } from "../../deps.ts";
import type { Learner } from "../../platform/actor.ts";
import { refuse } from "../../platform/app-error.ts";
import { pickQuestion } from "../amas/amas.service.ts";
import { listWordsById } from "../words/words.service.ts";
import { gatherNamed } from "./study-pool.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/** What a client tells of the session is looked at so far back; older questions decide nothing. */
const LOOKED_BACK = 1_000;

/**
 * The next question among the words in play. Unknown ids are skipped.
 *
 * @throws AppError NOT_FOUND when no word is left
 */
export async function pickNextWord(
  needs: Needs,
  learner: Learner,
  asked: PickNextWord,
): Promise<{ word: WordPublic; priority: "error_review" | "normal" }> {
  const { database } = needs;
  const active = new Set(asked.activeWordIds);
  const words = await gatherNamed(needs, learner.id, [...active]);
  const errors = asked.errorWordIds.filter((wordId) => active.has(wordId));
  const picked = await pickQuestion(needs, learner.id, words, {
    nowMs: needs.clock.nowMs(),
    errors: errors.slice(-LOOKED_BACK),
    lastShownMs: latest(asked.lastShownMap ?? {}),
    priority: withoutInherited(Object.entries(asked.priorityMap ?? {})),
  });
  const [word] = picked === undefined ? [] : await listWordsById(database, [picked.wordId]);
  if (picked === undefined || word === undefined)
    refuse("NOT_FOUND", "There are no words left to ask.");
  return { word, priority: picked.priority };
}

function latest(shown: Readonly<Record<string, number>>): Record<string, number> {
  const entries = Object.entries(shown);
  if (entries.length <= LOOKED_BACK) return withoutInherited(entries);
  return withoutInherited(entries.toSorted((a, b) => b[1] - a[1]).slice(0, LOOKED_BACK));
}

/** A word may be called `constructor`: what every object inherits must not pass for its value. */
function withoutInherited(entries: readonly (readonly [string, number])[]) {
  return Object.assign(Object.create(null), Object.fromEntries(entries)) as Record<string, number>;
}
