import { progressOf, type SessionState } from "./session-state.ts";

/** The session of the plan that "Continue" goes on with. */
export interface OpenPlan {
  /** Answers so far. */
  readonly answered: number;
  /** Words that it still asks. */
  readonly left: number;
  /** Those among them that are part of the day's plan, because they were not answered yet. */
  readonly planned: number;
}

export function openPlanOf(session: SessionState): OpenPlan {
  const { done, all } = progressOf(session);
  const over = new Set([...session.dropped, ...session.history.map(({ wordId }) => wordId)]);
  const planned = Object.keys(session.words).filter((wordId) => !over.has(wordId)).length;
  return { answered: session.history.length, left: all - done, planned };
}
