import { primaryLanguage } from "@wordloom/language";
import { forgetKept, keep, observable, readKept, type Observable } from "@wordloom/web/state";

const NAME = "learning-language";

const state = observable<string | undefined>(readKept<string | null>(NAME, null) ?? undefined);

/** The language that a visitor chose to learn, until the first run of the account took it over. */
export const chosenLearning: Observable<string | undefined> = state;

export function chooseLearning(language: string): void {
  keep(NAME, language);
  state.set(language);
}

export function forgetLearning(): void {
  forgetKept(NAME);
  state.set(undefined);
}

/**
 * A language of which the first words are a real question. English words have meanings in Chinese,
 * otherwise definitions in English: who can read these knows "hello". The words of the other
 * languages are explained by one such word.
 *
 * @param reader  language of the app
 */
export function proposedLearning(reader: string): string {
  const language = primaryLanguage(reader);
  if (language === "zh") return "en";
  return language === "es" ? "fr" : "es";
}
