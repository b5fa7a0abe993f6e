import type { Preferences, PreferencesChange, Theme, User } from "@wordloom/contract";
import { changePreferences, readPreferences } from "virtual:endpoints";
import { chooseLanguage, chosenLanguage, keyOf, queryClient } from "@wordloom/web";
import { keep, type Observable, observable, readKept } from "@wordloom/web/state";
import { call } from "../../server-state/api.ts";
import { orderedChanges } from "./ordered-changes.ts";

/** How the app looks here; public/appearance.js reads the same before the first paint. */
export interface Appearance {
  readonly theme: Theme;
  /** `none`: nothing moves, whatever the system says. */
  readonly motion: "system" | "none";
  /** 1: as large as the browser's text. */
  readonly textScale: number;
}

const NAME = "appearance";
const standard: Appearance = { theme: "system", motion: "system", textScale: 1 };

const state = observable<Appearance>({ ...standard, ...readKept<Partial<Appearance>>(NAME, {}) });
export const appearance: Observable<Appearance> = state;

/** Takes effect at once and stays in this browser. */
export function changeAppearance(change: Partial<Appearance>): void {
  const next = { ...state.get(), ...change };
  keep(NAME, { ...readKept(NAME, {}), ...change });
  state.set(next);
  apply(next);
}

function apply({ theme, motion, textScale }: Appearance): void {
  const { dataset, style } = document.documentElement;
  if (theme === "system") delete dataset["theme"];
  else dataset["theme"] = theme;
  if (motion === "none") dataset["motion"] = "none";
  else delete dataset["motion"];
  style.setProperty("--text-scale", String(textScale));
}

/** An account that is younger takes theme and language from the browser it was made in. */
const FRESH_MS = 10 * 60_000;

/** Theme and language of the account; the first time they go the other way. @throws ApiError */
export async function loadAppearance({ createdAt }: User, nowMs: number): Promise<void> {
  const isFresh = createdAt !== undefined && nowMs - Date.parse(createdAt) < FRESH_MS;
  if (isFresh) await storePreferences({ theme: state.get().theme, language: chosenLanguage.get() });
  else accept({ ...(await call(readPreferences)), ...waitingPreferences.get() });
}

const changes = orderedChanges<Preferences>({
  send: (body) => call(changePreferences, { body }),
  accept,
});

/** Changes of the account's preferences that the service has not confirmed yet. */
export const waitingPreferences = changes.waiting;

/** @throws ApiError */
export function storePreferences(change: PreferencesChange): Promise<void> {
  return changes.change(change as Partial<Preferences>);
}

/** Preferences came from the service, or were changed in this browser. */
function accept(preferences: Preferences): void {
  const { theme, language } = preferences;
  queryClient.setQueryData(keyOf(readPreferences), preferences);
  if (theme !== state.get().theme) changeAppearance({ theme });
  if (language !== chosenLanguage.get()) chooseLanguage(language);
}
