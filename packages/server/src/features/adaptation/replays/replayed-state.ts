import {
  halfLifeHours,
  type EngineParameters,
  type LearnerState,
  type WordMemory,
} from "@wordloom/engine";
import { compositeStrength } from "@wordloom/engine/mastery";
import type { WordStateName } from "@wordloom/contract";
import type { Selectable } from "kysely";
import { parseEdges } from "../../progress/word-states/mastery-edges.ts";
import { newWordState } from "../../progress/word-states/word-state.ts";
import type { WordStatesTable } from "../../progress/word-states/word-states.tables.ts";

type WordStateRow = Selectable<WordStatesTable>;

/** What the records of a word say of it. */
export interface ReplayedWord {
  readonly memory: WordMemory;
  readonly masteryEdges: string | null;
  /** Time of the last record, ms since 1970. */
  readonly lastAtMs: number;
}

/** The learner after the replay, and what it does not decide. */
export interface ReplayedLearner {
  readonly userId: string;
  readonly learner: LearnerState;
  readonly parameters: EngineParameters;
  readonly nowMs: number;
  /** When words are due instead of when the engine says, ms since 1970, by word. */
  readonly dueDates: ReadonlyMap<string, number>;
}

/** The state of a word that follows from its records alone. */
export function replayedState(
  before: WordStateRow | undefined,
  { memory: replayed, masteryEdges, lastAtMs }: ReplayedWord,
  { userId, learner, parameters, nowMs, dueDates }: ReplayedLearner,
): WordStateRow {
  const memory = dueOn(replayed, dueDates.get(replayed.wordId), lastAtMs);
  return {
    ...(before ?? newWordState(userId, memory.wordId, nowMs)),
    state: memory.level.toLowerCase() as WordStateName,
    mastery_level: compositeStrength(memory.trace?.stability ?? 0, parameters),
    next_review_at_ms: memory.dueAtMs,
    half_life_hours: halfLifeHours(learner, memory, parameters),
    correct_streak: memory.streak,
    total_attempts: memory.attempts,
    stability_days: memory.trace?.stability ?? 0,
    last_answer_at_ms: lastAtMs,
    memory_json: JSON.stringify(memory),
    updated_at_ms: lastAtMs,
    mastery_edges: masteryEdges,
  };
}

function dueOn(memory: WordMemory, dueAtMs: number | undefined, lastAtMs: number): WordMemory {
  if (dueAtMs === undefined || dueAtMs <= lastAtMs) return memory;
  return { ...memory, dueAtMs, intervalSecs: Math.round((dueAtMs - lastAtMs) / 1000) };
}

/** How many words more, or fewer, became mastered at which moments. */
export function masteryChanges(
  before: string | null | undefined,
  after: string | null | undefined,
): [atMs: number, words: number][] {
  const times = (edges: string | null | undefined) =>
    parseEdges(edges ?? null).filter((edge) => edge > 0);
  const [former, present] = [times(before), times(after)];
  const gone = former.filter((atMs) => !present.includes(atMs));
  const fresh = present.filter((atMs) => !former.includes(atMs));
  return [
    ...gone.map((atMs): [number, number] => [atMs, -1]),
    ...fresh.map((atMs): [number, number] => [atMs, 1]),
  ];
}
