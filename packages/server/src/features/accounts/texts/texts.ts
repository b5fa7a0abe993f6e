import type { Language } from "@wordloom/contract";
import { IntlMessageFormat } from "intl-messageformat";
import de from "./de.json" with { type: "json" };
import en from "./en.json" with { type: "json" };
import es from "./es.json" with { type: "json" };
import fr from "./fr.json" with { type: "json" };
import ja from "./ja.json" with { type: "json" };
import ko from "./ko.json" with { type: "json" };
import zh from "./zh.json" with { type: "json" };
import type { TextKey, TextValues } from "./text-keys.ts";

/** The texts of each language, as ICU messages: see docs/decisions/0028. */
export const messages: Readonly<Record<Language, Readonly<Record<TextKey, string>>>> = {
  en,
  zh,
  ja,
  ko,
  fr,
  de,
  es,
};

/** Parsed messages, at most one per text. They depend on nothing else. */
const parsed = new Map<string, IntlMessageFormat>();

/**
 * A text for learners in their language.
 *
 * @param values  inserted literally, with numbers formatted for the language; markup in them has no
 *   effect
 */
export function textIn<K extends TextKey>(
  language: Language,
  key: K,
  values: TextValues<K>,
): string {
  return String(messageOf(language, key).format(values));
}

function messageOf(language: Language, key: TextKey): IntlMessageFormat {
  const name = `${language} ${key}`;
  const known = parsed.get(name);
  if (known !== undefined) return known;
  const message = new IntlMessageFormat(messages[language][key], language, undefined, {
    ignoreTag: true,
  });
  parsed.set(name, message);
  return message;
}
