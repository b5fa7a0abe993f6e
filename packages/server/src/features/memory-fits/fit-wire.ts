import type {
  AnswerInput,
  FittedWeights,
  LearnerState,
  Parameters,
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
}

/** What is sent to the thread: the history in parts, then the task. */
export type ToThread =
  | { readonly kind: "part"; readonly answers: AnswerInput[]; readonly words: WordFacts[] }
  | { readonly kind: "task"; readonly task: FitTask };

/** What it sends back: the fit first, then the memories under it in parts, then the end. */
export type FromThread =
  | { readonly kind: "fitted"; readonly fitted: FittedWeights }
  | { readonly kind: "memories"; readonly memories: WordMemory[] }
  | { readonly kind: "done" };
