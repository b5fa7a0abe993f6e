import type { Language } from "@wordloom/contract";
import { createContext, use, useEffect, useState, type ReactNode } from "react";
import { useObservable } from "../platform/use-observable.ts";
import { browserLocale } from "./languages.ts";
import type { Texts } from "./messages.ts";
import { chosenLanguage } from "./chosen-language.ts";
import { createTranslator, type Translator } from "./translator.ts";

const TextContext = createContext<Translator | undefined>(undefined);

/** Texts that were loaded before the first drawing. */
export interface FirstTexts {
  readonly language: Language;
  readonly texts: Texts;
}

/** Loads the texts of the chosen language; the old texts stay until the new ones arrive. */
export function TextProvider({
  load,
  first,
  children,
}: {
  /** The texts of an app in a language. */
  readonly load: (language: Language) => Promise<Texts>;
  readonly first?: FirstTexts;
  readonly children: ReactNode;
}) {
  const language = useObservable(chosenLanguage);
  const [translator, setTranslator] = useState(() => first && translatorOf(first));
  const spoken = translator?.language;
  useEffect(() => {
    if (spoken !== undefined) document.documentElement.lang = spoken;
    if (spoken === language) return;
    let isCurrent = true;
    void load(language).then((texts) => {
      if (isCurrent) setTranslator(translatorOf({ language, texts }));
    });
    return () => {
      isCurrent = false;
    };
  }, [load, language, spoken]);
  if (translator === undefined) return null;
  return <TextContext value={translator}>{children}</TextContext>;
}

function translatorOf({ language, texts }: FirstTexts): Translator {
  return createTranslator(language, texts, browserLocale(language));
}

/** Binds {@link useText} to an app's keys. */
export function textOf<Key extends string>(): () => Translator<Key> {
  return useText as () => Translator<Key>;
}

/** Texts in the chosen language. */
export function useText(): Translator {
  const translator = use(TextContext);
  if (translator === undefined) throw new Error("useText is used outside of TextProvider");
  return translator;
}
