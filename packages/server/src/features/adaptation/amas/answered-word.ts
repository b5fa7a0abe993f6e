import type { WordStateName } from "@wordloom/contract";
import { halfLifeHours, type EngineParameters, type ProcessOutcome } from "@wordloom/engine";
import type { Selectable } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { withEdge } from "../../progress/word-states/mastery-edges.ts";

type WordStateRow = Selectable<Tables["word_states"]>;

/** The engine learns from a late answer, but the answer never moves the times of its word back. */
export function toWordStateRow(
  parameters: EngineParameters,
  before: WordStateRow,
  outcome: ProcessOutcome,
  { atMs, updatedAtMs }: { atMs: number; updatedAtMs: number },
): WordStateRow {
  const { memory } = outcome;
  const state = memory.level.toLowerCase() as WordStateName;
  return {
    ...before,
    state,
    mastery_level: outcome.result.wordMastery?.memoryStrength ?? before.mastery_level,
    next_review_at_ms: memory.dueAtMs,
    half_life_hours: halfLifeHours(outcome.learner, memory, parameters),
    correct_streak: memory.streak,
    total_attempts: memory.attempts,
    stability_days: memory.trace?.stability ?? 0,
    last_answer_at_ms: Math.max(before.last_answer_at_ms ?? atMs, atMs),
    memory_json: JSON.stringify(memory),
    updated_at_ms: updatedAtMs,
    mastery_edges: withEdge(before.mastery_edges, { from: before.state, to: state, atMs }),
  };
}
