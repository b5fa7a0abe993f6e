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

// Settings and unsent changes of another account must not reach this one.
onAccount((next) => {
  account = next;
  stored = undefined;
  const { settings, waiting } = keptSettings(next);
  pending = waiting;
  state.set(settings);
});

/** The current settings: the account's, or until they are loaded, the last ones of this browser. */
export const appSettings: Observable<AppSettings> = state;

/** Loads the account's settings after a sign-in and when the network returns. */
export async function loadAppSettings(): Promise<void> {
  const whose = account;
  const fetched = await fetchSettings();
  if (account !== whose) return;
  stored = fetched;
  show({ ...readSettings(stored.settings), ...pending });
  await send();
}

/** Applies a change at once and stores it for the other devices when the service is reachable. */
export async function changeAppSettings(change: Change): Promise<void> {
  pending = { ...pending, ...change };
  show({ ...state.get(), ...change });
  await send();
}

/** Removes the account's settings from this browser. */
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
