import type { Theme } from "@wordloom/contract";
import { keep, observable, readKept, type Observable } from "@wordloom/web/state";

/** As in the learners' app, which keeps it under the same name: one browser, one look. */
const NAME = "appearance";

interface Kept {
  readonly theme?: Theme;
}

const state = observable<Theme>(readKept<Kept>(NAME, {}).theme ?? "system");
export const theme: Observable<Theme> = state;

/** Takes effect at once; appearance.js reads what is kept before the first paint. */
export function changeTheme(next: Theme): void {
  keep(NAME, { ...readKept<Kept>(NAME, {}), theme: next });
  const { dataset } = document.documentElement;
  if (next === "system") delete dataset["theme"];
  else dataset["theme"] = next;
  state.set(next);
}
