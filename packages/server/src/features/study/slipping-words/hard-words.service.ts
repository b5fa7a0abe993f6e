import type { HardWords } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { listWordsById } from "../../library/words/words.service.ts";
import { listWordStates } from "../../progress/word-states/word-states.service.ts";
import { recallNow } from "../analytics/recall.service.ts";
import { isLeech } from "../word-memory/word-memory.service.ts";
import { listHardRows, type HardFrom, type HardRow } from "./hard-words.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/**
 * A word is hard if it was answered at least twice and has a difficulty of at least 9 or at least
 * four lapses.
 *
 * With the default weights a word missed at first has 6.4, and a known word missed once 7.4.
 * Neither is remarkable, and both last long. Reaching 9 takes two or three misses without easy
 * answers since. In simulated lives of 45 to 120 days, 2 to 14 % of all words are hard; a threshold
 * of 7 would give up to 41 %. Easy answers lower the difficulty, so the most-missed words would
 * drop out. The lapses keep them in.
 */
const HARD_FROM: HardFrom = { attempts: 2, difficulty: 9, lapses: 4 };

/** The learner's hard words, hardest first, without suspended ones. */
export async function listHardWords(
  needs: Needs,
  learner: Learner,
  { limit }: { readonly limit: number },
): Promise<HardWords> {
  const { clock, database } = needs;
  const hard = await listHardRows(database, learner.id, HARD_FROM, { nowMs: clock.nowMs() });
  const listed = hard.toSorted(hardestFirst).slice(0, limit);
  const wordIds = listed.map((row) => row.word_id);
  const words = new Map(
    (await listWordsById(database, learner.id, wordIds)).map((word) => [word.id, word]),
  );
  const states = await listWordStates(database, learner.id, wordIds);
  const stateOf = new Map(states.map((state) => [state.word_id, state]));
  const recall = await recallNow(needs, learner.id);
  return {
    words: listed.flatMap(({ word_id, difficulty, lapses }) => {
      const word = words.get(word_id);
      const { memory_json = null, next_review_at_ms = null } = stateOf.get(word_id) ?? {};
      // Between the two reads a word may be removed, reset or marked.
      if (word === undefined || memory_json === null || next_review_at_ms === null) return [];
      return {
        word,
        difficulty,
        lapses,
        leech: isLeech(lapses),
        recall: recall(memory_json),
        nextReviewAt: toTimestamp(next_review_at_ms),
      };
    }),
    total: hard.length,
  };
}

/** Near 10, small differences in difficulty mean nothing, so they are compared to a tenth. */
function hardestFirst(a: HardRow, b: HardRow): number {
  return tenths(b) - tenths(a) || b.lapses - a.lapses || (a.word_id < b.word_id ? -1 : 1);
}

function tenths({ difficulty }: HardRow): number {
  return Math.round(difficulty * 10);
}
