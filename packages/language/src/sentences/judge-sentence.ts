import type { Piece } from "../judge/answer-pieces.ts";
import {
  judgeAnswer,
  type Expected,
  type Judgment,
  type OtherWord,
  type Tolerance,
} from "../judge/judge-answer.ts";
import { alignWords, type AlignedStep } from "./align-words.ts";
import type { SentenceGap } from "./sentence-gap.ts";
import { sentenceWords, type SentenceWord } from "./sentence-words.ts";

/** A typed sentence, judged. */
export interface SentenceJudgment extends Judgment {
  /** Whether every word of the sentence was typed, without anything tolerated, and no other. */
  readonly isWhole: boolean;
}

/** The word asked, and where it stands. */
interface Asked extends SentenceGap, Pick<Expected, "language" | "meaning" | "reading"> {}

/** Nobody types more for a sentence that is asked. */
const GIVEN_MAX = 600;
/** Tolerated words differ by a letter; ß and umlauts count two. */
const LENGTHS_APART_MAX = 2;

/**
 * Judges a typed sentence word by word. Case, punctuation, apostrophes, hyphens and spaces never
 * matter; a missing accent and one typo in a longer word are tolerated like those in a single word.
 *
 * The answer is right if the word asked was typed right, by the rules of `judgeAnswer`: the answer
 * says something about the memory of this word, and nothing about the others. They are shown where
 * they were missed, and decide only `isWhole`.
 *
 * @param others  words of the book, and look-alikes
 */
export function judgeSentence(
  given: string,
  asked: Asked,
  tolerance: Tolerance,
  others: readonly OtherWord[] = [],
): SentenceJudgment {
  const { language } = asked;
  const typed = given.slice(0, GIVEN_MAX);
  const sentence = asked.before + asked.word + asked.after;
  const words = sentenceWords(sentence, language);
  const typedWords = sentenceWords(typed, language);
  const judgedWord = (a: SentenceWord, b: SentenceWord) => {
    const text = sentence.slice(b.from, b.to);
    return judgeAnswer(typed.slice(a.from, a.to), { text, language }, tolerance);
  };
  const isNear = (a: SentenceWord, b: SentenceWord) =>
    Math.abs(a.key.length - b.key.length) <= LENGTHS_APART_MAX && judgedWord(a, b).isRight;
  const steps = alignWords(typedWords, words, isNear);
  const toleratedIn = ({ given: [a], words: [b], isSame }: AlignedStep) => {
    if (!isSame || a === undefined || b === undefined || a.key === b.key) return undefined;
    const { note, pieces } = judgedWord(a, b);
    if (note === null) return undefined;
    return inSentence(pieces, typed.slice(a.from, a.to), sentence.slice(b.from, b.to));
  };
  const [from, to] = [asked.before.length, asked.before.length + asked.word.length];
  const isAsked = (word: SentenceWord) => word.from < to && word.to > from;
  const own = words.filter(isAsked);
  // In Korean, with the particle that was left out of the gap.
  const text = sentence.slice(own[0]?.from ?? from, own.at(-1)?.to ?? to);
  const expected = { text, language, meaning: asked.meaning, reading: asked.reading };
  const judged = tolerated(candidates(steps, isAsked, typed), expected, tolerance, others);
  return {
    ...judged,
    isWhole: steps.every((step) => step.isSame && toleratedIn(step) === undefined),
    pieces: piecesOf(shownSteps(steps, sentence), sentence, typed, toleratedIn),
  };
}

/**
 * What may have been typed for the word asked: what stands in its place, also with words beside it
 * that stand for nothing else, as kana for one sign.
 *
 * @returns "same" where nothing has to be tolerated, also if it was joined with a neighbor
 */
