import type {
  AnswerInput,
  FittedWeights,
  LearnerGoal,
  LearnerState,
  EngineParameters,
  SspPolicy,
  WordFacts,
  WordMemory,
} from "@wordloom/engine";
import type { PolicySubject } from "../schedule/policy-subject.ts";

/** A fit to be made or applied by the thread. */
export interface FitTask {
  readonly nowMs: number;
  readonly learner: LearnerState;
  readonly parameters: EngineParameters;
  /** An existing fit that only has to be applied; null to make one. */
  readonly fitted: FittedWeights | null;
  readonly goal: LearnerGoal;
  /** The operator's setting, see {@link PolicySubject}. */
  readonly secondsPerKnownDay: number;
}

/** A policy to be solved. */
export type PolicyTask = Omit<PolicySubject, "owner">;

/** Messages to the thread: the history in parts, then the task; or a policy task alone. */
export type ToThread =
  | { readonly kind: "policy"; readonly task: PolicyTask }
  | { readonly kind: "part"; readonly answers: AnswerInput[]; readonly words: WordFacts[] }
  | { readonly kind: "task"; readonly task: FitTask };

/**
 * Messages from the thread: the fit, the policy if enabled, the memories under both in parts, and
 * then the end.
 */
export type FromThread =
  | { readonly kind: "policy"; readonly policy: SspPolicy }
  | { readonly kind: "fitted"; readonly fitted: FittedWeights }
  | { readonly kind: "memories"; readonly memories: WordMemory[] }
  | { readonly kind: "done" };
