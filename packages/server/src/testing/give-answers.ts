import { RecordDraft } from "@wordloom/contract";
import { applyAnswers } from "../features/study/records/apply.service.ts";
import { addPlainLearners } from "./plain-learners.ts";

type Needs = Parameters<typeof applyAnswers>[0];

/** Time (ISO 8601) and word; by default correct and without a record type. */
export type PastAnswer = readonly [
  at: string,
  wordId: string,
  more?: Partial<RecordDraft> & { readonly userId?: string },
];

/** Applies answers at times in the past, one by one; of u1, or of others, who get an account. */
export async function giveAnswers(needs: Needs, answers: readonly PastAnswer[]): Promise<void> {
  const others = new Set(answers.map(([, , more]) => more?.userId ?? "u1"));
  await addPlainLearners(needs.database, [...others]);
  for (const [at, wordId, { userId = "u1", ...more } = {}] of answers) {
    const draft = RecordDraft.parse({ wordId, isCorrect: true, responseTimeMs: 1000, ...more });
    await applyAnswers(needs, [{ userId, draft, acceptedAtMs: Date.parse(at) }]);
  }
}
