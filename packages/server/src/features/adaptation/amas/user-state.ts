import type { ProcessResult, UserState } from "@wordloom/contract";
import type { ProcessResult as EngineResult } from "@wordloom/engine";
import type { UserState as EngineUserState } from "@wordloom/engine/learner";
import { explainInWords } from "@wordloom/engine/strategy";
import { toTimestamp } from "../../../platform/time/clock.ts";

/** The engine's learner state in wire format: instants become timestamps. */
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

/** The session id for a result. Makes one up if the answer belongs to no session. */
export function sessionIdOr(sessionId: string | null | undefined, userId: string): string {
  return sessionId || `${userId}-session`;
}
