import { answerForms, partForms } from "../judge/answer-forms.ts";
import { answerKey } from "../judge/answer-key.ts";
import { rulesOf } from "../judge/language-rules.ts";
import { foldText } from "../keys/fold-text.ts";
import { areSameFunction } from "./function-words.ts";
import { withoutLabels } from "./part-labels.ts";

/** What is read of a word to tell whether it could be taken for another. */
export interface GlossedWord {
  readonly text: string;
  readonly language?: string | undefined;
  /** Undefined or empty where unknown. */
  readonly meaning?: string | undefined;
  readonly meaningLanguage?: string | undefined;
}

interface Answers {
  /** Keys of everything that counts as the word. */
  readonly texts: ReadonlySet<string>;
  /** Keys of the senses, without labels, articles and grammatical endings. */
  readonly senses: readonly string[];
}

const OPENINGS = /^(?:(?:an?|be|being|of|the|to)\s+)+/iu;
/** Chinese particles that change the part of speech and not the sense. */
const ENDINGS = /(?<=\p{Script=Han})[的地得]$/u;
/** Single characters occur in too many unrelated senses. */
const CONTAINED_MIN = 2;

/** Words are compared with dozens of others, so each is taken apart once. */
const known = new WeakMap<GlossedWord, Answers>();

/**
 * Whether a question could not offer both words: the judge accepts one for the other, or their
 * meanings share a sense. A Chinese sense within another counts, and so do words of grammar that
 * stand for the same.
 */
export function areBothRight(word: GlossedWord, other: GlossedWord): boolean {
  const [left, right] = [answersOf(word), answersOf(other)];
  if ([...left.texts].some((text) => right.texts.has(text))) return true;
  return left.senses.some((sense) => right.senses.some((one) => isOneSense(sense, one)));
}

/** Whether a meaning has no sense by which it could be compared. */
export function hasSenses(word: GlossedWord): boolean {
  return answersOf(word).senses.length > 0;
}

/** The senses of a meaning in lower case, without labels of parts of speech and articles. */
export function sensesOf({ meaning = "", meaningLanguage }: GlossedWord): readonly string[] {
  return formsOf(meaning, meaningLanguage).map(foldText);
}

/** Forms of the senses, without their openings. */
function formsOf(meaning: string, language: string | undefined): string[] {
  const forms = partForms(withoutLabels(meaning), language, true);
  return forms.map((form) => form.replace(OPENINGS, ""));
}

function answersOf(word: GlossedWord): Answers {
  const before = known.get(word);
  if (before !== undefined) return before;
  const { text, language, meaning = "", meaningLanguage } = word;
  const keyOf = (form: string, of: string | undefined) => answerKey(form, rulesOf(of)).exact;
  const answers = {
    texts: new Set(answerForms(text, language, false).map((form) => keyOf(form, language))),
    senses: formsOf(meaning, meaningLanguage)
      .map((form) => keyOf(form, meaningLanguage).replace(ENDINGS, ""))
      .filter((sense) => sense !== ""),
  };
  known.set(word, answers);
  return answers;
}

function isOneSense(a: string, b: string): boolean {
  if (a === b || areSameFunction(a, b)) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= CONTAINED_MIN && /^\p{Script=Han}+$/u.test(short) && long.includes(short);
}
