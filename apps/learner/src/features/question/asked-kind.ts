import type { QuestionKind } from "../app-settings/app-settings.ts";

/**
 * A kind as it is asked: in the direction of the meaning, who judges herself is shown the meaning
 * and recalls the word.
 */
export type AskedKind = QuestionKind | "recall-word";

/** Whether the learner judges herself. */
export const isRecalled = (kind: AskedKind): boolean => kind === "recall" || kind === "recall-word";
