import { sql } from "kysely";
import { ftsRemove } from "../../dialect/full-text.ts";
import type { Database } from "../../tables.ts";
import { joinAnswers, joinRows } from "./join-rows.ts";
import { joinedWord } from "./joined-word.ts";
import { saveWords, type ChangedKey, type StoredWord } from "./rewrite-keys.ts";

/** Number of keys processed together. */
const BATCH = 200;

/** A word whose key several words now share. */
interface Candidate extends StoredWord {
  /** The former key: words with the same one were distinguished on purpose. */
  readonly former: string;
  /** Number of answers of all learners. */
  readonly answers: number;
}

/**
 * Merges words that differ only by code points. The one with the most answers remains, or the
 * oldest of equals; it takes over meanings and whatever else it lacks, and all rows about the
 * others.
 *
 * Words that were distinct before remain so: of two entries "bank", each is merged with one entry
 * of "ｂａｎｋ", preferably with the same meaning. Words whose combined meanings would be too long also
 * remain separate.
 */
export async function joinSameWords(
  tx: Database,
  changed: ReadonlyMap<string, ChangedKey>,
  nowMs: number,
): Promise<void> {
  const keys = [...new Set([...changed.values()].map(({ key }) => key))];
  let count = 0;
  for (let start = 0; start < keys.length; start += BATCH) {
    const words = await listCandidates(tx, keys.slice(start, start + BATCH), changed);
    for (const alike of Map.groupBy(words, (word) => word.text_folded).values()) {
      for (const group of groupsOf(alike)) count += await joinGroup(tx, group, nowMs);
    }
  }
  if (count > 0) await joinAnswers(tx);
}

async function listCandidates(
  tx: Database,
  keys: readonly string[],
  changed: ReadonlyMap<string, ChangedKey>,
): Promise<Candidate[]> {
  const { rows } = await sql<StoredWord & { answers: number | string | null }>`
    select words.*, (
      select sum(total_attempts) from word_states where word_states.word_id = words.id
    ) as answers
    from words where text_folded in (${sql.join(keys)})
    order by seq
  `.execute(tx);
  const words = rows.map((row) => {
    const former = changed.get(row.id)?.former ?? row.text_folded;
    return { ...row, former, answers: Number(row.answers ?? 0) };
  });
  return words.toSorted((a, b) => b.answers - a.answers);
}

/** Groups the words that are the same, most answered first; the first of each group remains. */
function groupsOf(words: readonly Candidate[]): Candidate[][] {
  const groups: Candidate[][] = [];
  const rest: Candidate[] = [];
  for (const word of words) {
    const same = groups.find(([first]) => first?.meaning_folded === word.meaning_folded);
    if (same !== undefined && isFree(same, word)) same.push(word);
    else if (groups.every((group) => !isFree(group, word))) groups.push([word]);
    else rest.push(word);
  }
  for (const word of rest) {
    const group = groups.find((one) => isFree(one, word) && joinedWord([...one, word]));
    if (group === undefined) groups.push([word]);
    else group.push(word);
  }
  return groups;
}

function isFree(group: readonly Candidate[], word: Candidate): boolean {
  return group.every(({ former }) => former !== word.former);
}

/** @returns number of words removed */
async function joinGroup(
  tx: Database,
  group: readonly Candidate[],
  nowMs: number,
): Promise<number> {
  const [kept, ...others] = group;
  const joined = joinedWord(group);
  if (kept === undefined || joined === undefined || others.length === 0) return 0;
  for (const { id } of others) await joinRows(tx, { from: id, into: kept.id });
  await ftsRemove(
    tx,
    others.map(({ seq }) => Number(seq)),
  );
  await saveWords(tx, [joined]);
  // Data derived from the meaning, such as the embedding for semantic search, is recomputed.
  const isSame = joined.meaning === kept.meaning;
  if (!isSame)
    await sql`update words set updated_at_ms = ${nowMs} where id = ${kept.id}`.execute(tx);
  return others.length;
}
