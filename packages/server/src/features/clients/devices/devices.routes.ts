import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { banDevice, clearDeviceFlag, unbanDevice } from "./device-bans.service.ts";

/** Administrators' endpoints to ban devices and remove flags. */
export const devicesRoutes: RouteModule = (mount, deps) => {
  mount(contract.clearClientFlag, async ({ actor, params, answer }) => {
    await clearDeviceFlag(deps, { by: actor, deviceId: params.id });
    return answer(200, { cleared: true, deviceId: params.id });
  });

  mount(contract.banClient, async ({ actor, params, body, answer }) => {
    const act = { by: actor, deviceId: params.id, reason: body.reason || null };
    return answer(200, toBan(params.id, await banDevice(deps, act)));
  });

  mount(contract.unbanClient, async ({ actor, params, answer }) => {
    const clearedRelated = await unbanDevice(deps, { by: actor, deviceId: params.id });
    return answer(200, { banned: false, deviceId: params.id, clearedRelated });
  });

  mount(contract.banUserDevice, async ({ actor, params, body, answer }) => {
    const { id: ownerId, deviceId } = params;
    const act = { by: actor, ownerId, deviceId, reason: body.reason || null };
    return answer(200, toBan(deviceId, await banDevice(deps, act)));
  });
};

function toBan(deviceId: string, flagged: string[]) {
  const flaggedRelated = flagged.length;
  return { banned: true as const, deviceId, flaggedRelated, flaggedDeviceIds: flagged };
}
