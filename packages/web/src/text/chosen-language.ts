import type { Language } from "@wordloom/contract";
import { keep, readKept } from "../platform/kept-values.ts";
import { observable } from "../platform/observable.ts";
import { browserLanguage } from "./languages.ts";

interface Appearance {
  readonly language?: Language;
}

/** The language in use: the one chosen in this browser or account, or else the browser's. */
export const chosenLanguage = observable<Language>(
  readKept<Appearance>("appearance", {}).language ?? browserLanguage(),
);

export function chooseLanguage(language: Language): void {
  keep("appearance", { ...readKept<Appearance>("appearance", {}), language });
  chosenLanguage.set(language);
}
