import { keep, type Observable, observable, readKept, useObservable } from "@wordloom/web/state";
import { fetchSettings, storeSettings } from "../../server-state/app-settings-sync.ts";
import { readSettings, type AppSettings } from "./app-settings.ts";

type Stored = Awaited<ReturnType<typeof fetchSettings>>;
type Change = Partial<AppSettings>;

const NAME = "settings";
const WAITING = "settings-waiting";
const nothing: Stored = { revision: 0, settings: {} };

const state = observable<AppSettings>(readSettings(readKept(NAME, {})));
let stored: Stored | undefined;
/** Changes that the service does not have yet: without a network they wait here. */
let pending: Change = readKept(WAITING, {});

/** Settings in force: the account's, and until they are there, those this browser had last. */
export const appSettings: Observable<AppSettings> = state;

/** Reads the account's settings; after a sign-in and when the network is back. */
export async function loadAppSettings(): Promise<void> {
  stored = await fetchSettings();
  show({ ...readSettings(stored.settings), ...pending });
  await send();
}

/** Takes effect at once; stored for the other devices as soon as the service can be reached. */
export async function changeAppSettings(change: Change): Promise<void> {
  wait({ ...pending, ...change });
  show({ ...state.get(), ...change });
  await send();
}

/** Another account, or none: nothing of the last one stays. */
export function forgetAppSettings(): void {
  stored = undefined;
  wait({});
  show(readSettings({}));
}

async function send(): Promise<void> {
  const sending = pending;
  if (Object.keys(sending).length === 0) return;
  try {
    stored = await storeSettings(stored ?? nothing, (settings) => ({ ...settings, ...sending }));
    if (pending === sending) wait({});
  } catch {
    // Kept in `pending`; the next load or change sends it.
  }
}

function wait(change: Change): void {
  pending = change;
  keep(WAITING, change);
}

function show(settings: AppSettings): void {
  keep(NAME, settings);
  state.set(settings);
}

export function useAppSettings(): AppSettings {
  return useObservable(appSettings);
}
