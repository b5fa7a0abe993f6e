import type { Language } from "@wordloom/contract";
import type { Texts } from "./messages.ts";

/** The languages of the interface, each under its own name. */
export const languages = {
  en: "English",
  zh: "中文",
  ja: "日本語",
  ko: "한국어",
  fr: "Français",
  de: "Deutsch",
  es: "Español",
} as const satisfies Record<Language, string>;

/**
 * @param files  texts by name for each file, `…/area.json`
 * @returns all texts by key, `area.name`
 */
export function flatTexts(files: Readonly<Record<string, Texts>>): Texts {
  const all = Object.entries(files).flatMap(([file, entries]) => {
    const area = /([a-z-]+)\.json$/.exec(file)?.[1] ?? file;
    return Object.entries(entries).map(([name, text]) => [`${area}.${name}`, text] as const);
  });
  return Object.fromEntries(all);
}

/** The browser's first language that we have, or else English. */
export function browserLanguage(wanted: readonly string[] = navigator.languages): Language {
  for (const tag of wanted) {
    const [language = ""] = tag.toLowerCase().split("-");
    if (language in languages) return language as Language;
  }
  return "en";
}

/**
 * The language with the reader's region, for example "en-GB", where the day precedes the month.
 * Never a different script than that of our texts.
 */
export function browserLocale(
  language: Language,
  wanted: readonly string[] = navigator.languages,
): string {
  return wanted.find((tag) => scriptOf(tag) === scriptOf(language)) ?? language;
}

/**
 * For example "zh-Hans"; undefined for an invalid tag, which some browsers report on a bare
 * machine.
 */
function scriptOf(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return undefined;
  }
}
