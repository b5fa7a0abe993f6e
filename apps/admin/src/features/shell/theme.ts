import type { Theme } from "@wordloom/contract";
import { keep, observable, readKept, type Observable } from "@wordloom/web/state";

/** The learner app uses the same key: one browser, one appearance. */
const NAME = "appearance";

interface Kept {
  readonly theme?: Theme;
}

const state = observable<Theme>(readKept<Kept>(NAME, {}).theme ?? "system");
export const theme: Observable<Theme> = state;

/** Takes effect immediately; appearance.js reads the stored value before the first paint. */
export function changeTheme(next: Theme): void {
  keep(NAME, { ...readKept<Kept>(NAME, {}), theme: next });
  const { dataset } = document.documentElement;
  if (next === "system") delete dataset["theme"];
  else dataset["theme"] = next;
  state.set(next);
}
