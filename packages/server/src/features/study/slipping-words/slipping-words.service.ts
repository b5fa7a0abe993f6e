import type { SlippingWords } from "@wordloom/contract";
import { rightInARow } from "@wordloom/engine";
import { memoryFromJson } from "@wordloom/engine/stored";
import type { Deps } from "../../../deps.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { dayStartMs, shiftDay } from "../../../platform/time/local-day.ts";
import { mapInTurns } from "../../../platform/time/turns.ts";
import { learnerDay } from "../../accounts/preferences/preferences.service.ts";
import { holdWord, listWordsById } from "../../library/words/words.service.ts";
import { recallNow } from "../analytics/recall.service.ts";
import {
  listMissDetails,
  listMissedWords,
  removeDismissal,
  upsertDismissal,
  type MissedRow,
} from "./slipping-words.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/** A word leaves the list after this many right answers in a row. */
const LEAVES_AFTER = 3;

const CONFUSIONS_SHOWN = 3;

type Confusions = SlippingWords["words"][number]["confusedWith"];

/**
 * Words missed within these days of the learner's calendar (today is the last) and not answered
 * right three times in a row since, most missed first.
 */
export async function listSlippingWords(
  needs: Needs,
  learner: Learner,
  { days, limit }: { readonly days: number; readonly limit: number },
): Promise<SlippingWords> {
  const { database } = needs;
  const sinceMs = await startOf(needs, learner.id, days);
  const missed = await mapInTurns(await listMissedWords(database, learner.id, sinceMs), (row) => ({
    row,
    ...countsOf(memoryFromJson(row.memory_json)),
  }));
  const slipping = missed.filter(({ rightSince }) => rightSince < LEAVES_AFTER);
  const listed = slipping.slice(0, limit);
  const wordIds = listed.map(({ row }) => row.word_id);
  const words = new Map(
    (await listWordsById(database, learner.id, wordIds)).map((word) => [word.id, word]),
  );
  const confusions = await confusionsOf(needs, learner.id, wordIds, sinceMs);
  const recall = await recallNow(needs, learner.id);
  return {
    words: listed.flatMap(({ row, rightSince, lapses }) => {
      const word = words.get(row.word_id);
      if (word === undefined) return [];
      return {
        word,
        misses: row.misses,
        lastMissedAt: toTimestamp(row.last_missed_ms),
        lapses,
        rightSince,
        confusedWith: confusions.get(row.word_id) ?? [],
        recall: recall(row.memory_json),
      };
    }),
    total: slipping.length,
    leavesAfter: LEAVES_AFTER,
  };
}

function countsOf(memory: ReturnType<typeof memoryFromJson>) {
  return { rightSince: rightInARow(memory), lapses: memory.lapses };
}

/** Dismisses a word until it is missed again. @throws AppError NOT_FOUND */
export async function dismissSlippingWord(
  needs: Pick<Deps, "clock" | "database">,
  learner: Learner,
  wordId: string,
): Promise<void> {
  await transact(needs.database, async (tx) => {
    await holdWord(tx, learner.id, wordId);
    await upsertDismissal(tx, learner.id, wordId, needs.clock.nowMs());
  });
}

/** Undoes a dismissal. @returns whether there was one */
export async function restoreSlippingWord(
  needs: Pick<Deps, "database">,
  learner: Learner,
  wordId: string,
): Promise<boolean> {
  return transact(needs.database, (tx) => removeDismissal(tx, learner.id, wordId));
}

async function startOf(needs: Needs, userId: string, days: number): Promise<number> {
  const { date, rules } = await learnerDay(needs, userId);
  return dayStartMs(shiftDay(date, 1 - days), rules.timeZone, rules.dayStartHour);
}

/** The words that each of these words was confused with, most frequent first. */
async function confusionsOf(
  { database }: Needs,
  userId: string,
  wordIds: readonly MissedRow["word_id"][],
  sinceMs: number,
): Promise<ReadonlyMap<string, Confusions>> {
  const counts = new Map<string, Map<string, number>>();
  const rows = await listMissDetails(database, userId, wordIds, sinceMs);
  await mapInTurns(rows, ({ word_id, details_json }) => {
    const { confusedWith } = JSON.parse(details_json) as { confusedWith?: string };
    if (confusedWith === undefined || confusedWith === "" || confusedWith === word_id) return;
    const ofWord = counts.get(word_id) ?? new Map<string, number>();
    counts.set(word_id, ofWord.set(confusedWith, (ofWord.get(confusedWith) ?? 0) + 1));
  });
  const others = new Set([...counts.values()].flatMap((ofWord) => [...ofWord.keys()]));
  const words = await listWordsById(database, userId, [...others]);
  const texts = new Map(words.map((word) => [word.id, word.text]));
  const shown = [...counts].map(([wordId, ofWord]) => [wordId, mostOften(ofWord, texts)] as const);
  return new Map(shown);
}

/** Words that no longer exist are left out. */
function mostOften(
  counts: ReadonlyMap<string, number>,
  texts: ReadonlyMap<string, string>,
): Confusions {
  return [...counts]
    .flatMap(([wordId, times]) => {
      const word = texts.get(wordId);
      return word === undefined ? [] : { wordId, word, times };
    })
    .toSorted((a, b) => b.times - a.times || (a.wordId < b.wordId ? -1 : 1))
    .slice(0, CONFUSIONS_SHOWN);
}
