import type { Language } from "@wordloom/contract";
import { flatTexts, type Texts } from "@wordloom/web";

type Load = () => Promise<{ readonly texts: Record<string, Texts> }>;

/**
 * Two files per language, loaded when it is chosen: the areas that studying needs, which are on the
 * way to the first question, and all others.
 */
const files: Record<Language, readonly [first: Load, later: Load]> = {
  en: [() => import("./languages/texts-en.ts"), () => import("./languages/texts-en-later.ts")],
  zh: [() => import("./languages/texts-zh.ts"), () => import("./languages/texts-zh-later.ts")],
  ja: [() => import("./languages/texts-ja.ts"), () => import("./languages/texts-ja-later.ts")],
  ko: [() => import("./languages/texts-ko.ts"), () => import("./languages/texts-ko-later.ts")],
  fr: [() => import("./languages/texts-fr.ts"), () => import("./languages/texts-fr-later.ts")],
  de: [() => import("./languages/texts-de.ts"), () => import("./languages/texts-de-later.ts")],
  es: [() => import("./languages/texts-es.ts"), () => import("./languages/texts-es-later.ts")],
};

/** All texts of a language by key, `area.name`. */
export async function loadTexts(language: Language): Promise<Texts> {
  const [first, later] = await Promise.all(files[language].map(textsIn));
  return { ...first, ...later };
}

let begun:
  | { readonly language: Language; readonly texts: Promise<Record<string, Texts[string]>> }
  | undefined;

/** The texts with which a visit begins; {@link withAllTexts} adds the others to them. */
export function loadFirstTexts(language: Language): Promise<Texts> {
  const texts = textsIn(files[language][0]).then((first) => ({ ...first }));
  begun = { language, texts };
  return texts;
}

/** Loads a screen or a part of one together with all texts, for what says more than studying. */
export function withAllTexts<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => (await Promise.all([load(), completeTexts()]))[0];
}

async function completeTexts(): Promise<void> {
  if (begun === undefined) return;
  const [texts, later] = await Promise.all([begun.texts, textsIn(files[begun.language][1])]);
  Object.assign(texts, later);
}

async function textsIn(load: Load): Promise<Texts> {
  return flatTexts((await load()).texts);
}
