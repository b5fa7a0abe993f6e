import { optionsFor } from "../question/question.ts";
import { meaningAttributes, wordAttributes } from "../question/word-language.ts";
import type { SampleWord, StudyAnswer } from "@wordloom/contract";
import type { Choice } from "../choices/choices.tsx";
import type { Measured } from "../study-session/measure.ts";
import type { FirstChoiceKind } from "./first-words.ts";

/** The answers to choose from; others each time a word is asked again. */
export function choicesOf(entry: Sample, kind: FirstChoiceKind, asked: number): readonly Choice[] {
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

/** The id of an answer, its time and how it was given. */
interface Facts {
  readonly id: string;
  readonly nowMs: number;
  readonly measured: Measured;
}

/** A visitor's answer in the form that the service accepts later, with its time. */
export function firstAnswer(
  { word, options, otherOptions }: Sample,
  kind: FirstChoiceKind,
  choice: Choice,
  facts: Facts,
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

/** Likewise, of a word whose meaning was recalled, or was not. */
export function recalledAnswer(
  { word }: Sample,
  selfRating: 0 | 2,
  { id, nowMs, measured }: Facts,
): StudyAnswer {
  return {
    clientRecordId: id,
    wordId: word.id,
    isCorrect: selfRating > 0,
    ...measured,
    answeredAt: new Date(nowMs).toISOString(),
    confusedWith: null,
    selfRating,
  };
}
