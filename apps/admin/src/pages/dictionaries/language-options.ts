import { languageChoices } from "@wordloom/language";

/** For Chinese the script matters, too. */
const SCRIPTS = ["zh-Hans", "zh-Hant"];

/**
 * Languages to choose from, by name.
 *
 * @param reader  the locale of the console
 * @param present  a tag that has to be among them
 */
export function languageOptions(reader: string, present: string | null = null) {
  const also = present === null ? SCRIPTS : [...SCRIPTS, present];
  return languageChoices(reader, also).map(({ tag, name }) => ({ value: tag, label: name }));
}
