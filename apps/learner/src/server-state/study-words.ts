import type { ForgettingRisk, WordPublic } from "@wordloom/contract";
import {
  completeSession,
  listInterventions,
  listSlippingWords,
  listSystemWordbooks,
  readForgettingRisk,
  readStudyConfig,
  readWordBatch,
} from "virtual:endpoints";
import { call } from "./api.ts";

const DAYS = 7;
/** Largest number of words in one practice. */
export const PRACTISED_MAX = 50;

/** A word to practice, with the probability that it is recalled. */
export interface PractisedWord {
  readonly word: WordPublic;
  readonly recall: number | null;
  /** Wrong answers so far; 0 if unknown. */
  readonly lapses: number;
}

/** Words missed this week, most misses first. @throws ApiError */
export async function slippingWords(): Promise<readonly PractisedWord[]> {
  const { words } = await call(listSlippingWords, { query: { days: DAYS, limit: PRACTISED_MAX } });
  return words;
}

/** Words at high risk of being forgotten, the weakest first. @throws ApiError */
export async function wordsAtRisk(): Promise<readonly PractisedWord[]> {
  const risk = highRisk(await call(readForgettingRisk, { query: {} })).slice(0, PRACTISED_MAX);
  if (risk.length === 0) return [];
  const words = await call(readWordBatch, { body: { ids: risk.map(({ wordId }) => wordId) } });
  const byId = new Map(words.map((word) => [word.id, word]));
  return risk.flatMap(({ wordId, retention }) => {
    const word = byId.get(wordId);
    return word === undefined ? [] : [{ word, recall: retention, lapses: 0 }];
  });
}

/** Without the words at medium risk. */
export function highRisk({ riskWords }: ForgettingRisk): ForgettingRisk["riskWords"] {
  return riskWords.filter(({ riskLevel }) => riskLevel === "high");
}

/**
 * Whether the learner has not said what to learn, neither by books nor by languages, although the
 * service has books. @throws ApiError
 */
export async function hasYetToChoose(): Promise<boolean> {
  const { selectedWordbookIds, learningLanguages } = await call(readStudyConfig);
  if (selectedWordbookIds.length + learningLanguages.length > 0) return false;
  const books = await call(listSystemWordbooks, { query: { languages: "*" } });
  return books.length > 0;
}

/** @throws ApiError */
export async function hasChosenBook(): Promise<boolean> {
  const { selectedWordbookIds } = await call(readStudyConfig);
  return selectedWordbookIds.length > 0;
}

export type Suggestion = "rest" | "focus" | "encouragement";

/**
 * The engine's current suggestions, the most urgent first; empty when all is well. @throws ApiError
 */
export async function suggestions(): Promise<readonly Suggestion[]> {
  const { interventions } = await call(listInterventions);
  const types = interventions.map(({ type }) => type);
  return (["rest", "focus", "encouragement"] as const).filter((type) => types.includes(type));
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
