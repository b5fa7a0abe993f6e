import type { Wordbook } from "@wordloom/contract";
import { languageName, primaryLanguage } from "@wordloom/language";

/** Languages of a book, as far as the service knows them. */
interface BookLanguages {
  readonly language?: string | null;
  readonly meaningLanguage?: string | null;
}

/** What a learner chose; undefined: the first of each. */
export interface ChosenLanguages {
  readonly language?: string | undefined;
  readonly meaningLanguage?: string | undefined;
}

/** The languages that books teach and explain in, and those in force. */
export interface SpokenLanguages {
  readonly languages: readonly string[];
  /** Of the books for the language in force. */
  readonly meaningLanguages: readonly string[];
  readonly language: string | undefined;
  readonly meaningLanguage: string | undefined;
}

/**
 * The languages of these books. Empty where the service tells none: then there is nothing to ask.
 *
 * @param appLanguage  language of the app, in which the learner probably wants the meanings
 */
export function spokenLanguages(
  books: readonly Wordbook[],
  chosen: ChosenLanguages,
  appLanguage: string,
): SpokenLanguages {
  const known = books as readonly (Wordbook & BookLanguages)[];
  const languages = distinct(known.map((book) => book.language));
  const language = firstAmong(languages, chosen.language);
  const ofLanguage = known.filter((book) => book.language === language);
  const meaningLanguages = distinct(ofLanguage.map((book) => book.meaningLanguage));
  const own = meaningLanguages.find((tag) => primaryLanguage(tag) === primaryLanguage(appLanguage));
  const meaningLanguage = firstAmong(meaningLanguages, chosen.meaningLanguage ?? own);
  return { languages, meaningLanguages, language, meaningLanguage };
}

/** Whether a book teaches these languages; a book of unknown or several languages always may. */
export function suits(
  book: Wordbook & BookLanguages,
  { language, meaningLanguage }: Pick<SpokenLanguages, "language" | "meaningLanguage">,
): boolean {
  const isOf = (tag: string | null | undefined, wanted: string | undefined) =>
    tag == null || wanted === undefined || tag === wanted;
  return isOf(book.language, language) && isOf(book.meaningLanguage, meaningLanguage);
}

/**
 * Of the books that teach one language, those with meanings that the learner reads, or else in the
 * first language that there is.
 */
export function withReadableMeanings(
  books: readonly Wordbook[],
  appLanguage: string,
): readonly Wordbook[] {
  return books.filter((book: Wordbook & BookLanguages) => {
    const { language } = book;
    return language == null || suits(book, spokenLanguages(books, { language }, appLanguage));
  });
}

/**
 * Options to choose a language from. The script or region is named only where it tells two apart:
 * "Chinese" for zh-Hans, unless zh-Hant is offered beside it.
 *
 * @param reader  language of the app, in which the names are
 */
export function languageOptions(
  tags: readonly string[],
  reader: string,
): { value: string; label: string }[] {
  return tags.map((value) => {
    const primary = primaryLanguage(value);
    const isOnly = tags.every((tag) => tag === value || primaryLanguage(tag) !== primary);
    return { value, label: languageName(isOnly ? primary : value, reader) };
  });
}

function distinct(tags: readonly (string | null | undefined)[]): string[] {
  return [...new Set(tags.filter((tag) => tag != null))];
}

function firstAmong(tags: readonly string[], wanted: string | undefined): string | undefined {
  return wanted !== undefined && tags.includes(wanted) ? wanted : tags[0];
}
