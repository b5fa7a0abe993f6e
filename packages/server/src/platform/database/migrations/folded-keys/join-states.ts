import { sql } from "kysely";
import type { Database } from "../../tables.ts";

/** Two words to be merged. */
export interface Join {
  /** The word that is removed. */
  readonly from: string;
  /** The word that remains. */
  readonly into: string;
}

/** Number of outcomes in one number. */
const BITS = 24;

interface StoredState {
  readonly user_id: string;
  readonly word_id: string;
  readonly mastery_level: number;
  readonly total_attempts: number;
  readonly last_answer_at_ms: number | null;
  readonly memory_json: string | null;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
}

/** The merged parts of an engine's memory of a word; the rest is unchanged. */
interface Memory {
  readonly wordId: string;
  readonly attempts: number;
  readonly lapses: number;
  /** The newest is in the lowest bit of the first number. */
  readonly outcomes: readonly number[];
}

/**
 * Merges what learners know of two words. Of a learner's two states, the one with more answers
 * remains, of equals the stronger one, then the one answered last; it keeps its memory, level and
 * due date. Answers and lapses are added up, and the other state's outcomes count as the earlier
 * ones.
 */
export async function joinStates(tx: Database, { from, into }: Join): Promise<void> {
  const { rows } = await sql<StoredState>`
    select user_id, word_id, mastery_level, total_attempts, last_answer_at_ms, memory_json,
      created_at_ms, updated_at_ms
    from word_states where word_id in (${from}, ${into})
  `.execute(tx);
  for (const states of Map.groupBy(rows, ({ user_id }) => user_id).values()) {
    const [kept, other] = states.toSorted(byAnswers);
    if (kept === undefined || (other === undefined && kept.word_id === into)) continue;
    await keepState(tx, { kept, other, into });
  }
}

function byAnswers(a: StoredState, b: StoredState): number {
  return (
    b.total_attempts - a.total_attempts ||
    b.mastery_level - a.mastery_level ||
    Number(b.last_answer_at_ms) - Number(a.last_answer_at_ms)
  );
}

async function keepState(
  tx: Database,
  { kept, other, into }: { kept: StoredState; other: StoredState | undefined; into: string },
): Promise<void> {
  const { user_id: userId, word_id: wordId } = kept;
  if (other !== undefined) {
    await sql`delete from word_states
      where user_id = ${userId} and word_id = ${other.word_id}`.execute(tx);
  }
  const states = other === undefined ? [kept] : [kept, other];
  const of = (column: "created_at_ms" | "updated_at_ms" | "total_attempts") =>
    states.map((state) => Number(state[column]));
  const answered = states.flatMap(({ last_answer_at_ms: atMs }) =>
    atMs === null ? [] : [Number(atMs)],
  );
  await sql`update word_states set
      word_id = ${into},
      total_attempts = ${of("total_attempts").reduce((sum, count) => sum + count, 0)},
      last_answer_at_ms = ${answered.length === 0 ? null : Math.max(...answered)},
      memory_json = ${joinedMemory(kept.memory_json, other?.memory_json ?? null, into)},
      created_at_ms = ${Math.min(...of("created_at_ms"))},
      updated_at_ms = ${Math.max(...of("updated_at_ms"))}
    where user_id = ${userId} and word_id = ${wordId}`.execute(tx);
}

function joinedMemory(keptJson: string | null, otherJson: string | null, wordId: string) {
  // A state set by hand has no memory; it was kept because the other has no answer either.
  if (keptJson === null) return null;
  const kept = JSON.parse(keptJson) as Memory;
  const other = otherJson === null ? undefined : (JSON.parse(otherJson) as Memory);
  if (other === undefined) return JSON.stringify({ ...kept, wordId });
  return JSON.stringify({
    ...kept,
    wordId,
    attempts: kept.attempts + other.attempts,
    lapses: kept.lapses + other.lapses,
    outcomes: packed([...outcomesOf(kept), ...outcomesOf(other)], kept.outcomes.length),
  });
}

/** Zeros and ones, newest first. */
function outcomesOf({ outcomes, attempts }: Memory): number[] {
  const count = Math.min(attempts, BITS * outcomes.length);
  return Array.from({ length: count }, (_, at) => {
    return ((outcomes[Math.floor(at / BITS)] ?? 0) >>> (at % BITS)) & 1;
  });
}

function packed(outcomes: readonly number[], length: number): number[] {
  return Array.from({ length }, (_, word) => {
    const bits = outcomes.slice(word * BITS, (word + 1) * BITS);
    return bits.reduce((number, bit, at) => number | (bit << at), 0);
  });
}
