import { RecordDraft } from "@wordloom/contract";
import { applyAnswers } from "../features/records/apply.service.ts";

type Needs = Parameters<typeof applyAnswers>[0];

/** Time (ISO 8601) and word; by default correct and without a record type. */
export type PastAnswer = readonly [
  at: string,
  wordId: string,
  more?: Partial<RecordDraft> & { readonly userId?: string },
];

/** Applies answers of learner u1 at times in the past, one by one. */
export async function giveAnswers(needs: Needs, answers: readonly PastAnswer[]): Promise<void> {
  for (const [at, wordId, { userId = "u1", ...more } = {}] of answers) {
    const draft = RecordDraft.parse({ wordId, isCorrect: true, responseTimeMs: 1000, ...more });
    await applyAnswers(needs, [{ userId, draft, acceptedAtMs: Date.parse(at) }]);
  }
}
