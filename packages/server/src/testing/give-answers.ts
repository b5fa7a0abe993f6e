import { RecordDraft } from "@wordloom/contract";
import { applyAnswers } from "../features/records/apply.service.ts";

type Needs = Parameters<typeof applyAnswers>[0];

/** When (ISO 8601), which word; right and untagged unless it says something else. */
export type PastAnswer = readonly [
  at: string,
  wordId: string,
  more?: Partial<RecordDraft> & { readonly userId?: string },
];

/** Lets a learner (u1) have answered at any time in the past, each answer applied by itself. */
export async function giveAnswers(needs: Needs, answers: readonly PastAnswer[]): Promise<void> {
  for (const [at, wordId, { userId = "u1", ...more } = {}] of answers) {
    const draft = RecordDraft.parse({ wordId, isCorrect: true, responseTimeMs: 1000, ...more });
    await applyAnswers(needs, [{ userId, draft, acceptedAtMs: Date.parse(at) }]);
  }
}
