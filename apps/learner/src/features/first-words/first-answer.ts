import { optionsFor } from "../question/question.ts";
import { meaningAttributes, wordAttributes } from "../question/word-language.ts";
import type { SampleWord, StudyAnswer } from "@wordloom/contract";
import type { Choice } from "../choices/choices.tsx";
import type { Measured } from "../study-session/measure.ts";
import type { FirstQuestionKind } from "./first-words.ts";

/** The answers to choose from; others each time a word is asked again. */
export function choicesOf(
  entry: Sample,
  kind: FirstQuestionKind,
  asked: number,
): readonly Choice[] {
  const attributes = kind === "word-to-meaning" ? meaningAttributes : wordAttributes;
  return optionsFor(entry, kind, asked, "").map(({ text, wordId, isRight }) => ({
    key: wordId ?? text,
    text,
    attributes: attributes(entry.word, text),
    isRight,
  }));
}

/** What an earlier version stored has no other options. */
type Sample = Omit<SampleWord, "otherOptions"> & Partial<Pick<SampleWord, "otherOptions">>;

/** A visitor's answer in the form that the service accepts later, with its time. */
export function firstAnswer(
  { word, options, otherOptions }: Sample,
  kind: FirstQuestionKind,
  choice: Choice,
  facts: { readonly id: string; readonly nowMs: number; readonly measured: Measured },
): StudyAnswer {
  const offered = [options[kind], otherOptions?.[kind]].flatMap((one) => one?.wordIds ?? []);
  return {
    clientRecordId: facts.id,
    wordId: word.id,
    isCorrect: choice.isRight,
    ...facts.measured,
    answeredAt: new Date(facts.nowMs).toISOString(),
    questionMode: kind,
    confusedWith: choice.isRight || !offered.includes(choice.key) ? null : choice.key,
  };
}
