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

/** Proposed to visitors who read English: what its words mean in English would be no question. */
const FOR_ENGLISH = "es";

/** The language that a visitor probably wants to learn. @param reader  language of the app */
export function proposedLearning(reader: string): string {
  return primaryLanguage(reader) === "en" ? FOR_ENGLISH : "en";
}
