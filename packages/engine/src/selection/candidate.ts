import type { WordFacts } from "../answer.ts";
import type { SspPolicy } from "../interval/ssp-policy.ts";
import type { SchedulePlan } from "../interval/workload.ts";
import type { LearnerState } from "../learner-state/learner-types.ts";
import type { WordMemory } from "../memory/word-memory.ts";
import type { Meter } from "../monitoring/meter.ts";
import type { RatingState } from "../rating/rating-state.ts";
import type { SessionProgress } from "../strategy/adjust-strategy.ts";
import type { Strategy } from "../strategy/strategy-types.ts";

/** A word that may be asked. The order of candidates (book order) breaks ties. */
export interface Candidate {
  word: WordFacts;
  /** null, or without a trace: a new word. */
  memory: WordMemory | null;
  rating: RatingState | null;
}

export interface BatchRequest {
  nowMs: number;
  /** End of the learner's day; absent: a word is due from its exact due time. */
  dayEndMs?: number;
  /** Absent: the strategy's batch size. */
  size?: number;
  /** Identifies the request; repeating it gives the same batch. */
  key: string;
  seed: number;
  exclude: string[];
  shown: string[];
  /** Studied words that the session owes another question: they come first, due or not. */
  again?: string[];
  /** Studied words for which it is too early: they come only where nothing else is left. */
  spare?: string[];
  session?: SessionProgress & { errorProne?: string[] };
  /** Absent: estimated from the candidates that are due. */
  dueBacklogSeconds?: number;
  /** Absent: the learner's usual session. */
  sessionSeconds?: number;
  plan?: SchedulePlan;
  sspPolicy?: SspPolicy;
  /** Measures the run time of each algorithm; absent: not measured. */
  meter?: Meter;
}

export interface Batch {
  id: string;
  wordIds: string[];
  strategy: Strategy;
  newCount: number;
  learner: LearnerState;
  /** Why each word was chosen, by word id. */
  reasons: Record<string, string>;
}

export interface PickRequest {
  nowMs: number;
  /** See BatchRequest. */
  dayEndMs?: number;
  seed: number;
  /** Words failed in the session, oldest failure first; a word failed twice is listed twice. */
  errors: string[];
  lastShownMs: Record<string, number>;
  /** Larger first. */
  priority: Record<string, number>;
}

export interface Picked {
  wordId: string;
  priority: "error_review" | "normal";
}

export function isNew(candidate: Candidate): boolean {
  return candidate.memory === null || candidate.memory.trace === null;
}
