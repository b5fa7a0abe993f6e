import type { Language } from "@wordloom/contract";
import { createContext, use, useEffect, useState, type ReactNode } from "react";
import { keep, readKept } from "../platform/kept-values.ts";
import { observable } from "../platform/observable.ts";
import { useObservable } from "../platform/use-observable.ts";
import { browserLanguage, browserLocale, type Texts } from "./languages.ts";
import { createTranslator, type Translator } from "./translator.ts";

const TextContext = createContext<Translator | undefined>(undefined);

interface Appearance {
  readonly language?: Language;
}

/** The language in use: what was chosen in this browser or account, else the browser's. */
export const chosenLanguage = observable<Language>(
  readKept<Appearance>("appearance", {}).language ?? browserLanguage(),
);

export function chooseLanguage(language: Language): void {
  keep("appearance", { ...readKept<Appearance>("appearance", {}), language });
  chosenLanguage.set(language);
}

/** Loads the texts of the chosen language; until a new one is there the old one stays. */
export function TextProvider({
  load,
  children,
}: {
  /** The texts of an app in a language. */
  readonly load: (language: Language) => Promise<Texts>;
  readonly children: ReactNode;
}) {
  const language = useObservable(chosenLanguage);
  const [translator, setTranslator] = useState<Translator>();
  useEffect(() => {
    let isCurrent = true;
    void load(language).then((texts) => {
      if (!isCurrent) return;
      document.documentElement.lang = language;
      setTranslator(createTranslator(language, texts, browserLocale(language)));
    });
    return () => {
      isCurrent = false;
    };
  }, [load, language]);
  if (translator === undefined) return null;
  return <TextContext value={translator}>{children}</TextContext>;
}

/** Texts in the chosen language. */
export function useText(): Translator {
  const translator = use(TextContext);
  if (translator === undefined) throw new Error("useText is used outside of TextProvider");
  return translator;
}
