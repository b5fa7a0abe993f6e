import type { ProcessResult, UserState } from "@wordloom/contract";
import {
  explainInWords,
  type ProcessResult as EngineResult,
  type UserState as EngineUserState,
} from "@wordloom/engine";
import { toTimestamp } from "../../platform/clock.ts";

/** The engine's picture of a learner in its wire form: instants become timestamps. */
export function toUserState(state: EngineUserState): UserState {
  return {
    ...state,
    lastActiveAt: toTimestamp(state.lastActiveAt),
    createdAt: toTimestamp(state.createdAt),
  };
}

export function toProcessResult(result: EngineResult, sessionId: string): ProcessResult {
  const explanation = { ...result.explanation, sentences: explainInWords(result) };
  return { ...result, sessionId, explanation, state: toUserState(result.state) };
}

/** Session named in a result when the answer belongs to none. */
export function sessionIdOr(sessionId: string | null | undefined, userId: string): string {
  return sessionId || `${userId}-session`;
}
