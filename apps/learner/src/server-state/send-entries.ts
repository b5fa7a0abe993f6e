import type { RecordDraft, StudyAnswer, WordLearningState } from "@wordloom/contract";
import {
  addFavorite,
  buryWord,
  changeOwnWord,
  deleteOwnWord,
  markMastered,
  removeFavorite,
  submitRecord,
  submitStudyAnswers,
  suspendWord,
  unsuspendWord,
} from "virtual:endpoints";
import type { CallInput } from "@wordloom/contract/client";
import { ApiError, call } from "./api.ts";

/** The service's verdict on a sent answer. */
export interface AnswerOutcome {
  readonly clientRecordId: string;
  readonly refusal?: { readonly code: string; readonly message: string };
  /** The word's state if the reply has it already; otherwise it arrives on the stream. */
  readonly state?: WordLearningState | null;
}

/**
 * An answer younger than this is sent alone and without its time; others go as a batch with their
 * times.
 */
const FRESH_MS = 10_000;

/**
 * Sends answers, oldest first.
 * @throws ApiError when nothing was decided: no connection, a fault, too many requests
 */
export async function sendAnswers(
  answers: readonly StudyAnswer[],
  nowMs: number,
): Promise<readonly AnswerOutcome[]> {
  const [only] = answers;
  if (only !== undefined && answers.length === 1 && isFresh(only, nowMs)) return [await one(only)];
  const body = { sentAt: new Date(nowMs).toISOString(), answers: [...answers] };
  const { items } = await call(submitStudyAnswers, { body });
  return items.map(({ index, outcome, code, message, state }) => ({
    clientRecordId: answers[index]?.clientRecordId ?? "",
    state,
    ...(outcome === "refused" && { refusal: { code: code ?? "", message: message ?? "" } }),
  }));
}

function isFresh({ answeredAt }: StudyAnswer, nowMs: number): boolean {
  return Math.abs(nowMs - Date.parse(answeredAt)) < FRESH_MS;
}

async function one({ answeredAt: _, ...draft }: StudyAnswer): Promise<AnswerOutcome> {
  const { clientRecordId } = draft;
  try {
    await call(submitRecord, { body: draft satisfies RecordDraft });
    return { clientRecordId };
  } catch (error) {
    return { clientRecordId, refusal: refusalOf(error) };
  }
}

const acts = {
  known: (wordId: string) => call(markMastered, { params: { wordId } }),
  suspend: (wordId: string) => call(suspendWord, { params: { wordId } }),
  unsuspend: (wordId: string) => call(unsuspendWord, { params: { wordId } }),
  bury: (wordId: string) => call(buryWord, { params: { wordId } }),
  favorite: (wordId: string) => call(addFavorite, { params: { wordId } }),
  unfavorite: (wordId: string) => call(removeFavorite, { params: { wordId } }),
  delete: (wordId: string) => unlessGone(call(deleteOwnWord, { params: { id: wordId } })),
} as const;

/** A word that was deleted elsewhere, or by a request without a reply, is deleted all the same. */
async function unlessGone(deleting: Promise<unknown>): Promise<void> {
  try {
    await deleting;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

/** @returns the refusal, or undefined. @throws ApiError as `sendAnswers` */
export function sendAct(act: keyof typeof acts, wordId: string) {
  return refusedOf(acts[act](wordId));
}

/** @returns the refusal, or undefined. @throws ApiError as `sendAnswers` */
export function sendEdit(wordId: string, change: CallInput<typeof changeOwnWord>["body"]) {
  return refusedOf(call(changeOwnWord, { params: { id: wordId }, body: change }));
}

async function refusedOf(sent: Promise<unknown>) {
  try {
    await sent;
    return undefined;
  } catch (error) {
    return refusalOf(error);
  }
}

/** A 4xx about the request itself is final; everything else may be retried. */
function refusalOf(error: unknown): { code: string; message: string } {
  if (!(error instanceof ApiError)) throw error;
  const { status, code, message } = error;
  const isFinal = status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status);
  if (!isFinal) throw error;
  return { code, message };
}
