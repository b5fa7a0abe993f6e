import type {
  AnswerInput,
  FittedWeights,
  LearnerState,
  Parameters,
  SspPolicy,
  WordFacts,
  WordMemory,
} from "@wordloom/engine";

/** What the thread is to work out. */
export interface FitTask {
  readonly nowMs: number;
  readonly learner: LearnerState;
  readonly parameters: Parameters;
  /** A fit that was made before and has only to be applied; null: make one. */
  readonly fitted: FittedWeights | null;
  readonly secondsPerKnownDay: number;
}

/** A table of optimal intervals to be solved. */
export interface PolicyTask {
  readonly weights: readonly number[];
  readonly parameters: Parameters;
  /** 0: the table is to bring words to the target stability. */
  readonly secondsPerKnownDay: number;
}

/** What is sent to the thread: the history in parts, then the task; or a table to be solved. */
export type ToThread =
  | { readonly kind: "policy"; readonly task: PolicyTask }
  | { readonly kind: "part"; readonly answers: AnswerInput[]; readonly words: WordFacts[] }
  | { readonly kind: "task"; readonly task: FitTask };

/**
 * What it sends back: the fit first, the table of optimal intervals where the parameters want one,
 * then the memories under both in parts, then the end.
 */
export type FromThread =
  | { readonly kind: "policy"; readonly policy: SspPolicy }
  | { readonly kind: "fitted"; readonly fitted: FittedWeights }
  | { readonly kind: "memories"; readonly memories: WordMemory[] }
  | { readonly kind: "done" };
