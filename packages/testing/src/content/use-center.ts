import {
  forgetSystemSettings,
  storeSetting,
} from "@wordloom/server/features/accounts/settings/settings.service";
import type { App } from "@wordloom/server/app";

/** Configures this URL as the operator's wordbook center. */
export async function useCenter({ deps }: Pick<App, "deps">, url: string): Promise<void> {
  await storeSetting(deps.database, "wordbook_center_url", url, deps.clock.nowMs());
  forgetSystemSettings(deps);
}
