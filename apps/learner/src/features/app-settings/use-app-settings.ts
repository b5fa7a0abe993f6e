import { type Observable, observable, useObservable } from "@wordloom/web/state";
import { fetchSettings, storeSettings } from "../../server-state/app-settings-sync.ts";
import { onAccount } from "../../server-state/sign-in.ts";
import { readSettings, type AppSettings } from "./app-settings.ts";
import { forgetSettings, keepSettings, keptSettings } from "./kept-settings.ts";

type Stored = Awaited<ReturnType<typeof fetchSettings>>;
type Change = Partial<AppSettings>;

const nothing: Stored = { revision: 0, settings: {} };

const state = observable<AppSettings>(readSettings({}));
let account: string | undefined;
let stored: Stored | undefined;
let pending: Change = {};

// What another account has set, and what it could not send yet, is its own.
onAccount((next) => {
  account = next;
  stored = undefined;
  const { settings, waiting } = keptSettings(next);
  pending = waiting;
  state.set(settings);
});

/** Settings in force: the account's, and until they are there, those this browser had last. */
export const appSettings: Observable<AppSettings> = state;

/** Reads the account's settings; after a sign-in and when the network is back. */
export async function loadAppSettings(): Promise<void> {
  const whose = account;
  const fetched = await fetchSettings();
  if (account !== whose) return;
  stored = fetched;
  show({ ...readSettings(stored.settings), ...pending });
  await send();
}

/** Takes effect at once; stored for the other devices as soon as the service can be reached. */
export async function changeAppSettings(change: Change): Promise<void> {
  pending = { ...pending, ...change };
  show({ ...state.get(), ...change });
  await send();
}

/** Nothing of the account stays in this browser. */
export function forgetAppSettings(of: string): void {
  forgetSettings(of);
}

async function send(): Promise<void> {
  const [sending, whose] = [pending, account];
  if (Object.keys(sending).length === 0) return;
  try {
    const saved = await storeSettings(stored ?? nothing, (settings) => {
      if (account !== whose) throw new Error("These are the settings of another account.");
      return { ...settings, ...sending };
    });
    if (account !== whose) return;
    stored = saved;
    if (pending === sending) pending = {};
    show(state.get());
  } catch {
    // Kept in `pending`; the next load or change sends it.
  }
}

function show(settings: AppSettings): void {
  if (account !== undefined) keepSettings(account, { settings, waiting: pending });
  state.set(settings);
}

export function useAppSettings(): AppSettings {
  return useObservable(appSettings);
}
