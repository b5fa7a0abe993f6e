import type { ArchiveLine } from "@wordloom/contract";
import type { WordMemory } from "@wordloom/engine";
import { upgradeMemory, type StoredMemory } from "@wordloom/engine/stored";
import type { Brought, ImporterNeeds } from "../../../importer.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { lockLearners } from "../../adaptation/amas/engine-states.service.ts";
import { replayWordStates } from "../../adaptation/memory-fits/replayed-states.service.ts";
import { holdWords } from "../../library/words/words.service.ts";
import {
  listWordStates,
  saveWordStates,
  type WordStateRow,
} from "../../progress/word-states/word-states.service.ts";
import { toColumns } from "./archived-columns.ts";
import { noted, type BroughtNote, type ReplayedState } from "./brought-notes.ts";
import { removeBroughtRows } from "./brought-rows.repo.ts";
import type { WordMap } from "./word-map.service.ts";

/**
 * Adds states as they are for words without one.
 *
 * @returns also the states that are to be replayed if answers of the archive belong to them: those
 *   that were here, and those that later answers of the archive are not in
 */
export async function bringStates(
  needs: ImporterNeeds,
  tx: Database,
  userId: string,
  lines: readonly ArchiveLine<"word_states">[],
  words: WordMap,
): Promise<{ done: Brought[]; here: string[]; added: Map<string, number> }> {
  const rows = lines.flatMap((line): WordStateRow[] => {
    const wordId = words.get(line.wordId);
    if (wordId === undefined) return [];
    const memory = line.memory == null ? null : memoryOf(line.memory, wordId, words);
    const row = toColumns("word_states", { ...line, memory }) as unknown as WordStateRow;
    return [{ ...row, user_id: userId, word_id: wordId }];
  });
  const ids = rows.map((row) => row.word_id);
  const seen = await holdWords(tx, userId, ids);
  await lockLearners(needs, tx, [userId]);
  const present = new Set((await listWordStates(tx, userId, ids)).map((row) => row.word_id));
  // Two words of an archive may be one here.
  const fresh = new Map<string, WordStateRow>();
  for (const row of rows) {
    const isNew = seen.has(row.word_id) && !present.has(row.word_id);
    if (isNew && !fresh.has(row.word_id)) fresh.set(row.word_id, row);
    else present.add(row.word_id);
  }
  const added = [...fresh.values()];
  await saveWordStates(tx, added);
  const states = added.map((row) => [row.word_id, row.updated_at_ms] as const);
  return {
    done: added.length === 0 ? [] : [noted({ states })],
    here: [...present],
    added: new Map(added.map((row) => [row.word_id, row.last_answer_at_ms ?? 0])),
  };
}

function memoryOf(value: unknown, wordId: string, words: WordMap): WordMemory {
  const memory = upgradeMemory(value as StoredMemory);
  return {
    ...memory,
    wordId,
    confusedWith: memory.confusedWith.flatMap((id) => words.get(id) ?? []),
  };
}

/**
 * Replays words, some of whose answers came with the archive.
 *
 * @param touched  the times of those answers, by word
 */
export async function replayTouched(
  needs: ImporterNeeds,
  tx: Database,
  userId: string,
  touched: ReadonlyMap<string, readonly number[]>,
): Promise<Brought[]> {
  const seen = await holdWords(tx, userId, [...touched.keys()]);
  await lockLearners(needs, tx, [userId]);
  const ids = [...touched.keys()].filter((id) => seen.has(id));
  const before = new Map((await listWordStates(tx, userId, ids)).map((row) => [row.word_id, row]));
  const words = [...before.keys()].map((wordId) => ({ wordId }));
  const after = await replayWordStates(needs, tx, userId, words);
  await saveWordStates(tx, after);
  const replayed = after.flatMap((row): ReplayedState[] => {
    const former = before.get(row.word_id);
    const times = touched.get(row.word_id) ?? [];
    return former === undefined ? [] : [{ before: former, updatedAtMs: row.updated_at_ms, times }];
  });
  return replayed.length === 0 ? [] : [noted({ replayed })];
}

/** Takes added states back; those that were answered since follow from the answers that stay. */
export async function dropStates(
  needs: ImporterNeeds,
  tx: Database,
  userId: string,
  { states }: Extract<BroughtNote, { states: unknown }>,
): Promise<void> {
  const times = new Map(states);
  await lockLearners(needs, tx, [userId]);
  const rows = await listWordStates(tx, userId, [...times.keys()]);
  const isSame = (row: WordStateRow) => row.updated_at_ms === times.get(row.word_id);
  const gone = rows.filter(isSame).map((row) => row.word_id);
  const changed = rows.filter((row) => !isSame(row)).map((row) => ({ wordId: row.word_id }));
  const replayed = await replayWordStates(needs, tx, userId, changed);
  const answered = replayed.filter((row) => row.total_attempts > 0);
  const left = replayed.filter((row) => row.total_attempts === 0).map((row) => row.word_id);
  await saveWordStates(tx, answered);
  const values = [...gone, ...left];
  await removeBroughtRows(tx, "word_states", userId, { column: "word_id", values });
}

/** Brings states back that were replayed; those answered since are replayed without the archive. */
export async function dropReplayed(
  needs: ImporterNeeds,
  tx: Database,
  userId: string,
  { replayed }: Extract<BroughtNote, { replayed: unknown }>,
): Promise<void> {
  await lockLearners(needs, tx, [userId]);
  const noteOf = new Map(replayed.map((note) => [note.before.word_id, note]));
  const rows = await listWordStates(tx, userId, [...noteOf.keys()]);
  const isSame = (row: WordStateRow) => row.updated_at_ms === noteOf.get(row.word_id)?.updatedAtMs;
  const restored = rows.filter(isSame).flatMap((row) => noteOf.get(row.word_id)?.before ?? []);
  const changed = rows
    .filter((row) => !isSame(row))
    .map(({ word_id: wordId }) => ({ wordId, without: new Set(noteOf.get(wordId)?.times) }));
  await saveWordStates(tx, restored);
  await saveWordStates(tx, await replayWordStates(needs, tx, userId, changed));
}
