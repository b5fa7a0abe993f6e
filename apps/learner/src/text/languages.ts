import type { Language } from "@wordloom/contract";
import { flatTexts, type Texts } from "@wordloom/web";

type Module = { readonly texts: Record<string, Texts> };

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
  return flatTexts((await files[language]()).texts);
}
