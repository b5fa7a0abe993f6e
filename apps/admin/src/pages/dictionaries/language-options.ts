import type { Translator } from "../../text/use-text.ts";

/** Languages in which there are dictionaries, besides those that a dictionary has already. */
const TAGS = [
  ...["ar", "cs", "da", "de", "el", "en", "es", "fa", "fi", "fr", "he", "hi", "hu", "id", "it"],
  ...["ja", "ko", "la", "nl", "no", "pl", "pt", "ro", "ru", "sv", "th", "tr", "uk", "vi"],
  ...["zh", "zh-Hans", "zh-Hant"],
];

/** The name of a language, as people who read the console write it. */
export function languageText(tag: string, { locale }: Pick<Translator, "locale">): string {
  return new Intl.DisplayNames(locale, { type: "language" }).of(tag) ?? tag;
}

/**
 * Languages to choose from, by name.
 *
 * @param present  a tag that has to be among them
 */
export function languageOptions(text: Pick<Translator, "locale">, present: string | null = null) {
  const tags = new Set([...TAGS, ...(present === null ? [] : [present])]);
  const { compare } = new Intl.Collator(text.locale);
  return [...tags]
    .map((value) => ({ value, label: languageText(value, text) }))
    .toSorted((a, b) => compare(a.label, b.label));
}
