import { readPreferences } from "virtual:endpoints";
import { call } from "../../server-state/api.ts";
import { storePreferences } from "../appearance/appearance.ts";
import { browserZone } from "./study-day.ts";

/**
 * Gives an account without a time zone that of this browser, which is right for nearly everyone.
 * Answers belong to the day in the zone that the account has when they arrive.
 *
 * @throws ApiError
 */
export async function ensureZone(): Promise<void> {
  const { timeZone } = await call(readPreferences);
  if (timeZone === null) await storePreferences({ timeZone: browserZone() });
}
