/**
 * Languages that people learn and explain words in, most learners first. Any other tag can be used
 * as well.
 */
const OFFERED =
  "en es fr de ja ko zh it pt ru ar nl sv tr pl el he hi th vi uk cs da fi hu id no ro fa bn ta " +
  "te ur ms ca hr sk bg sr lt lv et sl is ga eu gl cy la eo sw fil ka hy az kk mn ne my km lo";

/** A language to choose. */
export interface LanguageChoice {
  readonly tag: string;
  /** In the reader's language, for example "German". */
  readonly name: string;
  /** In itself, for example "Deutsch". */
  readonly ownName: string;
}

/** The name of a language for a reader; the tag itself where the browser knows none. */
export function languageName(tag: string, reader: string): string {
  try {
    return new Intl.DisplayNames([reader], { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/**
 * Languages to choose from, sorted as the reader sorts names.
 *
 * @param also  tags in use already, which stay available
 */
export function languageChoices(reader: string, also: readonly string[] = []): LanguageChoice[] {
  const tags = [...new Set([...OFFERED.split(" "), ...also])];
  const choices = tags.map((tag) => ({
    tag,
    name: languageName(tag, reader),
    ownName: languageName(tag, tag),
  }));
  return choices.toSorted((a, b) => a.name.localeCompare(b.name, reader));
}
