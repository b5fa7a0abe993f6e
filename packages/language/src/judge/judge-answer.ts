import { composed, foldExceptCase, foldText } from "../keys/fold-text.ts";
import { baseLanguage } from "../tags/language-tag.ts";
import { answerForms } from "./answer-forms.ts";
import { answerKey, isSameAnswer, looseKey, type AnswerKey } from "./answer-key.ts";
import { areAlike, piecesOf, type Piece } from "./answer-pieces.ts";
import { distance } from "./edit-distance.ts";
import { rulesOf, type LanguageRules } from "./language-rules.ts";
import { matchKana, matchPinyin, type ReadingMatch } from "./reading-answer.ts";

/** What counts as right, with a note, in addition to what is equally right. */
export interface Tolerance {
  /** e for é, o for ö. */
  readonly accents: boolean;
  /** One typo in words of more than five letters. */
  readonly slip: boolean;
}

/** What is to be typed. */
export interface Expected {
  /** As written in the book: "colo(u)r", "a/an", "die Ansage". */
  readonly text: string;
  /** Undefined where unknown: then no articles and no spellings of a language are known. */
  readonly language?: string | undefined;
  /** How the text is read. Typing it counts for Japanese words. */
  readonly reading?: string | null | undefined;
  /** What the text is; default: a word. */
  readonly asks?: "word" | "meaning" | "reading";
  /** Of the word; another word of the same meaning is no mistake. */
  readonly meaning?: string | undefined;
}

/** A word that must not pass for a variant of the expected one. */
export interface OtherWord {
  readonly text: string;
  /** Undefined: it means something else. */
  readonly meaning?: string | undefined;
}

/** What is shown with an answer that is right all the same. */
type AnswerNote = "accent" | "article" | "slip";

export interface Judgment {
  readonly isRight: boolean;
  readonly note: AnswerNote | null;
  /** From the typed text to the nearest accepted one. */
  readonly pieces: readonly Piece[];
}

/** A longer text is no word. */
const GIVEN_MAX = 300;
/** Forms that are compared letter by letter. */
const COMPARED_MAX = 24;
/** Shorter words have too many neighbors one typo away. */
const SLIP_MIN_LETTERS = 6;

/**
 * Judges a typed answer by the rules of its language. Case, width, spaces, punctuation, forms of
 * apostrophes, a leading article, text in brackets and equally right spellings never matter. A
 * missing accent, a wrong article and one typo are right with a note.
 *
 * The text as it is shown is always right. Another word's text is never right, unless that word
 * means the same.
 *
 * @param others  words of the book, and look-alikes
 */
export function judgeAnswer(
  given: string,
  expected: Expected,
  tolerance: Tolerance,
  others: readonly OtherWord[] = [],
): Judgment {
  const typed = given.slice(0, GIVEN_MAX);
  // Two words of one such form cannot be told apart by typing.
  const form = written(given);
  if (form !== "" && form === written(expected.text)) return rightAs(typed);
  const rules = rulesOf(expected.language);
  const key = answerKey(typed, rules);
  const forms = formsOf(expected).map((form) => answerKey(form, rules));
  const isWord = expected.asks === undefined || expected.asks === "word";
  const rivals = others.filter((other) => isWord && !meansTheSame(other, expected));
  const isRival = (isSame: (other: AnswerKey) => boolean) =>
    rivals.some(({ text }) =>
      answerForms(text, expected.language, false).some((form) => isSame(answerKey(form, rules))),
    );
  if (key.exact === "" || rivals.some(({ text }) => written(text) === form)) {
    return wrong(key, forms, rules);
  }
  const same = forms.filter((form) => isSameAnswer(key, form));
  const reading = matchReading(typed, expected);
  if (reading === "same" || same.some((form) => !hasWrongArticle(key, form))) return rightAs(typed);
  const rightWith = (note: AnswerNote, right: string): Judgment => {
    return { isRight: true, note, pieces: piecesOf(key.text, right, rules) };
  };
  const [other] = same;
  if (other !== undefined) return rightWith("article", other.text);
  const bare = forms.find((form) => form.loose === key.loose);
  if (tolerance.accents && (bare !== undefined || reading === "accent")) {
    const isOther = isRival((rival) => rival.exact === key.exact);
    if (!isOther) return rightWith("accent", bare?.text ?? expected.reading ?? "");
  }
  const slip = tolerance.slip ? forms.find((form) => isSlip(key, form, tolerance)) : undefined;
  if (slip !== undefined && !isRival((rival) => isLike(rival, key, tolerance))) {
    return rightWith("slip", slip.text);
  }
  return wrong(key, forms, rules);
}

