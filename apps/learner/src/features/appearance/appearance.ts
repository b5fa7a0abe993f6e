import type { Preferences, PreferencesChange, Theme, User } from "@wordloom/contract";
import { changePreferences, readPreferences } from "virtual:endpoints";
import { chooseLanguage, chosenLanguage, keyOf, queryClient } from "@wordloom/web";
import { keep, type Observable, observable, readKept } from "@wordloom/web/state";
import { call } from "../../server-state/api.ts";
import { orderedChanges } from "./ordered-changes.ts";

/** How the app looks on this device; public/appearance.js reads the same before the first paint. */
export interface Appearance {
  readonly theme: Theme;
  /** `none`: nothing moves, regardless of the system's setting. */
  readonly motion: "system" | "none";
  /** 1: the browser's text size. */
  readonly textScale: number;
}

const NAME = "appearance";
const standard: Appearance = { theme: "system", motion: "system", textScale: 1 };

const state = observable<Appearance>({ ...standard, ...readKept<Partial<Appearance>>(NAME, {}) });
export const appearance: Observable<Appearance> = state;

/** Applies a change at once and stores it in this browser. */
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

/** An account younger than this takes theme and language from the browser that created it. */
const FRESH_MS = 10 * 60_000;

/** Loads the account's theme and language; a new account gets this browser's. @throws ApiError */
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

/** Applies preferences from the service or from a change in this browser. */
function accept(preferences: Preferences): void {
  const { theme, language } = preferences;
  queryClient.setQueryData(keyOf(readPreferences), preferences);
  if (theme !== state.get().theme) changeAppearance({ theme });
  if (language !== chosenLanguage.get()) chooseLanguage(language);
}
