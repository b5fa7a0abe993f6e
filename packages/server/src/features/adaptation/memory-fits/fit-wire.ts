import type {
  AnswerInput,
  FittedWeights,
  LearnerGoal,
  LearnerState,
  EngineParameters,
  RatingState,
  SspPolicy,
  WordFacts,
  WordMemory,
} from "@wordloom/engine";
import type { PolicySubject } from "../schedule/policy-subject.ts";

/** A moment at which a word began anew, by word and time. */
export type Restart = readonly [wordId: string, atMs: number];

/** A fit to be made or applied by the thread. */
export interface FitTask {
  readonly nowMs: number;
  /** What was answered before the last restart of a word is no part of its memory. */
  readonly restarts: readonly Restart[];
  readonly learner: LearnerState;
  readonly parameters: EngineParameters;
  /** An existing fit that only has to be applied; null to make one. */
  readonly fitted: FittedWeights | null;
  readonly goal: LearnerGoal;
  /** The operator's setting, see {@link PolicySubject}. */
  readonly secondsPerKnownDay: number;
}

/** A history to be fitted, and then replayed from its first answer on. */
export type RebuildTask = Omit<FitTask, "fitted">;

/** What a replay of all answers says of a word. */
export interface RebuiltWord {
  readonly memory: WordMemory;
  readonly rating: RatingState;
  /** Times at which it became mastered and was forgotten, see `MasteryEdges`. */
  readonly masteryEdges: string | null;
  /** Number of its answers, those before a restart included. */
  readonly answers: number;
}

/** A policy to be solved. */
export type PolicyTask = Omit<PolicySubject, "owner">;

/**
 * Messages to the thread: the history in parts, then the task, then a request for more after every
 * part of the result, because parts that wait together are received in one turn of the event loop.
 * Words are sent on request only. Or a policy task alone.
 */
export type ToThread =
  | { readonly kind: "policy"; readonly task: PolicyTask }
  | { readonly kind: "part"; readonly answers: AnswerInput[]; readonly words: WordFacts[] }
  | { readonly kind: "task"; readonly task: FitTask }
  | { readonly kind: "rebuild"; readonly task: RebuildTask }
  | { readonly kind: "more" };

/**
 * Messages from the thread: the fit, the policy if enabled, the memories under both in parts, and
 * then the end. A rebuilt history has the learner and the words instead of memories.
 */
export type FromThread =
  | { readonly kind: "policy"; readonly policy: SspPolicy }
  | { readonly kind: "fitted"; readonly fitted: FittedWeights }
  | { readonly kind: "memories"; readonly memories: WordMemory[] }
  | {
      readonly kind: "learner";
      readonly learner: LearnerState;
      /** Number of answers replayed. */
      readonly answers: number;
      /** Number of words that follow. */
      readonly wordCount: number;
    }
  | { readonly kind: "words"; readonly words: RebuiltWord[] }
  | { readonly kind: "done" };
