import type { Language } from "@wordloom/contract";

/** The languages of the interface, each by its own name. */
export const languages = {
  en: "English",
  zh: "简体中文",
  ja: "日本語",
  ko: "한국어",
  fr: "Français",
  de: "Deutsch",
  es: "Español",
} as const satisfies Record<Language, string>;

export type { Language };

export type Texts = Readonly<Record<string, string>>;

type Module = { readonly texts: Record<string, Record<string, string>> };

/** One file per language, loaded when it is chosen. */
const files: Record<Language, () => Promise<Module>> = {
  en: () => import("./languages/texts-en.ts"),
  zh: () => import("./languages/texts-zh.ts"),
  ja: () => import("./languages/texts-ja.ts"),
  ko: () => import("./languages/texts-ko.ts"),
  fr: () => import("./languages/texts-fr.ts"),
  de: () => import("./languages/texts-de.ts"),
  es: () => import("./languages/texts-es.ts"),
};

/** All texts of a language by key, `area.name`. */
export async function loadTexts(language: Language): Promise<Texts> {
  const { texts } = await files[language]();
  const all = Object.entries(texts).flatMap(([file, entries]) => {
    const area = /([a-z-]+)\.json$/.exec(file)?.[1] ?? file;
    return Object.entries(entries).map(([name, text]) => [`${area}.${name}`, text] as const);
  });
  return Object.fromEntries(all);
}

/** The first language of the browser that we have; English otherwise. */
export function browserLanguage(wanted: readonly string[] = navigator.languages): Language {
  for (const tag of wanted) {
    const [language = ""] = tag.toLowerCase().split("-");
    if (language in languages) return language as Language;
  }
  return "en";
}
