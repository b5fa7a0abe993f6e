import { forgetKept, keep, readKept } from "@wordloom/web/state";
import { readSettings, type AppSettings } from "./app-settings.ts";

/** What this browser keeps of the settings of one account. */
export interface KeptSettings {
  readonly settings: AppSettings;
  /** Changes that the service does not have yet: without a network they wait here. */
  readonly waiting: Partial<AppSettings>;
}

const nameFor = (account: string) => `settings-${account}`;

/** What was kept for the account; else the defaults. */
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