function candidates(
  steps: readonly AlignedStep[],
  isAsked: (word: SentenceWord) => boolean,
  typed: string,
): readonly string[] | "same" {
  const first = steps.findIndex(({ words }) => words.some(isAsked));
  const last = steps.findLastIndex(({ words }) => words.some(isAsked));
  const own = steps.slice(first, last + 1);
  const keyOf = (words: readonly SentenceWord[]) => words.map(({ key }) => key).join("");
  if (own.every(({ given, words }) => keyOf(given) === keyOf(words))) return "same";
  let [begin, end] = [first, last + 1];
  while (steps[begin - 1]?.words.length === 0) begin -= 1;
  while (steps[end]?.words.length === 0) end += 1;
  const ranges = [
    [first, last + 1],
    [first, end],
    [begin, last + 1],
    [begin, end],
  ] as const;
  return ranges.map(([from, to]) => {
    const given = steps.slice(from, to).flatMap((step) => step.given);
    return typed.slice(given[0]?.from ?? 0, given.at(-1)?.to ?? 0);
  });
}

function tolerated(
  given: readonly string[] | "same",
  expected: Expected,
  tolerance: Tolerance,
  others: readonly OtherWord[],
): Pick<Judgment, "isRight" | "note"> {
  if (given === "same") return { isRight: true, note: null };
  const judged = given.map((one) => judgeAnswer(one, expected, tolerance, others));
  const right = judged.find(({ isRight }) => isRight);
  return { isRight: right !== undefined, note: right?.note ?? null };
}

/**
 * Steps to be shown: words that no space divides, as in "ship’s", are missing together, so that
 * what was typed instead stands before both.
 */
function shownSteps(steps: readonly AlignedStep[], sentence: string): AlignedStep[] {
  const shown: AlignedStep[] = [];
  for (const step of steps) {
    const before = shown.at(-1);
    if (before === undefined || !areMissedTogether(before, step, sentence)) shown.push(step);
    else {
      const given = [...before.given, ...step.given];
      shown[shown.length - 1] = { given, words: [...before.words, ...step.words], isSame: false };
    }
  }
  return shown;
}

function areMissedTogether(a: AlignedStep, b: AlignedStep, sentence: string): boolean {
  const [last, first] = [a.words.at(-1), b.words[0]];
  if (a.isSame || b.isSame || last === undefined || first === undefined) return false;
  return !/\s/u.test(sentence.slice(last.to, first.from));
}

/** Pieces of a word as it stands in the sentence; the nearest spelling may be another one. */
function inSentence(pieces: readonly Piece[], given: string, word: string): readonly Piece[] {
  const own = pieces.filter(({ kind }) => kind !== "extra").map(({ text }) => text);
  if (own.join("") === word) return pieces;
  return [
    { text: given, kind: "extra" },
    { text: word, kind: "missing" },
  ];
}

/** The sentence with its punctuation, what is missing in the typed one, and what it has more. */
function piecesOf(
  steps: readonly AlignedStep[],
  sentence: string,
  typed: string,
  toleratedIn: (step: AlignedStep) => readonly Piece[] | undefined,
): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const step of steps) {
    const { given, words, isSame } = step;
    const [first, last] = [words[0], words.at(-1)];
    const space = (given[0] ?? first)?.isSpaced === true ? " " : "";
    if (first !== undefined) {
      pieces.push({ text: sentence.slice(at, first.from), kind: "same" });
      at = first.from;
    }
    if (!isSame && given.length > 0) {
      const extra = typed.slice(given[0]?.from ?? 0, given.at(-1)?.to ?? 0);
      const isAfter = first === undefined;
      pieces.push({ text: isAfter ? space : "", kind: "same" }, { text: extra, kind: "extra" });
      if (!isAfter) pieces.push({ text: space, kind: "same" });
    }
    if (last !== undefined) {
      const kind = isSame ? "same" : "missing";
      pieces.push(...(toleratedIn(step) ?? [{ text: sentence.slice(at, last.to), kind } as const]));
      at = last.to;
    }
  }
  return [...pieces, { text: sentence.slice(at), kind: "same" as const }].filter(
    ({ text }) => text !== "",
  );
}
