import { RecordDraft } from "@wordloom/contract";
import { applyAnswers } from "@wordloom/server/features/study/records/apply.service";
import { addPlainLearners } from "./plain-learners.ts";

type Needs = Parameters<typeof applyAnswers>[0];

/** Time (ISO 8601) and word; by default correct and without a record type. */
export type PastAnswer = readonly [
  at: string,
  wordId: string,
  more?: Partial<RecordDraft> & { readonly userId?: string },
];

/** Applies answers at past times, one by one, of u1 or of other learners, who get an account. */
export async function giveAnswers(needs: Needs, answers: readonly PastAnswer[]): Promise<void> {
  for (const answer of await accepted(needs, answers)) await applyAnswers(needs, [answer]);
}

/** The same in one transaction, for tests that need many answers and do not test their arrival. */
export async function giveManyAnswers(needs: Needs, answers: readonly PastAnswer[]): Promise<void> {
  await applyAnswers(needs, await accepted(needs, answers));
}

async function accepted({ database }: Needs, answers: readonly PastAnswer[]) {
  const learners = new Set(answers.map(([, , more]) => more?.userId ?? "u1"));
  await addPlainLearners(database, [...learners]);
  return answers.map(([at, wordId, { userId = "u1", ...more } = {}]) => {
    const draft = RecordDraft.parse({ wordId, isCorrect: true, responseTimeMs: 1000, ...more });
    return { userId, draft, acceptedAtMs: Date.parse(at) };
  });
}
