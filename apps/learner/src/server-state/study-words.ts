import type { SlippingWords, WordLearningState } from "@wordloom/contract";
import {
  completeSession,
  listInterventions,
  listSlippingWords,
  readStudyConfig,
  readWordStateBatch,
} from "virtual:endpoints";
import { call } from "./api.ts";

const DAYS = 7;
const MOST = 50;

/** Words that were missed this week, most missed first. @throws ApiError */
export async function slippingWords(): Promise<SlippingWords["words"]> {
  const { words } = await call(listSlippingWords, { query: { days: DAYS, limit: MOST } });
  return words;
}

/** @throws ApiError */
export async function hasChosenBook(): Promise<boolean> {
  const { selectedWordbookIds } = await call(readStudyConfig);
  return selectedWordbookIds.length > 0;
}

export type Suggestion = "rest" | "focus" | "encouragement";

/** What the engine suggests now; nothing when it is fine to go on. @throws ApiError */
export async function suggestion(): Promise<Suggestion | undefined> {
  const { interventions } = await call(listInterventions);
  const types = interventions.map(({ type }) => type);
  return (["rest", "focus", "encouragement"] as const).find((type) => types.includes(type));
}

/** States of words; those without one are left out. @throws ApiError */
export function wordStates(wordIds: readonly string[]): Promise<WordLearningState[]> {
  return call(readWordStateBatch, { body: { wordIds: [...wordIds] } });
}

interface Ended {
  readonly sessionId: string;
  readonly masteredWordIds: readonly string[];
  readonly errorProneWordIds: readonly string[];
  readonly avgResponseTimeMs: number;
}

/** @throws ApiError */
export async function endServerSession(ended: Ended): Promise<void> {
  const { sessionId, masteredWordIds, errorProneWordIds, avgResponseTimeMs } = ended;
  const words = {
    masteredWordIds: [...masteredWordIds],
    errorProneWordIds: [...errorProneWordIds],
  };
  await call(completeSession, { body: { sessionId, avgResponseTimeMs, ...words } });
}
