import { semverTagForm, type BroadcastAudience } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { isOlder } from "../../../platform/basics/app-version.ts";
import { withoutNullish } from "../../../platform/basics/without-nullish.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { flushLastSeen } from "../../accounts/users/last-seen.service.ts";
import { countUsers } from "../../accounts/users/users.service.ts";
import { flushTouches } from "../../clients/devices/device-touches.service.ts";
import {
  countAudience,
  listSeenVersions,
  type AudienceConditions,
  type DeviceConditions,
} from "./broadcast-audience.repo.ts";

export { countAudience, listAudienceAfter } from "./broadcast-audience.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "reports">;

/** Platform and version of a device not seen for this long say nothing about its learner. */
const DEVICE_WINDOW_MS = 90 * DAY_MS;

/** How many learners an audience has now, and how many there are. @throws INVALID_VERSION_MIN */
export async function previewAudience(
  needs: Needs,
  audience: BroadcastAudience,
): Promise<{ matched: number; total: number }> {
  requireVersion(audience);
  const conditions = await conditionsOf(needs, audience);
  const matched = await countAudience(needs.reports, conditions);
  return { matched, total: await countUsers(needs.reports) };
}

/** @throws AppError INVALID_VERSION_MIN */
export function requireVersion({ versionMin }: BroadcastAudience): void {
  if (versionMin != null && !semverTagForm.test(versionMin.trim())) {
    refuse("INVALID_VERSION_MIN");
  }
}

/**
 * The audience's conditions as of now. First stores the requests that this process has not stored.
 */
export async function conditionsOf(
  needs: Needs,
  audience: BroadcastAudience,
): Promise<AudienceConditions> {
  await Promise.all([flushTouches(needs), flushLastSeen(needs)]);
  const { platforms, versionMin, lastActiveDays, userIds } = withoutNullish(audience);
  const nowMs = needs.clock.nowMs();
  const who = {
    ...(userIds && { userIds }),
    ...(lastActiveDays !== undefined && { activeSinceMs: nowMs - lastActiveDays * DAY_MS }),
  };
  if (platforms === undefined && versionMin === undefined) return who;
  const seenSinceMs = nowMs - DEVICE_WINDOW_MS;
  const device: DeviceConditions = {
    seenSinceMs,
    ...(platforms && { platforms: platforms.map((name) => name.trim().toLowerCase()) }),
    ...(versionMin !== undefined && {
      versions: await versionsFrom(needs, versionMin.trim(), seenSinceMs),
    }),
  };
  return { ...who, device };
}

/** Databases cannot compare versions, so the versions of all devices are compared here. */
async function versionsFrom(needs: Needs, min: string, seenSinceMs: number): Promise<string[]> {
  const versions = await listSeenVersions(needs.reports, seenSinceMs);
  return versions.filter((version) => isOlder(version, min) === false);
}
