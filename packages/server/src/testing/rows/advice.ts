import { readSystemSettings } from "../../features/accounts/settings/settings.service.ts";
import {
  followNewestVersion,
  parametersInForce,
} from "../../features/adaptation/engine-config/engine-config.service.ts";
import {
  storeAdvice,
  type Advice,
  type StoredAdvice,
} from "../../features/administration/suggestions/store-advice.service.ts";
import {
  forgetSystemSettings,
  storeSetting,
  type SystemSettings,
} from "../../features/accounts/settings/settings.service.ts";
import type { App } from "../../app.ts";

type WithDeps = Pick<App, "deps">;

/** Advice that passes the guard in the default configuration. */
export const GOOD_PATCH = { "memoryModel.w[2]": 3 } as const;

/** Stores a model's advice, as after a call of it. */
export async function giveAdvice(
  { deps }: WithDeps,
  patch: Advice["patch"] = GOOD_PATCH,
  others: Partial<Advice> = {},
): Promise<StoredAdvice | undefined> {
  await followNewestVersion(deps);
  return storeAdvice(deps, {
    patch,
    rationale: "The tail is long.",
    confidence: 0.9,
    evidence: { windowDays: 7 },
    basedOn: parametersInForce(deps),
    costUsd: 0.01,
    tokensInput: 100,
    tokensOutput: 50,
    ...others,
  });
}

/** The id of the nth suggestion, or an unused id if there are fewer. */
export async function suggestionId({ deps }: WithDeps, nth = 1): Promise<number> {
  const rows = deps.database.selectFrom("amas_suggestions").select("id").orderBy("id");
  return (await rows.execute())[nth - 1]?.id ?? 999_999_999;
}

/** Changes stored settings, as an administrator would. */
export async function changeSettings(
  { deps }: WithDeps,
  changes: Partial<SystemSettings>,
): Promise<void> {
  for (const [key, value] of Object.entries(changes)) {
    await storeSetting(deps.database, key as keyof SystemSettings, value, deps.clock.nowMs());
  }
  forgetSystemSettings(deps);
  await readSystemSettings(deps);
}

/** The current parameters. */
export const presentParameters = ({ deps }: WithDeps) => parametersInForce(deps).snapshot;
