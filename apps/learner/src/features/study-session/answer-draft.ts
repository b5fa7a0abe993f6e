import type { StudyAnswer } from "@wordloom/contract";
import { modeOf } from "../question/question.ts";
import type { Measured } from "./measure.ts";
import type { Answered } from "./session-state.ts";

/** An answer in the form that the service accepts. */
export function answerDraft(
  answer: Omit<Answered, "before">,
  measured: Measured,
  rest: Pick<StudyAnswer, "answeredAt" | "hintUsed" | "sessionId">,
): StudyAnswer {
  const questionMode = modeOf[answer.kind];
  return {
    clientRecordId: answer.id,
    wordId: answer.wordId,
    isCorrect: answer.isCorrect,
    ...measured,
    ...rest,
    confusedWith: answer.confusedWith,
    selfRating: answer.selfRating,
    ...(questionMode !== undefined && { questionMode }),
  };
}

/** "I was right": marks the answer right and keeps its measurements. */
export function overruled(answer: StudyAnswer): StudyAnswer {
  return { ...answer, isCorrect: true, confusedWith: null };
}
