import type { Language } from "@wordloom/contract";
import { flatTexts, type Texts } from "@wordloom/web";

type Module = { readonly texts: Record<string, Texts> };

/** Complete languages; the console uses English for administrators who chose another one. */
const files: Partial<Record<Language, () => Promise<Module>>> & { en: () => Promise<Module> } = {
  en: () => import("./languages/texts-en.ts"),
  zh: () => import("./languages/texts-zh.ts"),
};

/** All texts of a language by key, `area.name`. */
export async function loadTexts(language: Language): Promise<Texts> {
  return flatTexts((await (files[language] ?? files.en)()).texts);
}
