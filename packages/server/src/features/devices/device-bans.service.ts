import type { Deps } from "../../deps.ts";
import { createFreshValue, type FreshValue } from "../../platform/fresh-value.ts";
import { perApp } from "../../platform/per-app.ts";
import { listBannedIds } from "./device-bans.repo.ts";

type Needs = Pick<Deps, "clock" | "database">;

const FRESH_FOR_MS = 1_000;

/** The banned devices, at most a second behind the register. */
export const bannedDevices: (needs: Needs) => FreshValue<ReadonlySet<string>> = perApp(
  ({ clock, database }: Needs) =>
    createFreshValue(clock, FRESH_FOR_MS, async () => new Set(await listBannedIds(database))),
);

/** Whether a device is banned; from memory, which is at most a second behind the register. */
export async function isBanned(needs: Needs, deviceId: string): Promise<boolean> {
  return (await bannedDevices(needs).read()).has(deviceId);
}