const rightAs = (typed: string): Judgment => ({
  isRight: true,
  note: null,
  pieces: [{ text: typed.trim(), kind: "same" }],
});

/** The nearest form is shown; of another word only what was typed: nobody can read two in one. */
function wrong(key: AnswerKey, forms: readonly AnswerKey[], rules: LanguageRules): Judgment {
  const [nearest] = forms
    .slice(0, COMPARED_MAX)
    .map(({ text, exact }) => ({
      right: text.slice(0, GIVEN_MAX),
      exact: exact.slice(0, GIVEN_MAX),
    }))
    .map((form) => ({ ...form, far: distance(key.exact, form.exact) }))
    .toSorted((a, b) => a.far - b.far);
  const isOther = key.exact !== "" && !areAlike(key.exact, nearest?.exact ?? "");
  const pieces = isOther
    ? [{ text: key.text, kind: "extra" as const }]
    : piecesOf(key.text, nearest?.right ?? "", rules);
  return { isRight: false, note: null, pieces };
}

const written = (text: string) => foldExceptCase(text) || composed(text).trim();

function meansTheSame(other: OtherWord, { meaning }: Expected): boolean {
  return (
    other.meaning !== undefined &&
    meaning !== undefined &&
    foldText(other.meaning) === foldText(meaning)
  );
}

function formsOf({ text, language, reading, asks }: Expected): string[] {
  const forms = answerForms(text, language, asks === "meaning");
  const isRead = asks !== "meaning" && reading && baseLanguage(language ?? "") === "ja";
  return isRead ? [...forms, ...answerForms(reading, language, false)] : forms;
}

function matchReading(typed: string, expected: Expected): ReadingMatch {
  const language = baseLanguage(expected.language ?? "");
  if (language === "ja" && expected.asks !== "meaning") return matchKana(typed, formsOf(expected));
  if (language !== "zh" || expected.asks !== "reading") return undefined;
  return matchPinyin(typed, formsOf(expected));
}

function hasWrongArticle(given: AnswerKey, expected: AnswerKey): boolean {
  return given.article !== "" && expected.article !== "" && given.article !== expected.article;
}

/** Compared with or without accents, as the learner wants it. */
const compared = (key: AnswerKey, { accents }: Tolerance) => (accents ? key.loose : key.exact);

function isLike(a: AnswerKey, b: AnswerKey, tolerance: Tolerance): boolean {
  return compared(a, tolerance) === compared(b, tolerance);
}

/** Whether one typo, in a word of more than five letters, makes the one text of the other. */
function isSlip(given: AnswerKey, expected: AnswerKey, tolerance: Tolerance): boolean {
  const [typed, right] = [compared(given, tolerance), compared(expected, tolerance)];
  if (right.length > GIVEN_MAX || Math.abs(typed.length - right.length) > 2) return false;
  if (distance(typed, right) !== 1) return false;
  let start = 0;
  while (start < right.length && typed[start] === right[start]) start += 1;
  return lettersAt(expected, start, tolerance) >= SLIP_MIN_LETTERS;
}

/** Letters of the word at a place; a Chinese character is more than a letter. */
function lettersAt({ words }: AnswerKey, place: number, { accents }: Tolerance): number {
  let end = 0;
  const word = words.find((one) => {
    end += (accents ? looseKey(one) : one).length;
    return place < end;
  });
  return (word ?? words.at(-1) ?? "").match(/(?!\p{Script=Han})\p{L}/gu)?.length ?? 0;
}
