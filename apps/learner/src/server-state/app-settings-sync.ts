import type { AppSettings as Stored } from "@wordloom/contract";
import { readAppSettings, saveAppSettings } from "virtual:endpoints";
import { ApiError, call } from "./api.ts";

type Settings = Stored["settings"];

/** The settings of the account with their revision. */
export function fetchSettings(): Promise<Stored> {
  return call(readAppSettings);
}

const ATTEMPTS_MAX = 3;

/**
 * Stores a change. If another device stored its own meanwhile, the change is reapplied on top of
 * it, so the latest change of each setting wins.
 * @param change from the stored settings to the wanted ones
 */
export async function storeSettings(
  known: Stored,
  change: (settings: Settings) => Settings,
): Promise<Stored> {
  let base = known;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const body = { revision: base.revision, settings: change(base.settings) };
      return await call(saveAppSettings, { body });
    } catch (error) {
      const isConflict = error instanceof ApiError && error.code === "CONFLICT";
      if (!isConflict || attempt === ATTEMPTS_MAX) throw error;
      base = await fetchSettings();
    }
  }
}
