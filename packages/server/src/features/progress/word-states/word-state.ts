import type { EarlierState, WordStateChange } from "@wordloom/contract";
import type { MasteryLevel, WordMemory } from "@wordloom/engine";
import { memoryFromJson } from "@wordloom/engine/stored";
import type { Selectable } from "kysely";
import type { WordStatesTable } from "./word-states.tables.ts";
import { parseEdges, withEdge, withoutEdge } from "./mastery-edges.ts";

type WordStateRow = Selectable<WordStatesTable>;

/** Half-life shown for a word without answers, hours. */
const HALF_LIFE_UNKNOWN_HOURS = 24;

/** The state of a word that was never answered. */
export function newWordState(userId: string, wordId: string, nowMs: number): WordStateRow {
  return {
    user_id: userId,
    word_id: wordId,
    state: "new",
    mastery_level: 0,
    next_review_at_ms: null,
    half_life_hours: HALF_LIFE_UNKNOWN_HOURS,
    correct_streak: 0,
    total_attempts: 0,
    stability_days: 0,
    last_answer_at_ms: null,
    memory_json: null,
    created_at_ms: nowMs,
    updated_at_ms: nowMs,
    mastery_edges: null,
  };
}

/**
 * The word state after the learner has set it. The engine is not called, but its memory of the word
 * is adjusted, so that it continues from there.
 *
 * @param before  the present state, or a new one for a word without a state
 */
export function withManualState(
  before: WordStateRow,
  { state, masteryLevel }: WordStateChange,
  nowMs: number,
): WordStateRow {
  const moved = state ? moveTo(before, state, nowMs) : { ...before, updated_at_ms: nowMs };
  return { ...moved, mastery_level: masteryLevel ?? moved.mastery_level };
}

/** The state as if the word had never been answered; earlier masteries stay recorded. */
export function startOver(before: WordStateRow, nowMs: number): WordStateRow {
  const fresh = newWordState(before.user_id, before.word_id, nowMs);
  const { created_at_ms, mastery_edges } = before;
  return { ...fresh, created_at_ms, mastery_edges };
}

/**
 * Whether the learner set the state by hand after the last answer, which then stays.
 *
 * @param lastAtMs  of the last record; undefined without any
 */
export function isSetByHand(row: WordStateRow, lastAtMs: number | undefined): boolean {
  const isOfAnswer = row.updated_at_ms === row.last_answer_at_ms;
  return !isOfAnswer && row.updated_at_ms > (lastAtMs ?? -Infinity);
}

/** Whether the learner marked it as mastered, and nothing has come since. */
export function isMarked({ state, next_review_at_ms }: WordStateRow): boolean {
  return state === "mastered" && next_review_at_ms === null;
}

/** The word state as it was before the learner marked it as mastered. */
export function withoutMark(marked: WordStateRow, before: EarlierState): WordStateRow {
  const dueAtMs = before.nextReviewDate === null ? null : Date.parse(before.nextReviewDate);
  const mastery_edges = withoutEdge(marked.mastery_edges, marked.updated_at_ms);
  return {
    ...marked,
    state: before.state,
    mastery_level: before.masteryLevel,
    next_review_at_ms: dueAtMs,
    memory_json: memoryBefore(marked, before.state, { dueAtMs, mastery_edges }),
    updated_at_ms: Math.min(Date.parse(before.updatedAt), marked.updated_at_ms),
    mastery_edges,
  };
}

function memoryBefore(
  { memory_json }: WordStateRow,
  state: WordStateRow["state"],
  { dueAtMs, mastery_edges }: { dueAtMs: number | null; mastery_edges: string | null },
): string | null {
  if (memory_json === null || state === "new") return memory_json;
  const memory = memoryFromJson(memory_json);
  const level = state.toUpperCase() as MasteryLevel;
  const masteredAtMs = parseEdges(mastery_edges).findLast((edge) => edge > 0) ?? null;
  return JSON.stringify({ ...memory, level, dueAtMs, masteredAtMs } satisfies WordMemory);
}

function moveTo(before: WordStateRow, state: WordStateRow["state"], nowMs: number): WordStateRow {
  if (state === "new") return startOver(before, nowMs);
  const dueAtMs = state === "mastered" ? null : (before.next_review_at_ms ?? nowMs);
  return {
    ...before,
    state,
    mastery_level: state === "mastered" ? 1 : before.mastery_level,
    next_review_at_ms: dueAtMs,
    memory_json: memoryAt(before.memory_json, state, { dueAtMs, nowMs }),
    updated_at_ms: nowMs,
    mastery_edges: withEdge(before.mastery_edges, { from: before.state, to: state, atMs: nowMs }),
  };
}

/** The memory is kept; the level, due date and times that the engine derived are replaced. */
function memoryAt(
  memoryJson: string | null,
  state: Exclude<WordStateRow["state"], "new">,
  { dueAtMs, nowMs }: { dueAtMs: number | null; nowMs: number },
): string | null {
  if (memoryJson === null) return null;
  const memory = memoryFromJson(memoryJson);
  const level = state.toUpperCase() as MasteryLevel;
  const entered = level !== memory.level;
  const changed: WordMemory = {
    ...memory,
    level,
    dueAtMs,
    masteredAtMs: entered && level === "MASTERED" ? nowMs : memory.masteredAtMs,
    forgottenAtMs: entered && level === "FORGOTTEN" ? nowMs : memory.forgottenAtMs,
  };
  return JSON.stringify(changed);
}
