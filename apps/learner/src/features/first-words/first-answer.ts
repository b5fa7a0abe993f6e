import { meaningAttributes, wordAttributes } from "../question/word-language.ts";
import type { SampleWord, StudyAnswer } from "@wordloom/contract";
import type { Choice } from "../choices/choices.tsx";
import type { Measured } from "../study-session/measure.ts";
import type { FirstQuestionKind } from "./first-words.ts";

/** The answers to choose from. */
export function choicesOf(
  { word, options }: SampleWord,
  kind: FirstQuestionKind,
): readonly Choice[] {
  const offered = options[kind];
  return (offered?.options ?? []).map((text, at) => ({
    key: String(at),
    text,
    attributes:
      kind === "word-to-meaning" ? meaningAttributes(word, text) : wordAttributes(word, text),
    isRight: at === offered?.correctIndex,
  }));
}

/** A visitor's answer in the form that the service accepts later, with its time. */
export function firstAnswer(
  { word, options }: SampleWord,
  kind: FirstQuestionKind,
  choice: Choice,
  facts: { readonly id: string; readonly nowMs: number; readonly measured: Measured },
): StudyAnswer {
  const chosenId = options[kind]?.wordIds[Number(choice.key)] ?? null;
  return {
    clientRecordId: facts.id,
    wordId: word.id,
    isCorrect: choice.isRight,
    ...facts.measured,
    answeredAt: new Date(facts.nowMs).toISOString(),
    questionMode: kind,
    confusedWith: choice.isRight ? null : chosenId,
  };
}
