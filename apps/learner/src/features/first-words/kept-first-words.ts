import { forgetKept, keep, observable, readKept, type Observable } from "@wordloom/web/state";
import { languageOf, type FirstWords } from "./first-words.ts";
import { chooseLearning, chosenLearning } from "./learning-language.ts";

const NAME = "first-words";

const state = observable<FirstWords | undefined>(
  readKept<FirstWords | null>(NAME, null) ?? undefined,
);

/** The first words of this browser's visitor; undefined before the first answer. */
export const firstWords: Observable<FirstWords | undefined> = state;

/** Stored at once, so that a reload goes on where it was. */
export function keepFirstWords(next: FirstWords): void {
  keep(NAME, next);
  state.set(next);
}

/**
 * Makes the answers those of the account that has just been created, or signed in to go on; its
 * first run proposes their language.
 */
export function claimFirstWords(account: string): void {
  const now = state.get();
  if (now === undefined || now.account !== null) return;
  keepFirstWords({ ...now, account });
  if (chosenLearning.get() === undefined) chooseLearning(languageOf(now));
}

export function forgetFirstWords(): void {
  forgetKept(NAME);
  state.set(undefined);
}
