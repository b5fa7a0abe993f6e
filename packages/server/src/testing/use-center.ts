import {
  forgetSystemSettings,
  storeSetting,
} from "../features/accounts/settings/settings.service.ts";
import type { App } from "../app.ts";

/** Configures this URL as the operator's wordbook center. */
export async function useCenter({ deps }: Pick<App, "deps">, url: string): Promise<void> {
  await storeSetting(deps.database, "wordbook_center_url", url, deps.clock.nowMs());
  forgetSystemSettings(deps);
}
