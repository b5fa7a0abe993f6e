import { forgetKept, keep, readKept } from "@wordloom/web/state";
import { readSettings, type AppSettings } from "./app-settings.ts";

/** The settings of one account that this browser stores. */
export interface KeptSettings {
  readonly settings: AppSettings;
  /** Changes that the service does not have yet, e.g. because there is no network. */
  readonly waiting: Partial<AppSettings>;
}

const nameFor = (account: string) => `settings-${account}`;

/** The settings stored for the account; otherwise the defaults. */
export function keptSettings(account: string | undefined): KeptSettings {
  const kept = account && readKept<Partial<KeptSettings>>(nameFor(account), {});
  return { settings: readSettings(kept && kept.settings), waiting: (kept && kept.waiting) || {} };
}

export function keepSettings(account: string, kept: KeptSettings): void {
  keep(nameFor(account), kept);
}

export function forgetSettings(account: string): void {
  forgetKept(nameFor(account));
}
